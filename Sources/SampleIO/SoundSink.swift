import Glibc
internal import SoundFile

/// A finished sound file, or WAV on standard output.
///
/// A file grows as `FILE.part` and gets its name when it is whole. On standard output WAV goes out as
/// it comes, with unknown lengths; other formats go back and forth while they are written, so they
/// are made in a nameless file first. A class, since views are copied and files are not.
public final class SoundSink {
  private let request: SoundSinkRequest
  private var part: PartFile?
  private var spool: Int32 = -1
  private var writer: SoundFileWriter?
  private var stream: SoundStream?
  private let streamOffset: Int64?
  private var filler = GapFiller(.fill)
  private var bytes: [UInt8] = []
  private var rate = 0.0
  private var channels = 0
  private var hasFailed = false
  private var name: String { request.path ?? "standard output" }

  /// Begins the file, so that what stands in its way is said before any work.
  ///
  /// - Parameter request: as the command line asks.
  /// - Throws: `failed` when the name is taken, `system`.
  public init(_ request: SoundSinkRequest) throws(SampleError) {
    self.request = request
    streamOffset = System.changeableOffset(1)
    if let path = request.path {
      part = try PartFile(path, replacing: request.replaces)
    } else if request.target.container != .wav {
      spool = try System.namelessFile()
    }
  }

  deinit {
    // What was not finished leaves nothing behind.
    writer = nil
    part?.discard()
    if spool >= 0 { close(spool) }
  }

  /// Begins the sound.
  ///
  /// - Parameter record: the first of a source.
  /// - Throws: `failed` when the file cannot hold such sound.
  public func begin(_ record: borrowing Record) throws(SampleError) {
    try begin(SoundBlock(record))
  }

  /// Begins the sound of something that was no record.
  ///
  /// - Parameters:
  ///   - rate: Hz.
  ///   - channels: of a frame.
  ///   - frames: in all.
  /// - Throws: `failed` when the file cannot hold such sound.
  public func begin(rate: Double, channels: Int, frames: Int64) throws(SampleError) {
    var header = RecordHeader()
    header.rate = rate
    header.channels = channels
    try begin(SoundBlock(first: header, expectedFrames: frames))
  }

  private func begin(_ block: SoundBlock) throws(SampleError) {
    guard channels == 0 else {
      let (kind, second) = (SoundKind(rate: rate, channels: channels), block.header.kind)
      guard second == kind else {
        throw .failed(
          "\(name): a second source of \(second); the file has \(kind); "
            + second.advice(besides: kind))
      }
      return
    }
    (rate, channels) = (block.header.rate, block.header.channels)
    if part == nil, spool < 0 {
      let output = OutputRequest(sound: request.target.samples.format, gaps: request.gaps)
      var stream = SoundStream(output, kind: .wav, isChangeable: streamOffset != nil)
      var start = block
      start.header.frames = 0
      unsafe try stream.append(start, nil, to: &bytes)
      self.stream = stream
      return try flush()
    }
    filler = GapFiller(request.gaps ?? .fill)
    hasFailed = true
    do {
      writer = try SoundFileWriter(
        descriptor: part?.descriptor ?? spool, request.target, rate: rate, channels: channels,
        mask: block.mask)
    } catch {
      throw .failed("\(name): \(error)")
    }
    hasFailed = false
  }

  /// Writes frames.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1.
  ///   - gap: frames that are missing before them.
  /// - Throws: `failed`, `system`, `closedPipe`.
  public func put(_ samples: [Float], gap: Int64 = 0) throws(SampleError) {
    guard !samples.isEmpty else { return }
    var samples = samples
    if stream != nil {
      var header = RecordHeader()
      header.frames = samples.count / channels
      var block = SoundBlock(first: header, expectedFrames: nil)
      (block.startsSource, block.gapFrames) = (false, gap)
      var span = samples.mutableSpan
      unsafe try span.withUnsafeMutableBytes { (memory) throws(SampleError) in
        unsafe try stream?.append(block, memory.assumingMemoryBound(to: Float.self), to: &bytes)
      }
      return try flush()
    }
    if gap > 0 {
      try write(filler.filling(frames: gap, before: Array(samples[..<channels]), rate: rate))
      unsafe samples.withUnsafeMutableBufferPointer {
        unsafe filler.join($0, channels: channels, rate: rate)
      }
    }
    try write(samples)
    unsafe samples.withUnsafeMutableBufferPointer {
      unsafe filler.remember($0, channels: channels)
    }
  }

  private func write(_ samples: [Float]) throws(SampleError) {
    do throws(SoundFileError) {
      try writer?.write(samples)
    } catch {
      hasFailed = true
      throw .failed("\(name): \(error)")
    }
  }

  private func flush() throws(SampleError) {
    hasFailed = true
    try System.write(bytes, to: 1, name: "standard output")
    hasFailed = false
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the file and gives it its name; does nothing after a failure to write.
  ///
  /// - Throws: `failed`, `system`, `closedPipe`.
  public func finish() throws(SampleError) {
    guard channels > 0, !hasFailed else { return }
    var clipped = stream?.clipped ?? 0
    if let stream {
      bytes = stream.ending
      try flush()
      if let header = stream.trueHeader, let streamOffset {
        unsafe try header.span.withUnsafeBytes { (header) throws(SampleError) in
          try unsafe System.overwrite(1, at: streamOffset, header, name: "standard output")
        }
      }
    } else {
      clipped = writer?.clipped ?? 0
      do throws(SoundFileError) {
        try writer.take()?.close()
      } catch {
        throw .failed("\(name): \(error)")
      }
      // From here on the part is gone, or it stays for somebody to look at.
      if let part = part.take() { try part.commit() }
      if spool >= 0 { try System.copyAll(from: spool, to: 1, name: "standard output") }
    }
    if clipped > 0 {
      Diagnostics.remark("\(clipped) samples were over full scale and limited to it")
    }
  }
}

extension SoundSampleFormat {
  /// The same as a stream has it.
  fileprivate var format: SampleFormat {
    switch self {
    case .s24: .s24
    case .s32: .s32
    case .f32: .f32
    default: .s16
    }
  }
}
