import Glibc

/// Writes the sound of records to standard output as WAV, AU or raw samples.
struct SoundWriter: ~Copyable {
  private let kind: OutputRequest.Kind
  private let encoder: SampleEncoder
  private var encoded = AlignedBytes(capacity: 1)
  private var rate = 0.0
  private var channels = 0
  private var mask: UInt32 = 0
  /// Where the header stands in a file that can be changed at the end, else nil.
  private var headerOffset: Int64?
  /// The length that the header has promised to a pipe, frames.
  private var promised: Int64?
  private var dataBytes: Int64 = 0
  private var clipped: Int64 = 0

  /// - Parameters:
  ///   - kind: wav, au or raw.
  ///   - format: of the samples.
  init(_ kind: OutputRequest.Kind, _ format: SampleFormat) {
    self.kind = kind
    encoder = SampleEncoder(format: format, bigEndian: kind == .au)
  }

  /// Writes the sound of one record.
  mutating func write(_ record: inout Record) throws(SampleError) {
    if record.startsSource { try begin(record) }
    let outcome: Result<Int, SampleError>? = unsafe record.withPCM { samples in
      do throws(SampleError) { return .success(try unsafe put(samples)) } catch {
        return .failure(error)
      }
    }
    guard let outcome else {
      guard record.header.frames == 0 else {
        throw .failed("frame \(record.header.position): the records hold no sound (--no-pcm)")
      }
      return
    }
    clipped += Int64(try outcome.get())
  }

  private mutating func put(_ samples: UnsafeMutableBufferPointer<Float>) throws(SampleError) -> Int
  {
    let count = samples.count * (encoder.format.byteCount ?? 4)
    dataBytes += Int64(count)
    if encoder.isNative {
      try unsafe System.write(1, UnsafeRawBufferPointer(samples), name: "standard output")
      return 0
    }
    encoded.reserve(count)
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: encoded.bytes[..<count])
    let limited = unsafe encoder.encode(UnsafeBufferPointer(samples), into: target)
    try unsafe System.write(1, UnsafeRawBufferPointer(target), name: "standard output")
    return limited
  }

  private mutating func begin(_ record: borrowing Record) throws(SampleError) {
    guard channels == 0 else { return try goOn(record.header) }
    rate = record.header.rate
    channels = record.header.channels
    mask = record.channelMask
    guard kind != .raw else { return }
    headerOffset = System.changeableOffset(1)
    if headerOffset == nil { promised = record.expectedFrames }
    try writeHeader(frames: promised)
  }

  private func writeHeader(frames: Int64?, at offset: Int64? = nil) throws(SampleError) {
    let header =
      kind == .wav
      ? WAVHeader.bytes(encoder.format, rate: rate, channels: channels, mask: mask, frames: frames)
      : AUHeader.bytes(encoder.format, rate: rate, channels: channels, frames: frames)
    unsafe try header.span.withUnsafeBytes { (bytes) throws(SampleError) in
      if let offset {
        try unsafe System.overwrite(1, at: offset, bytes, name: "standard output")
      } else {
        try unsafe System.write(1, bytes, name: "standard output")
      }
    }
  }

  /// A second source goes into the same container only if it can.
  private func goOn(_ header: RecordHeader) throws(SampleError) {
    guard header.rate == rate, header.channels == channels else {
      throw .failed(
        "a second source of \(fixed(header.rate, 0)) Hz, \(header.channels) channels; this "
          + "\(kind.rawValue) output has \(fixed(rate, 0)) Hz, \(channels) channels and can hold "
          + "no other; write records instead (--type records)")
    }
    if let promised {
      throw .failed(
        "a second source, but the header has promised \(promised) frames; "
          + "write records or raw instead (--type records)")
    }
  }

  /// Makes the header of a file true, and says what was limited.
  ///
  /// - Throws: `system` when the file cannot be changed.
  mutating func finish() throws(SampleError) {
    if clipped > 0 {
      Diagnostics.remark("\(clipped) samples were over full scale and limited to it")
    }
    if kind == .wav, dataBytes % 2 == 1, headerOffset != nil || promised != nil {
      unsafe try [UInt8(0)].span.withUnsafeBytes { (bytes) throws(SampleError) in
        try unsafe System.write(1, bytes, name: "standard output")
      }
    }
    guard let headerOffset else { return }
    let frames = dataBytes / Int64(channels * (encoder.format.byteCount ?? 4))
    try writeHeader(frames: frames, at: headerOffset)
  }
}
