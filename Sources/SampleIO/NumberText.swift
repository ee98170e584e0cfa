/// Text made of bytes: numbers are written as digits of our own, in no locale.
///
/// A number costs tens of nanoseconds where the C library's formatting costs hundreds.
public struct NumberText {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Forgets the text and keeps its memory.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// The text.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// A whole number.
  public mutating func append(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  /// A number with a fixed number of decimals, rounded half to even; never "-0.00".
  ///
  /// - Parameters:
  ///   - value: finite.
  ///   - decimals: 0…15.
  public mutating func append(_ value: Double, decimals: Int) {
    let scale = Self.powers[decimals]
    let scaled = (value * scale).rounded(.toNearestOrEven)
    guard scaled.magnitude < 9e15 else {
      append(exact: value)
      return
    }
    let whole = UInt64(scaled.magnitude)
    let unit = UInt64(scale)
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: whole / unit, atLeast: 1)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(digits: whole % unit, atLeast: decimals)
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
    while decimals > 0, size >= Self.powers[6 - decimals] { decimals -= 1 }
    while decimals < 10, size * Self.powers[decimals] < 99_999.95 { decimals += 1 }
    append(value, decimals: decimals)
    guard decimals > 0 else { return }
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
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

  private static let powers: [Double] = (0...15).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  private mutating func append(digits value: UInt64, atLeast width: Int) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - start < width { bytes.append(UInt8(ascii: "0")) }
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
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
