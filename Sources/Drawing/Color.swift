/// A colour, 8 bits a part.
public struct Color: Equatable, Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// - Parameter hex: 0xRRGGBB.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  /// - Parameter text: `#rrggbb` or `rrggbb`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : Substring(text)
    guard digits.utf8.count == 6, digits.first != "+", let hex = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(hex)
  }

  /// 0xRRGGBB.
  public var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// A colour between two.
  ///
  /// - Parameters:
  ///   - other: at 1.
  ///   - part: 0…1.
  public func mixed(_ other: Color, _ part: Double) -> Color {
    let between = { (low: UInt8, high: UInt8) in
      UInt8((Double(low) + (Double(high) - Double(low)) * part).rounded())
    }
    return Color(
      red: between(red, other.red), green: between(green, other.green),
      blue: between(blue, other.blue))
  }

  private func distance(_ other: Color) -> Int {
    let (r, g, b) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return 3 * r * r + 6 * g * g + b * b
  }

  /// The number of the nearest colour among xterm's 256, without the first 16, which users change.
  public var paletteIndex: Int {
    let steps = [0, 95, 135, 175, 215, 255]
    let nearest = { (value: UInt8) in
      steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
    }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let cube = Color(
      red: UInt8(steps[r]), green: UInt8(steps[g]), blue: UInt8(steps[b]))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = min(max((mean - 3) / 10, 0), 23)
    let level = UInt8(8 + 10 * grey)
    let isGrey = distance(Color(red: level, green: level, blue: level)) < distance(cube)
    return isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b
  }

  /// The number of the nearest of the 16 colours that every colour terminal has.
  public var basicIndex: Int {
    let list: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
      0xFF5C5C, 0x5CFF5C, 0xFFFF5C, 0x5C5CFF, 0xFF5CFF, 0x5CFFFF, 0xFFFFFF,
    ]
    return list.indices.min { distance(Color(list[$0])) < distance(Color(list[$1])) } ?? 7
  }
}
