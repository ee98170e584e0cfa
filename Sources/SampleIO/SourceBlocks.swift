/// Turns sound that has no records into records: the header, SRCE, positions and the end.
///
/// One value for each source; `position` counts in frames of the source.
public struct SourceBlocks {
  /// Hz.
  public let rate: Double
  /// 1…64.
  public let channels: Int
  /// The frame that the next block begins with.
  public private(set) var position: Int64
  /// This process's row of the ledger.
  public var tally = Tally()

  /// Frames that the source will have delivered at its end, where that is certain.
  public var expectedFrames: Int64?

  /// Whether the sound is being made now: the records say so, and when.
  public var isLive = false

  private let payload: [UInt8]
  private let fingerprint: UInt32
  private var begun = false
  private var gap: Int64 = 0

  /// - Parameters:
  ///   - description: what the sound comes from.
  ///   - rate: Hz.
  ///   - channels: 1…64.
  ///   - position: first frame, not 0 where a beginning is left out.
  public init(
    _ description: SourceDescription, rate: Double, channels: Int, position: Int64 = 0
  ) {
    self.rate = rate
    self.channels = channels
    self.position = position
    payload = description.encoded()
    fingerprint = unsafe payload.withUnsafeBytes { unsafe CRC32C.of($0) }
    tally.rate = rate
  }

  /// Begins the next record: header and SRCE, no sound yet.
  private mutating func begin(_ record: inout Record, frames: Int) {
    record.removeAll()
    record.header = RecordHeader()
    record.header.rate = rate
    record.header.channels = channels
    record.header.move(to: position)
    if isLive {
      record.header.flags.insert(.live)
      // The block has just ended.
      record.header.timeNanoseconds =
        System.utcNanoseconds() - Int64((Double(frames) / rate * 1e9).rounded())
    }
    record.header.fingerprint = fingerprint
    if !begun { record.header.flags.insert(.first) }
    record.startsSource = !begun
    record.gapFrames = gap
    if gap > 0 { record.header.flags.insert(.gap) }
    gap = 0
    record.expectedFrames = expectedFrames
    record.tally = tally
    begun = true
    let payload = payload
    unsafe record.insert(.source, byteCount: payload.count) { unsafe $0.copyBytes(from: payload) }
    position += Int64(frames)
  }

  /// Loses frames before the next block: the position jumps.
  ///
  /// - Parameters:
  ///   - frames: lost.
  ///   - isEstimated: whether they were counted or only estimated.
  mutating func lose(_ frames: Int64, isEstimated: Bool) {
    position += frames
    gap += frames
    tally.lost += frames
    tally.gaps += 1
    tally.longestGap = max(tally.longestGap, frames)
    if isEstimated { tally.lossEstimated = true }
  }

  /// Makes the record of one block.
  ///
  /// - Parameters:
  ///   - record: used again.
  ///   - samples: at least frames × channels, interleaved.
  ///   - frames: of the block.
  public mutating func fill(_ record: inout Record, with samples: [Float], frames: Int) {
    begin(&record, frames: frames)
    record.setPCM(samples, frames: frames, channels: channels)
  }

  /// Makes the record of one block from stored samples.
  mutating func fill(
    _ record: inout Record, decoding bytes: UnsafeRawBufferPointer, _ decoder: SampleDecoder
  ) {
    let frames = bytes.count / (channels * decoder.byteCount)
    begin(&record, frames: frames)
    unsafe record.setPCM(frames: frames, channels: channels) { samples in
      if decoder.isNative {
        unsafe UnsafeMutableRawBufferPointer(samples).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[..<(samples.count * 4)]))
      } else {
        unsafe decoder.decode(bytes, into: samples)
      }
    }
  }

  /// Takes back frames of the last block that are not delivered.
  mutating func giveBack(frames: Int) { position -= Int64(frames) }

  /// Makes the source's last record.
  ///
  /// - Parameters:
  ///   - record: used again.
  ///   - reason: why the source ended.
  public mutating func finish(_ record: inout Record, _ reason: RecordHeader.End) {
    begin(&record, frames: 0)
    record.header.flags.insert(.end)
    record.header.end = reason
  }
}
