/// Reads records and checks them: bytes, sections, and that the stream makes sense in time.
///
/// A source that stops without its end record gets one, with the reason, before the fault is
/// thrown: so that everything downstream closes its books on what was delivered.
struct RecordReader: ~Copyable {
  var input: ByteInput
  private var sections = SectionIndex()

  // The source that is under way.
  private var current = RecordHeader()
  private(set) var open = false
  private var nextPosition: Int64 = 0
  private var source: [UInt8] = []
  private var ledger: [UInt8] = []
  private var fault: SampleError?
  private var hasSkipped = false
  private var tally = Tally()
  /// Where the record under way began.
  private var start: Int64 = 0
  /// Whether the input is live whatever its records say.
  private let isLive: Bool

  /// - Parameters:
  ///   - input: stands at a record.
  ///   - isLive: whether it cannot wait, whatever its records say.
  init(_ input: consuming ByteInput, isLive: Bool = false) {
    self.isLive = isLive
    self.input = input
    self.input.patience.isLive = isLive
    self.input.patience.drains = true
  }

  /// Reads the next record.
  ///
  /// - Parameter record: used again; its memory grows with what has arrived.
  /// - Returns: false at the end of input.
  /// - Throws: what is wrong with the stream, after everything before it was delivered.
  mutating func next(into record: inout Record) throws(SampleError) -> Bool {
    while true {
      do throws(SampleError) { return try nextWhole(into: &record) } catch {
        guard case .malformed(_, let byte, let what) = error, goesOnBehindDamage else {
          throw error
        }
        try skip(byte, what)
      }
    }
  }

  /// Live is a property of now: what was stored is whole or wrong.
  private var goesOnBehindDamage: Bool {
    input.fileSize == nil && (isLive || current.flags.contains(.live))
  }

  /// Goes on at the next header whose CRC is right, as a live stream has to.
  private mutating func skip(_ byte: Int64, _ what: String) throws(SampleError) {
    if input.offset == start { _ = try input.skip(1) }
    try input.skipToRecordHeader()
    hasSkipped = true
    tally.skippedBytes += input.offset - start
    Diagnostics.remark(
      "\(input.name): byte \(byte): \(what); passed over \(input.offset - start) bytes")
  }

  private mutating func nextWhole(into record: inout Record) throws(SampleError) -> Bool {
    if let fault, !open {
      // Another whole source may follow one that was cut short.
      guard case .truncated = fault, try isAtRecord() else { throw fault }
    }
    start = input.offset
    do throws(SampleError) {
      let (length, head) = try input.peekRecordHeader()
      guard length > 0 else {
        if !open {
          if let fault { throw fault }
          return false
        }
        throw SampleError.truncated(
          input: input.name, byte: start, what: "without the end record of its source")
      }
      guard length == RecordHeader.byteCount else {
        throw SampleError.truncated(
          input: input.name, byte: start + Int64(length), what: "inside a record's header")
      }
      let header = try head(of: input, at: start)
      let begins = !open || startsAnew(header)
      if begins, open {
        throw SampleError.truncated(
          input: input.name, byte: start, what: "a source began before the last one had ended")
      }
      try readBody(header, at: start, into: &record)
      try place(header, begins: begins, at: start, &record)
      return true
    } catch {
      guard open else { throw error }
      if case .malformed = error, goesOnBehindDamage { throw error }
      if Attention.isEnding {
        endSource(&record, .interrupted)
        open = false
        return true
      }
      fault = error
      if case .truncated = error {
        endSource(&record, .noEndRecord)
      } else {
        endSource(&record, .error)
      }
      open = false
      return true
    }
  }

  private mutating func isAtRecord() throws(SampleError) -> Bool {
    try input.peekRecordHeader().length == RecordHeader.byteCount
  }

  private func startsAnew(_ header: RecordHeader) -> Bool {
    header.flags.contains(.first) || header.rate != current.rate
      || header.channels != current.channels || header.fingerprint != current.fingerprint
  }

  /// Reads header and sections; memory grows in steps of what has really come.
  private mutating func readBody(
    _ header: RecordHeader, at start: Int64, into record: inout Record
  ) throws(SampleError) {
    let total = RecordHeader.byteCount + header.bodyBytes
    var done = 0
    while done < total {
      let step = min(total, max(done * 2, 1 << 20))
      // the last step takes the next header along
      let ahead = step == total ? RecordHeader.byteCount : 0
      record.storage.reserve(step + ahead)
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: record.storage.bytes[done..<step + ahead])
      done += try unsafe input.read(into: target, count: step - done)
      guard done == step else {
        throw .truncated(
          input: input.name, byte: start + Int64(done),
          what: "inside the record that began at byte \(start): \(done) of \(total) bytes")
      }
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: record.storage.bytes[..<total])
    try unsafe sections.read(bytes, header, input.name, at: start)
    record.adopt(sections.found, byteCount: total)
    record.header = header
  }

  private func malformed(_ byte: Int64, _ what: String) -> SampleError {
    .malformed(input: input.name, byte: byte, what: what)
  }

  /// Puts a record into its place in time, and remembers what an end record would need.
  private mutating func place(
    _ header: RecordHeader, begins: Bool, at start: Int64, _ record: inout Record
  ) throws(SampleError) {
    input.patience.isLive = isLive || header.flags.contains(.live)
    if begins {
      tally = Tally()
      tally.rate = header.rate
      input.patience.beginSource()
      input.patience.stagesBefore = record.rows(of: .tally)
    } else if header.position < nextPosition {
      throw malformed(
        start, "position \(header.position) goes back; frame \(nextPosition) would come next")
    }
    record.startsSource = begins
    record.gapFrames = begins ? 0 : header.position - nextPosition
    record.expectedFrames = nil
    if hasSkipped, !begins { book(record.gapFrames, &record) }
    hasSkipped = false
    input.patience.note(in: &tally)
    record.tally = tally
    current = header
    nextPosition = header.position + Int64(header.frames)
    open = !header.isEnd
    if begins || source.isEmpty { record.copy(.source, into: &source) }
    record.copy(.tally, into: &ledger)
  }

  /// Books what was lost with damaged records: what the stages before do not know of.
  private mutating func book(_ gap: Int64, _ record: inout Record) {
    let unknown = gap - (record.header.lost - current.lost)
    guard unknown > 0 else { return }
    record.header.flags.insert(.gap)
    tally.lost += unknown
    tally.gaps += 1
    tally.longestGap = max(tally.longestGap, unknown)
  }

  /// Counts what was replaced, for this process's row.
  mutating func count(nonFinite: Int64) { tally.nonFinite += nonFinite }

  /// Ends the source under way: makes the end record that the stream does not have.
  ///
  /// - Parameters:
  ///   - record: becomes the end record.
  ///   - reason: why the source ends here.
  ///   - frame: the frame behind the last one delivered, nil for that of the last one read.
  mutating func endSource(
    _ record: inout Record, _ reason: RecordHeader.End, at frame: Int64? = nil
  ) {
    var header = current
    header.flags = current.flags.intersection([.live, .wasLive]).union(.end)
    header.frames = 0
    header.end = reason
    header.move(to: frame ?? nextPosition)
    record.removeAll()
    record.header = header
    let (source, ledger) = (source, ledger)
    if !source.isEmpty {
      unsafe record.insert(.source, byteCount: source.count) { unsafe $0.copyBytes(from: source) }
    }
    if !ledger.isEmpty {
      unsafe record.insert(.tally, byteCount: ledger.count) { unsafe $0.copyBytes(from: ledger) }
    }
    record.startsSource = false
    record.gapFrames = 0
    record.tally = tally
  }
}

extension Record {
  /// Copies a section's payload into memory that is used again; empty where there is none.
  func copy(_ tag: Tag, into target: inout [UInt8]) {
    target.removeAll(keepingCapacity: true)
    unsafe withSection(tag) { unsafe target.append(contentsOf: $0) }
  }
}
