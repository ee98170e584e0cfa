/// Base-2 logarithms of many numbers in one go.
public enum BinaryLogarithm {
  /// Replaces each number by its logarithm times a factor.
  ///
  /// 0 becomes −∞; what is negative or NaN becomes NaN. The logarithm is within 2 units in the last place.
  ///
  /// - Parameters:
  ///   - numbers: changed in place.
  ///   - factor: above 0; 10 lg 2 makes decibels of powers.
  public static func apply(to numbers: inout [Float], times factor: Float) {
    var span = numbers.mutableSpan
    for index in 0..<span.count { span[index] = factor * logarithm(span[index]) }
  }

  /// e + 2 / ln 2 · artanh((m − 1) / (m + 1)), where x = m · 2^e and m lies between √½ and √2.
  ///
  /// The series of artanh ends behind its fifth term: what is left out is below 3e-9 of the sum. There is
  /// no branch in it, so that a loop vectorises.
  @inline(__always)
  private static func logarithm(_ x: Float) -> Float {
    let isTiny = x < Float.leastNormalMagnitude
    let normal = isTiny ? x * 0x1p24 : x
    let rootHalf: Int32 = 0x3F35_04F3
    let distance = Int32(bitPattern: normal.bitPattern) &- rootHalf
    let exponent = Float(distance >> 23) - (isTiny ? 24 : 0)
    let mantissa = Float(bitPattern: UInt32(bitPattern: (distance & 0x7F_FFFF) &+ rootHalf))
    let s = (mantissa - 1) / (mantissa + 1)
    let t = s * s
    var sum = t * (1 / 9) + 1 / 7
    sum = sum * t + 1 / 5
    sum = sum * t + 1 / 3
    sum = sum * t + 1
    let finite = exponent + 2.885_390_08 * s * sum
    let limit: Float = x == 0 ? -.infinity : .nan
    return x > 0 ? (x < .infinity ? finite : x) : limit
  }
}
