import SampleIO

/// A number of a transmitter's settings, read as its firmware reads it: what stands in front, and the
/// rest is passed over.
struct DeviceNumber {
  /// What the device reads; 0 where there is no digit.
  let value: Double
  /// What is wrong with the text: the device reads something else than it says.
  let isMisread: Bool
  /// Whether something is passed over.
  let hasTail: Bool

  /// - Parameters:
  ///   - text: what stands behind the equals sign.
  ///   - isWhole: whether the firmware takes a whole number, Arduino's toInt; else toDouble.
  init(_ text: String, isWhole: Bool) {
    let blanks: [UInt8] = [9, 10, 11, 12, 13, 32]
    let bytes = Array(text.utf8.drop { blanks.contains($0) })
    let end = Self.end(of: bytes, isWhole: isWhole)
    let found = Double(String(decoding: bytes[..<end], as: UTF8.self))
    value = found ?? 0
    let last = bytes.lastIndex { !blanks.contains($0) } ?? -1
    let tail = bytes[end..<max(last + 1, end)]
    hasTail = !tail.isEmpty
    if let meant = Arguments.parse(String(decoding: bytes[...last], as: UTF8.self)) {
      isMisread = meant != value
    } else {
      // "600 Hz" is read as it was meant, "146,5" is not.
      let isUnit = tail.first.map { $0 == 32 || 65...90 ~= $0 } ?? true
      isMisread = found == nil || !isUnit
    }
  }

  /// The bytes of the number.
  private static func end(of bytes: [UInt8], isWhole: Bool) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    var end = 0
    func skipDigits() { while end < bytes.count, digits ~= bytes[end] { end += 1 } }
    if let first = bytes.first, signs.contains(first) { end = 1 }
    skipDigits()
    guard !isWhole else { return end }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      skipDigits()
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "E") else { return end }
    let mantissa = end
    end += 1
    if end < bytes.count, signs.contains(bytes[end]) { end += 1 }
    let exponent = end
    skipDigits()
    return end > exponent ? end : mantissa
  }

  /// A whole number as it is kept in so many bits without a sign.
  func kept(bits: Int) -> Int {
    let whole = Int32(max(min(value, Double(Int32.max)), Double(Int32.min)))
    return Int(UInt32(bitPattern: whole) & (1 << UInt32(bits) - 1))
  }
}
