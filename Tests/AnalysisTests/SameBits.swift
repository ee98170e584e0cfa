@testable import Analysis

/// Whether two readings are the same to the bit, NaN being NaN.
func sameBits(_ a: LoudnessReading, _ b: LoudnessReading) -> Bool { text(a) == text(b) }

/// Every field of a value, floating-point ones as their bits.
func text<Value>(_ value: Value) -> [String] {
  Mirror(reflecting: value).children.map { child in
    let name = child.label ?? ""
    if let number = child.value as? Float { return "\(name) \(number) \(number.bitPattern)" }
    return "\(name) \(child.value)"
  }
}
