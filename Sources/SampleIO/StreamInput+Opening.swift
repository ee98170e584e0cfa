/// How a source is begun: what its first bytes are decides.
extension StreamInput {
  mutating func openNext() throws -> Bool {
    isTold = false
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
    name = file
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

  mutating func open(_ input: consuming ByteInput) throws {
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
    // libsndfile begins again, and goes back and forth.
    let canReopen = input.isWholeFile
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
        advice: readable ? Container.captureAdvice : Container.ffmpegAdvice(name))
    case .unknown:
      if request.rate != nil, request.channels != nil {
        return try begin(input, try request.rawHeader(name), .unknown)
      }
      if try input.isAtEnd() { throw SampleError.failed("\(name): empty, there is no sound in it") }
      if canReopen, SoundReader.knows(isFile ? name : nil) { return try beginSound() }
      _ = try request.rawHeader(name)
    }
  }

  /// Begins a source of plain samples.
  mutating func begin(
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
  mutating func beginSound() throws {
    var reader = try SoundReader(isFile ? name : nil)
    try request.check(rate: reader.rate, channels: reader.channels, name)
    let first = firstFrame(reader.rate)
    if first > 0 { try reader.seek(toFrame: first) }
    var description = reader.description
    description.kind = isFile ? .file : .pipe
    beginBlocks(
      description, rate: reader.rate, channels: reader.channels, first: first)
    sound = consume reader
  }

  func firstFrame(_ rate: Double) -> Int64 {
    Int64((request.startSeconds * rate).rounded())
  }

  mutating func beginBlocks(
    _ found: SourceDescription, rate: Double, channels: Int, first: Int64
  ) {
    var description = found
    description.rate = rate
    description.channels = channels
    sign(&description)
    lastFrame = request.durationSeconds.map { first + Int64(($0 * rate).rounded()) }
    let total = description.frames.map { min($0, lastFrame ?? $0) } ?? lastFrame
    Attention.note(frames: first, of: total, rate: rate)
    var blocks = SourceBlocks(description, rate: rate, channels: channels, position: first)
    let isWhole = first == 0 && lastFrame == nil && request.files.count <= 1
    blocks.expectedFrames = isWhole ? description.frames : nil
    self.blocks = blocks
  }

  /// What is said of a source that could not be read.
  var unreadDescription: SourceDescription {
    var description = SourceDescription()
    description.kind = request.device != nil ? .device : isFile ? .file : .pipe
    sign(&description)
    return description
  }

  /// Writes down what the source is called, and the user's note.
  private func sign(_ description: inout SourceDescription) {
    description.note = request.note
    if isFile || request.device != nil, !request.anonymous {
      description.name = Diagnostics.lastComponent(name)
    }
  }
}
