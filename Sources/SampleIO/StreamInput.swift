/// A tool's input as records, whatever it was: records, WAV, AU, raw, or a sound file.
///
/// Several files are several sources, one after the other. A source that goes wrong gets its
/// end record before the fault is thrown.
public struct StreamInput: ~Copyable {
  private let request: InputRequest
  private var waiting: ArraySlice<String>
  private var started = false
  private var fault: (any Error)?

  // Of the source under way, at most one of the first three is there.
  private var records: RecordReader?
  private var pcm: PCMReader?
  private var sound: SoundReader?
  private var blocks: SourceBlocks?
  private var card: SoundCard?
  private var lastFrame: Int64?
  private var isFile = false
  private var name = ""
  private var cut: RecordCut
  private var replaced: Int64 = 0
  private var isFinished = false
  private var isRegular = false
  private var retryAt: Double?
  /// The output that goes on while this waits.
  var pump: OutputPump?
  private var companion: (any Companion)?

  public init(_ request: InputRequest) {
    Attention.watchForEnding()
    self.request = request
    cut = RecordCut(request)
    waiting = (request.files.isEmpty ? [request.device ?? "-"] : request.files)[...]
  }

  /// The input as a tool's command line asks for it.
  ///
  /// - Parameter arguments: with the options `Option.input`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    if let word = arguments.operands.first {
      throw UsageError("'\(word)': no operand is expected here; a file is read with -i FILE")
    }
    self.init(try InputRequest(arguments))
  }

  /// Looks after something else while this waits; for tools without an output that does.
  public mutating func accompany(_ companion: any Companion) { self.companion = companion }

  /// Reads the next record.
  ///
  /// - Parameter record: used again for each.
  /// - Returns: false when there are no more.
  /// - Throws: what is wrong with the input, after everything before it was delivered.
  public mutating func next(into record: inout Record) throws -> Bool {
    Attention.answer()
    while !isFinished {
      if let fault {
        if blocks != nil {
          blocks?.finish(&record, .error)
          blocks = nil
          return true
        }
        sayWhatWasReplaced()
        throw fault
      }
      if Attention.isEnding, records == nil || Attention.ending != Attention.interrupt {
        return interrupt(&record)
      }
      if records != nil {
        record.container = .records
        if try nextRecord(&record) { return true }
      } else if blocks != nil {
        record.container = pcm?.container.kind ?? .records
        try nextBlock(&record)
        return true
      }
      guard try openNext() else {
        sayWhatWasReplaced()
        return false
      }
    }
    return false
  }

  /// Ends the source under way because a signal wants it.
  ///
  /// - Returns: false when there is none.
  private mutating func interrupt(_ record: inout Record) -> Bool {
    isFinished = true
    sayWhatWasReplaced()
    if records?.open ?? false {
      records?.endSource(&record, .interrupted)
      return true
    }
    guard var source = blocks.take() else { return false }
    source.finish(&record, .interrupted)
    return true
  }

  /// Leaves the source under way, if it does not stand inside a stream of records.
  public mutating func leaveSource() {
    guard records == nil || !isFile else { return }
    records = nil
    pcm = nil
    sound = nil
    blocks = nil
  }

  private func sayWhatWasReplaced() {
    guard replaced > 0 else { return }
    Diagnostics.remark("\(replaced) samples were no finite numbers and became zero")
  }

  // MARK: opening

  private mutating func openNext() throws -> Bool {
    if let reader = pcm.take() {
      var reader = reader
      // A pipe of which only a part was wanted may never end; a file is passed over quickly.
      if reader.isAtEnd || reader.input.fileSize != nil,
        case .another = try reader.finish()
      {
        try open(reader.input)
        return true
      }
    }
    records = nil
    sound = nil
    guard let file = waiting.popFirst() else { return false }
    if request.device != nil {
      try openCard()
      return true
    }
    isFile = file != "-"
    guard isFile else {
      let input = ByteInput()
      guard !input.isTerminal else {
        throw UsageError(
          "standard input is a terminal; name a file, or pipe sound in: arecord -f dat -t wav | "
            + Diagnostics.tool)
      }
      try open(input)
      return true
    }
    try open(try ByteInput(path: file))
    return true
  }

  private mutating func open(_ input: consuming ByteInput) throws {
    name = input.name
    input.pump = pump
    input.companion = companion
    isRegular = input.fileSize != nil
    input.patience.stallSeconds = request.stallSeconds
    if request.isLive, input.fileSize != nil {
      throw UsageError(
        "\(name): --live on a file would drop nearly all of it; sm-capture --realtime plays a file "
          + "at its own pace")
    }
    if request.format != nil {
      return try begin(input, try request.rawHeader(name), .unknown)
    }
    let container = try Container.sniff(&input)
    // Only a regular file that was named can be opened a second time, by libsndfile.
    let canReopen = isFile && input.fileSize != nil
    switch container {
    case .records:
      guard request.block == nil else {
        throw UsageError("\(name): records have their block size already; leave --block out")
      }
      records = RecordReader(input, isLive: request.isLive)
    case .wav, .au:
      do {
        let header =
          try container == .wav ? WAVHeader.read(from: &input) : AUHeader.read(from: &input)
        try begin(input, header, container)
      } catch SampleError.foreign where canReopen {
        try beginSound()
      }
    case .foreign(_, readable: true) where canReopen:
      try beginSound()
    case .foreign(let kind, let readable):
      throw SampleError.foreign(
        input: name, kind: kind,
        advice: readable ? Container.captureAdvice(name) : Container.ffmpegAdvice(name))
    case .unknown:
      if request.rate != nil, request.channels != nil {
        return try begin(input, try request.rawHeader(name), .unknown)
      }
      if try input.isAtEnd() { throw SampleError.failed("\(name): empty, there is no sound in it") }
      if canReopen, SoundReader.knows(name) { return try beginSound() }
      _ = try request.rawHeader(name)
    }
  }

  /// Begins a source that a sound card delivers.
  private mutating func openCard() throws {
    while let time = retryAt, !Attention.isEnding, System.monotonicSeconds() < time {
      _ = try Waiting.wait(for: nil, pump, companion, deadline: time)
    }
    name = request.device ?? ""
    let header = request.deviceHeader
    let opened = try SoundCard(name, header)
    var input = ByteInput(descriptor: opened.output, name: name)
    card = consume opened
    input.pump = pump
    input.companion = companion
    input.patience.stallSeconds = request.stallSeconds
    try begin(input, header, .unknown)
  }

  /// Asks the sound card what it lost; ends it when the source ends.
  ///
  /// - Parameters:
  ///   - blocks: gets the loss.
  ///   - hasEnded: whether nothing more comes.
  /// - Returns: whether the card has gone and is to be tried again.
  private mutating func askCard(_ blocks: inout SourceBlocks, hasEnded: Bool) -> Bool {
    guard card != nil else { return false }
    do {
      let lost = try card?.lostFrames() ?? 0
      if lost > 0 { blocks.lose(lost, isEstimated: true) }
      guard hasEnded else { return false }
      let isWanted = Attention.isEnding || lastFrame.map { blocks.position >= $0 } ?? false
      // Its pipe goes first: arecord would not hear of the end while it waits to write.
      pcm = nil
      let reason = card?.end(isWanted: isWanted)
      card = nil
      guard let reason else { return false }
      guard let seconds = request.retrySeconds else {
        fault = reason
        return false
      }
      Diagnostics.remark("\(reason); trying again in \(fixed(seconds, 1)) s")
      waiting = [name]
      retryAt = System.monotonicSeconds() + seconds
      return true
    } catch {
      fault = error
      return false
    }
  }

  /// Begins a source of plain samples.
  private mutating func begin(
    _ input: consuming ByteInput, _ header: PCMHeader, _ container: Container
  ) throws {
    try request.check(rate: header.rate, channels: header.channels, name)
    var description = SourceDescription()
    description.kind = card != nil ? .device : isFile ? .file : .pipe
    description.mask = header.mask
    description.format = header.decoder.format
    description.bytes = input.fileSize
    let known = input.fileSize.map { _ in input.remaining ?? 0 }
    description.frames = header.frames ?? known.map { $0 / Int64(header.frameBytes) }
    let isLive = request.isLive || header.isLive
    var reader = PCMReader(input, header, container)
    reader.input.patience.isLive = isLive
    let first = firstFrame(header.rate)
    if first > 0 { try reader.skip(frames: first) }
    beginBlocks(description, rate: header.rate, channels: header.channels, first: first)
    blocks?.isLive = isLive
    pcm = consume reader
  }

  /// Begins a source that libsndfile reads.
  private mutating func beginSound() throws {
    var reader = try SoundReader(name)
    try request.check(rate: reader.rate, channels: reader.channels, name)
    let first = firstFrame(reader.rate)
    if first > 0 { try reader.seek(toFrame: first) }
    beginBlocks(
      reader.description, rate: reader.rate, channels: reader.channels, first: first)
    sound = consume reader
  }

  private func firstFrame(_ rate: Double) -> Int64 {
    Int64((request.startSeconds * rate).rounded())
  }

  private mutating func beginBlocks(
    _ found: SourceDescription, rate: Double, channels: Int, first: Int64
  ) {
    var description = found
    description.rate = rate
    description.channels = channels
    description.note = request.note
    if isFile || card != nil, !request.anonymous {
      description.name = Diagnostics.lastComponent(name)
    }
    lastFrame = request.durationSeconds.map { first + Int64(($0 * rate).rounded()) }
    let total = description.frames.map { min($0, lastFrame ?? $0) } ?? lastFrame
    Attention.note(frames: first, of: total, rate: rate)
    var blocks = SourceBlocks(description, rate: rate, channels: channels, position: first)
    let isWhole = first == 0 && lastFrame == nil && request.files.count <= 1
    blocks.expectedFrames = isWhole ? description.frames : nil
    self.blocks = blocks
  }

  // MARK: blocks

  /// Makes the next record of a source without records: a block, or its end.
  private mutating func nextBlock(_ record: inout Record) throws {
    guard var blocks = blocks.take() else { return }
    let room = lastFrame.map { $0 - blocks.position } ?? .max
    let wanted = Int(min(Int64(request.blockFrames), room))
    var frames = 0
    do {
      if let decoder = pcm?.header.decoder {
        let got = unsafe try pcm?.read(frames: wanted) { bytes in
          unsafe blocks.fill(&record, decoding: bytes, decoder)
        }
        frames = got?.frames ?? 0
        fault = got?.fault
      } else {
        frames = try sound?.read(frames: wanted, &blocks, &record) ?? 0
      }
    } catch {
      fault = error
    }
    let hasCardGone = askCard(&blocks, hasEnded: frames == 0)
    // What a signal has cut is no fault of the input.
    if Attention.isEnding { fault = nil }
    pcm?.input.patience.note(in: &blocks.tally)
    pcm?.input.patience.note(in: &record.tally)
    if frames > 0, isFile, !request.scrub, let bad = record.firstNonFinite {
      fault = SampleError.nonFinite(
        input: name, frame: record.header.position + Int64(bad.frame), channel: bad.channel + 1)
      blocks.giveBack(frames: frames - bad.frame)
      frames = bad.frame
      if frames > 0 { record.cutPCM(frames: frames) }
    }
    guard frames > 0 else {
      let reason: RecordHeader.End = Attention.isEnding ? .interrupted : .endOfInput
      blocks.finish(&record, fault != nil || hasCardGone ? .error : reason)
      return
    }
    let count = record.scrub()
    replaced += count
    blocks.tally.nonFinite += count
    record.tally.nonFinite += count
    Attention.note(frames: blocks.position)
    self.blocks = blocks
  }

  // MARK: records

  /// Reads the next record that is wanted.
  ///
  /// - Returns: false at the end of this input.
  private mutating func nextRecord(_ record: inout Record) throws -> Bool {
    while try records?.next(into: &record) ?? false {
      try request.check(rate: record.header.rate, channels: record.header.channels, name)
      markLive(&record)
      switch cut.decide(&record) {
      case .pass:
        break
      case .skip:
        continue
      case .beyond:
        throw SampleError.failed(
          "\(name): has \(record.header.position) frames; --start is behind them")
      case .finish:
        records?.endSource(&record, .endOfInput, at: cut.end)
        // A pipe may never end; a file is read on to its next source.
        if !isFile { records = nil }
        return true
      }
      try refuseOrScrub(&record)
      if record.header.isEnd, request.isWordy, pump == nil { Diagnostics.say(record.lossLine) }
      Attention.note(
        frames: record.header.position, of: record.sourceFrames, rate: record.header.rate)
      return true
    }
    return false
  }

  /// Live is a property of now: what comes from a regular file was live once.
  private func markLive(_ record: inout Record) {
    if request.isLive { record.header.flags.insert(.live) }
    guard isRegular, record.header.flags.contains(.live) else { return }
    record.header.flags.remove(.live)
    record.header.flags.insert(.wasLive)
  }

  private mutating func refuseOrScrub(_ record: inout Record) throws {
    guard let bad = record.firstNonFinite else { return }
    if isFile, !request.scrub {
      fault = SampleError.nonFinite(
        input: name, frame: record.header.position + Int64(bad.frame), channel: bad.channel + 1)
      records?.endSource(&record, .error, at: record.header.position)
      return
    }
    let count = record.scrub()
    // What was measured was measured of something else.
    record.dropMeasurements()
    replaced += count
    records?.count(nonFinite: count)
    record.tally.nonFinite += count
  }
}
