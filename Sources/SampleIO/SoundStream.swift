/// The sound of records as a stream of WAV, AU or raw samples: header, blocks, gaps, the end.
///
/// It makes bytes and writes nothing.
struct SoundStream {
  private let kind: OutputRequest.Kind
  private let encoder: SampleEncoder
  private var filler: GapFiller
  private let waysOfUser: GapFiller.Way?
  private var rate = 0.0
  private var channels = 0
  private var mask: UInt32 = 0
  /// Whether the header can be made true at the end.
  private let isChangeable: Bool
  /// The length that the header has promised to a pipe, frames.
  private var promised: Int64?
  private var dataBytes: Int64 = 0
  /// Samples that were limited.
  private(set) var clipped: Int64 = 0

  /// - Parameters:
  ///   - request: the format and what becomes of gaps.
  ///   - kind: wav, au or raw.
  ///   - isChangeable: whether the output is a file whose header can be changed at the end.
  init(_ request: OutputRequest, kind: OutputRequest.Kind, isChangeable: Bool) {
    self.kind = kind
    self.isChangeable = isChangeable
    encoder = SampleEncoder(format: request.format, bigEndian: kind == .au)
    filler = GapFiller(request.gaps ?? .fill)
    waysOfUser = request.gaps
  }

  /// Appends what one record becomes.
  ///
  /// - Parameters:
  ///   - block: what the record says.
  ///   - samples: its sound, interleaved; changed where it joins a gap; nil without sound.
  ///   - bytes: gets the bytes.
  /// - Throws: `failed` when the stream cannot hold it.
  mutating func append(
    _ block: SoundBlock, _ samples: UnsafeMutableBufferPointer<Float>?, to bytes: inout [UInt8]
  ) throws(SampleError) {
    guard !block.header.isUnread else { return }
    if block.startsSource { try begin(block, &bytes) }
    guard let samples = unsafe samples, block.header.frames > 0 else {
      guard block.header.frames == 0 else {
        throw .failed("frame \(block.header.position): the records hold no sound (--no-pcm)")
      }
      return
    }
    if block.gapFrames > 0 {
      let first = unsafe Array(samples[..<channels])
      var filling = filler.filling(frames: block.gapFrames, before: first, rate: rate)
      unsafe filling.withUnsafeMutableBufferPointer { unsafe encode($0, &bytes) }
      unsafe filler.join(samples, channels: channels, rate: rate)
    }
    unsafe encode(samples, &bytes)
    unsafe filler.remember(samples, channels: channels)
  }

  private mutating func encode(
    _ samples: UnsafeMutableBufferPointer<Float>, _ bytes: inout [UInt8]
  ) {
    let count = samples.count * (encoder.format.byteCount ?? 4)
    dataBytes += Int64(count)
    if encoder.isNative {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(samples))
      return
    }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    let limited = unsafe bytes.withUnsafeMutableBytes { all in
      unsafe encoder.encode(
        UnsafeBufferPointer(samples), into: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
    }
    clipped += Int64(limited)
  }

  private mutating func begin(_ block: SoundBlock, _ bytes: inout [UInt8]) throws(SampleError) {
    guard channels == 0 else { return try goOn(block.header) }
    rate = block.header.rate
    channels = block.header.channels
    mask = block.mask
    // A player cannot wait for silence that stands for lost time; a file shall keep time.
    let isPlayed = block.header.flags.contains(.live) && !isChangeable
    filler = GapFiller(waysOfUser ?? (isPlayed ? .join : .fill))
    if !isChangeable { promised = block.expectedFrames }
    bytes.append(contentsOf: header(frames: promised))
  }

  private func header(frames: Int64?) -> [UInt8] {
    switch kind {
    case .wav:
      WAVHeader.bytes(encoder.format, rate: rate, channels: channels, mask: mask, frames: frames)
    case .au: AUHeader.bytes(encoder.format, rate: rate, channels: channels, frames: frames)
    case .raw, .records: []
    }
  }

  /// A second source goes into the same container only if it can.
  private func goOn(_ header: RecordHeader) throws(SampleError) {
    let sound = SoundKind(rate: rate, channels: channels)
    guard header.kind == sound else {
      throw .failed(
        "a second source of \(header.kind); this \(kind.rawValue) output has \(sound) and can hold "
          + "no other; write records instead (--type records)")
    }
    if let promised, kind != .raw {
      throw .failed(
        "a second source, but the header has promised \(promised) frames; "
          + "write records or raw instead (--type records)")
    }
  }

  /// What stands behind the last sample.
  var ending: [UInt8] {
    let isKnown = isChangeable || promised != nil
    return kind == .wav && dataBytes % 2 == 1 && isKnown ? [0] : []
  }

  /// The true header of a file that has ended, nil where there is none to change.
  var trueHeader: [UInt8]? {
    guard isChangeable, channels > 0, kind != .raw else { return nil }
    return header(frames: dataBytes / Int64(channels * (encoder.format.byteCount ?? 4)))
  }
}

/// What a record says that its sound alone does not.
struct SoundBlock {
  var header: RecordHeader
  var startsSource: Bool
  /// Frames missing before it.
  var gapFrames: Int64
  var mask: UInt32
  var expectedFrames: Int64?

  /// What begins a source that was no record.
  init(first header: RecordHeader, expectedFrames: Int64?) {
    self.header = header
    self.expectedFrames = expectedFrames
    startsSource = true
    gapFrames = 0
    mask = 0
  }

  init(_ record: borrowing Record) {
    header = record.header
    startsSource = record.startsSource
    gapFrames = record.gapFrames
    mask = record.startsSource ? record.channelMask : 0
    expectedFrames = record.expectedFrames
  }
}
