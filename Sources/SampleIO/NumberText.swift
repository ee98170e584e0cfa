/// Text made of bytes: numbers are written as digits of our own, in no locale.
///
/// A number costs tens of nanoseconds where the C library's formatting costs hundreds.
public struct NumberText {
  public private(set) var bytes: [UInt8] = []
  /// 10^0 … 10^15, at hand: a global would be asked for each number whether it is there yet.
  private let powers: [16 of Double]

  public init() {
    var powers: [16 of Double] = .init(repeating: 1)
    for exponent in 1..<16 { powers[exponent] = powers[exponent - 1] * 10 }
    self.powers = powers
  }

  /// Forgets the text and keeps its memory.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// The text.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// A whole number.
  public mutating func append(_ value: Int64) {
    append(units: value.magnitude, decimals: 0, isNegative: value < 0)
  }

  /// A number with a fixed number of decimals, rounded half to even; never "-0.00".
  ///
  /// - Parameters:
  ///   - value: finite.
  ///   - decimals: 0…15.
  public mutating func append(_ value: Double, decimals: Int) {
    let scale = powers[decimals]
    let scaled = (value * scale).rounded(.toNearestOrEven)
    guard scaled.magnitude < 9e15 else {
      append(exact: value)
      return
    }
    append(units: UInt64(scaled.magnitude), decimals: decimals, isNegative: scaled < 0)
  }

  /// A number with six significant digits and no zeros at its end.
  ///
  /// - Parameter value: finite.
  public mutating func append(significant value: Double) {
    let size = value.magnitude
    guard size >= 1e-5, size < 1e9 else {
      if size == 0 { bytes.append(UInt8(ascii: "0")) } else { append(shortened: value) }
      return
    }
    var decimals = 5
    while decimals > 0, size >= powers[6 - decimals] { decimals -= 1 }
    while decimals < 10, size * powers[decimals] < 99_999.95 { decimals += 1 }
    let scaled = (value * powers[decimals]).rounded(.toNearestOrEven)
    append(
      units: UInt64(scaled.magnitude), decimals: decimals, isNegative: scaled < 0,
      trimsZeros: true)
  }

  /// The shortest text that reads back as the same Float64; whole numbers without a point.
  ///
  /// - Parameter value: finite.
  public mutating func append(exact value: Double) {
    if value == value.rounded(), value.magnitude < 1e15 {
      append(Int64(value))
    } else {
      append(value.description)
    }
  }

  /// The shortest text that reads back as the same Float32.
  ///
  /// - Parameter value: finite.
  public mutating func append(exact value: Float) {
    if value == value.rounded(), value.magnitude < 1e15 {
      append(Int64(value))
    } else {
      append(value.description)
    }
  }

  /// A value by its quantity.
  ///
  /// - Parameters:
  ///   - value: finite.
  ///   - quantity: decides the digits.
  public mutating func append(_ value: Double, _ quantity: Quantity) {
    switch quantity {
    case .level, .frame: append(value, decimals: 4)
    case .frequency: append(value, decimals: 3)
    case .rate: append(exact: value)
    case .other: append(significant: value)
    }
  }

  /// Digits with a point before the last `decimals` of them, made from their end.
  ///
  /// - Parameters:
  ///   - value: a whole number of units of the last decimal.
  ///   - decimals: 0…15.
  ///   - isNegative: whether a minus stands in front.
  ///   - trimsZeros: whether zeros at the end of the decimals go, and the point with the last.
  private mutating func append(
    units value: UInt64, decimals: Int, isNegative: Bool, trimsZeros: Bool = false
  ) {
    var digits: [40 of UInt8] = .init(repeating: 0)
    var place = 40
    var rest = value
    var left = decimals
    if trimsZeros {
      while left > 0, rest % 10 == 0 {
        rest /= 10
        left -= 1
      }
    }
    if left > 0 {
      for _ in 0..<left {
        place -= 1
        digits[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      place -= 1
      digits[place] = UInt8(ascii: ".")
    }
    repeat {
      place -= 1
      digits[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if isNegative {
      place -= 1
      digits[place] = UInt8(ascii: "-")
    }
    let start = place
    unsafe digits.span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0[start...]) }
  }

  /// Six significant digits of a very small or large number, as d.dddddde±x.
  private mutating func append(shortened value: Double) {
    var mantissa = value
    var exponent = 0
    while mantissa.magnitude >= 9.999995 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    while mantissa.magnitude < 0.9999995 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    append(mantissa, decimals: 5)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    append("e")
    append(Int64(exponent))
  }
}

/// A number in its shortest exact text; whole numbers without a point.
///
/// - Parameter value: a finite number.
/// - Returns: digits, in no locale.
public func plain(_ value: Double) -> String {
  var text = NumberText()
  text.append(exact: value)
  return text.string
}

/// A number with a fixed number of decimals.
///
/// - Parameters:
///   - value: a finite number; anything else is "-".
///   - decimals: 0…15.
/// - Returns: digits, in no locale.
public func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return "-" }
  var text = NumberText()
  text.append(value, decimals: decimals)
  return text.string
}
