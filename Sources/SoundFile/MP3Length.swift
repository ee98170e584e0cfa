/// The length in the first frame of an MP3 file that libsndfile writes.
///
/// The encoder leaves that frame empty until the end. Without a length there libsndfile reads only
/// part of the file, so it is put in while the file grows, and made true after a failure.
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3 (header); Xing's VBR header (frames, bytes).
struct MP3Length {
  /// Whole frames found so far, the first one included.
  private var frames = 0
  /// Where the next one begins.
  private var offset: Int64 = 0

  /// Counts the frames that have come, and says it in the first.
  mutating func update(_ descriptor: Int32) {
    let file = SoundDescriptor(descriptor)
    while let bytes = scan(file.bytes(at: offset, count: 1 << 16)) { offset += Int64(bytes) }
    let header = file.bytes(at: 0, count: 4)
    guard frames > 0, header.count == 4 else { return }
    let isMono = header[3] >> 6 == 3
    let sideBytes = Self.isFirstVersion(header[1]) ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    let place = Int64(4 + sideBytes)
    let size = Self.big(Int(offset))
    let found = file.bytes(at: place, count: 4)
    if found == Array("Xing".utf8) || found == Array("Info".utf8) {
      file.put(Self.big(frames - 1) + size, at: place + 8)
    } else {
      file.put(Array("Xing".utf8) + Self.big(3) + Self.big(frames - 1) + size, at: place)
    }
  }

  /// Passes over whole frames.
  ///
  /// - Returns: their bytes; nil when there is none.
  private mutating func scan(_ bytes: [UInt8]) -> Int? {
    var place = 0
    while place + 4 <= bytes.count,
      let length = Self.length(bytes[place + 1], bytes[place + 2]), place + length <= bytes.count
    {
      place += length
      frames += 1
    }
    return place > 0 ? place : nil
  }

  /// Bytes of a frame of layer III, from the second and third byte of its header.
  private static func length(_ second: UInt8, _ third: UInt8) -> Int? {
    let (rateIndex, bitIndex) = (Int(third >> 2 & 3), Int(third >> 4))
    guard second & 0xE6 == 0xE2, rateIndex < 3, 1...14 ~= bitIndex else { return nil }
    let isFirst = isFirstVersion(second)
    let divisor = isFirst ? 1 : second >> 3 & 3 == 2 ? 2 : 4
    let rate = [44_100, 48_000, 32_000][rateIndex] / divisor
    let kilobits =
      isFirst
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][bitIndex - 1]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bitIndex - 1]
    return (isFirst ? 144_000 : 72_000) * kilobits / rate + Int(third >> 1 & 1)
  }

  /// MPEG-1, as opposed to MPEG-2 and 2.5.
  private static func isFirstVersion(_ second: UInt8) -> Bool { second >> 3 & 3 == 3 }

  private static func big(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
