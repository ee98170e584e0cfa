import Glibc

/// Standard output: what goes out, how, and what has to be given up for a slow reader.
///
/// Files are written with blocking writes: nothing is lost. A live stream is written as far as
/// its reader takes it, 4,096 bytes at a time where `poll` says so, also while the tool waits for
/// its input; the rest waits in `WaitingRecords`. A class, since input and output share it.
final class OutputPump {
  private var request: OutputRequest
  private var sound: SoundStream?
  private let soundOffset: Int64?
  private let isFile: Bool
  private let outlivesReader: Bool
  /// Whether there is somebody to write for.
  private(set) var hasReader = true
  private var pipeIsNarrow = false
  private var isFinished = false

  /// What is looked after while the tool waits for its input.
  var companion: (any Companion)?

  private var waiting = WaitingRecords()
  private var current: [UInt8] = []
  private var written = 0
  private var movedAt = 0.0
  private(set) var ledger = OutputLedger()
  private var expected = ExpectedSource()

  /// - Parameters:
  ///   - request: as the command line asks.
  ///   - outlivesReader: whether a reader that goes, and a terminal, only end the writing.
  init(_ request: OutputRequest, outlivesReader: Bool = false) {
    self.request = request
    self.outlivesReader = outlivesReader
    soundOffset = System.changeableOffset(1)
    isFile = System.regularSize(1) != nil
    hasReader = !outlivesReader || !StreamOutput.isTerminal
    if !request.isChangeable { System.setPipeSize(1, bytes: 1 << 20) }
    if !request.followsInput || request.kind != nil { makeSound() }
  }

  private func makeSound() {
    guard let kind = request.kind, kind != .records else { return }
    sound = SoundStream(request, kind: kind, isChangeable: soundOffset != nil)
  }

  /// Settles what goes out by what came in, where the request leaves it to that.
  ///
  /// - Parameter found: what the first record came in.
  /// - Throws: `UsageError` when that cannot hold what is asked for.
  func settle(_ found: OutputRequest.Kind) throws {
    guard request.followsInput, request.kind == nil else { return }
    request = try request.settled(found)
    makeSound()
  }

  /// Does something with the output; beside a recording a reader that has gone, or that takes
  /// nothing when a signal wants the end, is its end.
  private func attempt(_ work: () throws(SampleError) -> Void) throws(SampleError) {
    guard hasReader else { return }
    do throws(SampleError) {
      try work()
    } catch {
      guard outlivesReader, error == .closedPipe || error == .interrupted else { throw error }
      hasReader = false
      (current, written, waiting) = ([], 0, WaitingRecords())
    }
  }

  /// Whether something waits for the reader.
  var isBusy: Bool { written < current.count || !waiting.isEmpty }

  /// Whether a wait for the input is more than that.
  var needsPolling: Bool { isBusy || companion != nil }

  // MARK: records in

  /// Takes a record: writes it, or lets it wait if it is live.
  ///
  /// - Parameter record: used up.
  /// - Throws: `closedPipe`, `system`; `failed` when the output cannot hold it.
  func put(_ record: inout Record) throws(SampleError) {
    try attempt { () throws(SampleError) in try take(&record) }
  }

  private func take(_ record: inout Record) throws(SampleError) {
    if isFile, record.header.flags.contains(.live) {
      record.header.flags.remove(.live)
      record.header.flags.insert(.wasLive)
    }
    guard record.header.flags.contains(.live), !request.isLossless else {
      try flush()
      return try putNow(&record)
    }
    narrowPipe()
    let stalled = isBusy && System.monotonicSeconds() - movedAt > request.queueSeconds
    if !isBusy { movedAt = System.monotonicSeconds() }
    waiting.append(
      entry(&record), hasStalled: stalled, roomSeconds: request.queueSeconds)
    try moveSome()
  }

  private func putNow(_ record: inout Record) throws(SampleError) {
    expected.note(record)
    ledger.begin(record.startsSource, record.header)
    ledger.count(record.header, record.tally)
    guard sound == nil else {
      current.removeAll(keepingCapacity: true)
      written = 0
      try unsafe sound?.append(SoundBlock(record), record.samples, to: &current)
      return try flush()
    }
    record.header.lost += record.tally.lost
    record.appendTally()
    unsafe try record.withEncoded { (bytes) throws(SampleError) in
      try unsafe System.write(1, bytes, name: "standard output")
    }
  }

  /// Lays a record out for waiting.
  private func entry(_ record: inout Record) -> WaitingRecords.Entry {
    expected.note(record)
    record.appendTally()
    record.sumUp()
    var entry = WaitingRecords.Entry(
      bytes: waiting.memory(), block: SoundBlock(record), tally: record.tally,
      row: record.lastTallyRow, pcm: record.range(of: .pcm))
    record.copyAll(into: &entry.bytes)
    return entry
  }

  // MARK: bytes out

  /// Writes what the reader takes without waiting for it.
  func move() throws(SampleError) {
    try attempt { () throws(SampleError) in try moveSome() }
  }

  private func moveSome() throws(SampleError) {
    while isBusy, System.canWrite(1, withinMilliseconds: 0) { try step() }
  }

  /// Writes at most one page: what a pipe that polls writable always takes.
  private func step() throws(SampleError) {
    if written == current.count { try next() }
    let end = min(written + 4096, current.count)
    guard end > written else { return }
    let range = written..<end
    let bytes = current
    unsafe written += try bytes.span.withUnsafeBytes { (bytes) throws(SampleError) in
      try unsafe System.writeSome(
        1, UnsafeRawBufferPointer(rebasing: bytes[range]), name: "standard output")
    }
    movedAt = System.monotonicSeconds()
  }

  /// Sends the oldest waiting record on its way: now its losses are final.
  private func next() throws(SampleError) {
    guard var entry = waiting.popFirst() else { return }
    ledger.begin(entry.block.startsSource, entry.block.header)
    if entry.gapBefore > 0 {
      ledger.lose(entry.gapBefore)
      entry.block.header.flags.insert(.gap)
      entry.block.gapFrames += entry.gapBefore
    }
    ledger.count(entry.block.header, entry.tally)
    written = 0
    waiting.recycle(current)
    current = []
    guard sound == nil else {
      current = waiting.memory()
      current.removeAll(keepingCapacity: true)
      let (block, range) = (entry.block, entry.pcm)
      var span = entry.bytes.mutableSpan
      unsafe try span.withUnsafeMutableBytes { (bytes) throws(SampleError) in
        let samples = unsafe range.map { range in
          unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range]).assumingMemoryBound(
            to: Float.self)
        }
        try unsafe sound?.append(block, samples, to: &current)
      }
      return waiting.recycle(entry.bytes)
    }
    ledger.stamp(&entry)
    current = entry.bytes
  }

  /// Waits until a moment of the monotonic clock, while live output goes on.
  func wait(untilSeconds deadline: Double) throws(SampleError) {
    while !Attention.isEnding, System.monotonicSeconds() < deadline {
      switch try Waiting.wait(for: nil, self, deadline: deadline) {
      case .signal: Attention.answer()
      case .timeout, .ready: return
      }
    }
  }

  /// Writes all that waits, however long the reader takes.
  func flush() throws(SampleError) {
    while isBusy {
      if written == current.count { try next() }
      let start = written
      let bytes = current
      unsafe try bytes.span.withUnsafeBytes { (bytes) throws(SampleError) in
        try unsafe System.write(
          1, UnsafeRawBufferPointer(rebasing: bytes[start...]), name: "standard output")
      }
      written = current.count
    }
  }

  /// Ends the output, and says what was lost.
  func finish() throws(SampleError) {
    try attempt { () throws(SampleError) in try finishStream() }
    if let line = ledger.line(isWordy: request.isWordy) { Diagnostics.remark(line) }
  }

  // Where a fault ends the tool, what waits is written and the header of a file is made true all
  // the same, the stream learns of it, and losses are said; then the fault is.
  deinit {
    guard !isFinished else { return }
    try? tellOfFault()
    try? finish()
  }

  /// Learns which source comes next.
  func expect(_ record: borrowing Record) { expected.expect(record) }

  /// Ends a source that a fault kept from beginning.
  private func tellOfFault() throws(SampleError) {
    var record = Record()
    guard sound == nil, !Attention.isEnding, expected.end(&record) else { return }
    try attempt { () throws(SampleError) in try take(&record) }
  }

  private func finishStream() throws(SampleError) {
    isFinished = true
    try flush()
    if let sound {
      current = sound.ending
      written = 0
      try flush()
      if let header = sound.trueHeader, let soundOffset {
        unsafe try header.span.withUnsafeBytes { (bytes) throws(SampleError) in
          try unsafe System.overwrite(1, at: soundOffset, bytes, name: "standard output")
        }
      }
      if sound.clipped > 0 {
        Diagnostics.remark("\(sound.clipped) samples were over full scale and limited to it")
      }
    }
  }

  private func narrowPipe() {
    guard !pipeIsNarrow else { return }
    pipeIsNarrow = true
    System.setPipeSize(1, bytes: 4096)
  }
}
