/// The first frame of MPEG audio, found by its sync.
///
/// Eleven set bits are little: one Float32 in some thousands begins like that. So a sync counts
/// only if a second one stands where the first frame ends.
/// Source: ISO 11172-3, 2.4.2.3; ISO 13818-7, 6.2 (ADTS).
struct FrameSync {
  /// What files that begin so are called, and whether libsndfile reads them.
  let container: Container
  /// Bytes of the first frame.
  let frameBytes: Int

  /// Fails where the bytes are no frame's header.
  ///
  /// - Parameter head: the first six bytes, or more.
  init?(_ head: [UInt8]) {
    guard head.count >= 6, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
    if head[1] & 0xF6 == 0xF0 {
      container = .foreign("an AAC file (ADTS)", readable: false)
      frameBytes = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
      guard frameBytes > 7 else { return nil }
      return
    }
    let (version, layer) = (head[1] >> 3 & 3, 4 - Int(head[1] >> 1 & 3))
    let (bitrate, rate) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
    guard version != 1, layer < 4, 1...14 ~= bitrate, rate < 3 else { return nil }
    let isFirst = version == 3
    let kilobits = Self.kilobits[isFirst ? layer - 1 : layer == 1 ? 3 : 4][bitrate - 1]
    let hertz = [44_100, 48_000, 32_000][rate] / (isFirst ? 1 : version == 2 ? 2 : 4)
    let padding = Int(head[2] >> 1 & 1)
    container = .foreign("an MP3 file", readable: true)
    switch layer {
    case 1: frameBytes = (12_000 * kilobits / hertz + padding) * 4
    case 3 where !isFirst: frameBytes = 72_000 * kilobits / hertz + padding
    default: frameBytes = 144_000 * kilobits / hertz + padding
    }
  }

  /// Whether another frame begins where the first one ends.
  ///
  /// - Parameter bytes: the first frame and two bytes more, or less at the end of input.
  /// - Returns: false also where the frame is all there is.
  func isConfirmed(by bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= frameBytes + 2 else { return false }
    return unsafe bytes[frameBytes] == 0xFF && bytes[frameBytes + 1] & 0xE0 == 0xE0
  }

  /// Rates of the first version by layer, then those of the later ones: layer I, layers II and III.
  private static let kilobits = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
