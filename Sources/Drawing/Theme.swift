/// The colours of a picture.
///
/// An appearance changes them and never a number.
public struct Theme: Equatable, Sendable {
  public let name: String
  public let ground: Color
  /// Behind plots.
  public let panel: Color
  public let grid: Color
  public let ink: Color
  /// Labels and units.
  public let dim: Color
  /// What is drawn: the first and the second of two.
  public let first: Color
  public let second: Color
  /// Held values.
  public let held: Color
  public let good: Color
  public let warm: Color
  public let bad: Color
  public let calm: Color
  public let strong: Color

  private init(_ name: String, _ hex: [UInt32]) {
    self.name = name
    let colors = hex.map { Color($0) }
    (ground, panel, grid, ink, dim) = (colors[0], colors[1], colors[2], colors[3], colors[4])
    (first, second, held) = (colors[5], colors[6], colors[7])
    (good, warm, bad, calm, strong) = (colors[8], colors[9], colors[10], colors[11], colors[12])
  }

  /// The names, the usual one first.
  public static let names = ["studio", "paper", "red", "green", "pulse", "mono"]

  /// The appearance of a name.
  ///
  /// - Parameter name: one of `names`.
  /// - Returns: nil for anything else.
  public static func named(_ name: String) -> Theme? {
    table[name].map { Theme(name, $0) }
  }

  /// The usual one: AudioEngine's colours.
  public static let studio = Theme("studio", table["studio"] ?? Array(repeating: 0, count: 13))

  // ground panel grid ink dim | first second held | good warm bad calm strong
  private static let table: [String: [UInt32]] = [
    "studio": [
      0x1D2025, 0x282D34, 0x414E51, 0xEDEEEF, 0xA8AEAF, 0x7CC6FE, 0xD0A5FF, 0xEDEEEF, 0x58E69A,
      0xFFC689, 0xEA6552, 0x7CC6FE, 0xD0A5FF,
    ],
    "paper": [
      0xFFFFFF, 0xF6F6F4, 0xD5D7D8, 0x1D2025, 0x5B6467, 0x1F77B4, 0xB4500F, 0x1D2025, 0x1B8A4B,
      0xB36B00, 0xC8321E, 0x1F77B4, 0x7B3FB5,
    ],
    "red": [
      0x140505, 0x1F0A0A, 0x4A1C1C, 0xFFD9D4, 0xC98A82, 0xFF6B57, 0xFFB199, 0xFFD9D4, 0xFF8F7A,
      0xFFB347, 0xFF2A12, 0xD9695A, 0xFFA08F,
    ],
    "green": [
      0x04120A, 0x081C10, 0x1C4A2E, 0xD2FFE0, 0x83C49A, 0x4DFF8F, 0xB8FF6B, 0xD2FFE0, 0x58E69A,
      0xE8FF5C, 0xFF7A5C, 0x3DCC7A, 0x9CF5C0,
    ],
    "pulse": [
      0x0B0716, 0x150D29, 0x3A2A63, 0xF4EEFF, 0xA99BD1, 0xFF4FA3, 0x4FD8FF, 0xF4EEFF, 0x4FE3C1,
      0xFFC04F, 0xFF4F5E, 0x4FD8FF, 0xB57BFF,
    ],
    "mono": [
      0x000000, 0x202020, 0x484848, 0xFFFFFF, 0xA0A0A0, 0xD8D8D8, 0x9A9A9A, 0xFFFFFF, 0xC8C8C8,
      0xE4E4E4, 0xFFFFFF, 0xB4B4B4, 0xD8D8D8,
    ],
  ]
}
