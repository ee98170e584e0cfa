/// Preset files as bytes.
public enum PresetBytes {
  /// The text of a file: UTF-8 or UTF-16 with a mark, UTF-8 without, else a character a byte (Latin 1).
  public static func text(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let low = bytes[0] == 0xFF ? 0 : 1
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
      }
      return String(decoding: units, as: UTF16.self)
    }
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: plain, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(plain.map { Unicode.Scalar($0) }))
  }
}
