extension Value {
  /// Appends the value as JSON has it; what is missing is `null`.
  ///
  /// - Parameters:
  ///   - text: gets the value.
  ///   - exact: the shortest text that reads back as the same number, instead of the digits of
  ///     its quantity.
  public func appendJSON(to text: inout NumberText, exact: Bool) {
    switch self {
    case .text(let string): text.append(quoted: string)
    case .missing: text.append("null")
    default: appendPlain(to: &text, exact: exact)
    }
  }

  /// Appends the value without quotes; what is missing is nothing.
  ///
  /// - Parameters:
  ///   - text: gets the value.
  ///   - exact: as in `appendJSON`.
  public func appendPlain(to text: inout NumberText, exact: Bool) {
    switch self {
    case .number(let value, let quantity, let isSingle):
      if !exact {
        text.append(value, quantity)
      } else if isSingle {
        text.append(exact: Float(value))
      } else {
        text.append(exact: value)
      }
    case .time(let seconds):
      if exact { text.append(exact: seconds) } else { text.append(seconds, decimals: 6) }
    case .count(let count): text.append(count)
    case .flag(let flag): text.append(flag ? "true" : "false")
    case .text(let string): text.append(string)
    case .missing: break
    }
  }

  /// The value as a number, or nil.
  public var number: Double? {
    switch self {
    case .number(let value, _, _), .time(let value): value
    case .count(let count): Double(count)
    default: nil
    }
  }
}

extension NumberText {
  /// A string as JSON has it.
  public mutating func append(quoted text: String) {
    append(byte: UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(byte: UInt8(ascii: "\\"))
        append(byte: byte)
      case 0..<32:
        let digits = Array("0123456789abcdef".utf8)
        append("\\u00")
        append(byte: digits[Int(byte >> 4)])
        append(byte: digits[Int(byte & 15)])
      default: append(byte: byte)
      }
    }
    append(byte: UInt8(ascii: "\""))
  }
}
