/// Reads blocks of plain samples: the sound of a WAV or AU file, or raw.
struct PCMReader: ~Copyable {
  var input: ByteInput
  let header: PCMHeader
  let container: Container
  private var raw = AlignedBytes(capacity: 1)
  private var left: Int64?

  /// - Parameters:
  ///   - input: stands at the first sample.
  ///   - header: what the samples are.
  ///   - container: what they stand in.
  init(_ input: consuming ByteInput, _ header: PCMHeader, _ container: Container) {
    self.input = input
    self.header = header
    self.container = container
    left = header.dataBytes
  }

  /// What follows the sound: another file of its kind behind this one, or nothing.
  enum After { case another, nothing }

  /// Whether everything that the source has was read, as far as its header tells.
  var isAtEnd: Bool { left ?? 0 == 0 }

  /// Passes over frames.
  ///
  /// - Parameter frames: how many.
  /// - Throws: `truncated` when there are fewer.
  mutating func skip(frames: Int64) throws(SampleError) {
    let count = frames * Int64(header.frameBytes)
    if let left, count > left {
      throw .failed("\(input.name): has \(left / Int64(header.frameBytes)) frames, not \(frames)")
    }
    let done = try input.skip(count)
    left? -= done
    guard done == count else {
      throw .failed(
        "\(input.name): has \(done / Int64(header.frameBytes)) frames, not \(frames)")
    }
  }

  /// Reads a block.
  ///
  /// - Parameters:
  ///   - frames: how many; the last block of a source may be shorter.
  ///   - body: gets the whole frames that came.
  /// - Returns: the frames that came, 0 at the end; and what was wrong behind them, if anything.
  /// - Throws: `system` when reading fails.
  mutating func read(
    frames: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SampleError) -> (frames: Int, fault: SampleError?) {
    let size = header.frameBytes
    let wanted = Int(min(Int64(frames * size), left ?? .max))
    guard wanted > 0 else { return (0, nil) }
    raw.reserve(wanted)
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: raw.bytes[..<wanted])
    let got = try unsafe input.read(into: target)
    left? -= Int64(got)
    let whole = got / size
    if whole > 0 {
      unsafe body(UnsafeRawBufferPointer(rebasing: raw.bytes[..<(whole * size)]))
    }
    return (whole, fault(got: got, wanted: wanted))
  }

  private func fault(got: Int, wanted: Int) -> SampleError? {
    guard got < wanted || got % header.frameBytes != 0 else { return nil }
    if let left, left > 0, let frames = header.frames {
      let came = frames - (left + Int64(header.frameBytes) - 1) / Int64(header.frameBytes)
      return .truncated(
        input: input.name, byte: input.offset,
        what: "cut short, \(came) of \(frames) frames are there")
    }
    let rest = got % header.frameBytes
    guard rest != 0 else { return nil }
    return .truncated(
      input: input.name, byte: input.offset,
      what: "inside a frame, \(rest) of its \(header.frameBytes) bytes are there")
  }

  /// Goes on behind the sound: passes over what was not wanted and the chunks that follow.
  ///
  /// Sound of unknown length reaches to the end of input: nothing can follow it, and where only
  /// a part was wanted the rest may never end.
  ///
  /// - Returns: whether another WAV or AU file follows, as after `cat a.wav b.wav`.
  /// - Throws: `system` when reading fails.
  mutating func finish() throws(SampleError) -> After {
    guard let bytes = header.dataBytes, let rest = left else { return .nothing }
    _ = try input.skip(rest)
    left = 0
    guard container == .wav else {
      let next = try unsafe input.peek(4) { unsafe Array($0) }
      if container == .au, next == Array(".snd".utf8) { return .another }
      try input.drain()
      return .nothing
    }
    if bytes % 2 == 1, try unsafe input.peek(1, { unsafe $0.first }) == 0 {
      _ = try input.skip(1)
    }
    while true {
      let chunk = try unsafe input.peek(8) { unsafe Array($0) }
      guard chunk.count == 8 else {
        try input.drain()
        return .nothing
      }
      if Container.beginsWAV(chunk) { return .another }
      let size = chunk[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      _ = try input.skip(8 + size + size % 2)
    }
  }
}
