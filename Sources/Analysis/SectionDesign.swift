import Glibc

/// A second-order section b0 + b1 z⁻¹ + b2 z⁻² over 1 + a1 z⁻¹ + a2 z⁻².
struct SectionDesign {
  var b0: Double
  var b1: Double
  var b2: Double
  var a1: Double
  var a2: Double

  /// |H|² at a frequency.
  ///
  /// - Parameter radians: 2π f / rate, in 0…π.
  /// - Returns: the power gain.
  func power(at radians: Double) -> Double {
    let (c1, s1, c2, s2) = (cos(radians), sin(radians), cos(2 * radians), sin(2 * radians))
    let (re, im) = (b0 + b1 * c1 + b2 * c2, b1 * s1 + b2 * s2)
    let (pole, quadrature) = (1 + a1 * c1 + a2 * c2, a1 * s1 + a2 * s2)
    return (re * re + im * im) / (pole * pole + quadrature * quadrature)
  }
}

/// A high-pass (1 − z⁻¹)² / (1 + a1 z⁻¹ + a2 z⁻²) as the two small numbers that a pair of integrators needs.
///
/// For poles near 1 the sums 1 − a2 and 1 + a1 + a2 lose digits; here they are known beforehand.
struct HighPassDesign {
  /// 1 − a2.
  var damping: Double
  /// 1 + a1 + a2.
  var stiffness: Double

  /// The bilinear transform of s² / (s² + s w0 / Q + w0²), its corner in place.
  ///
  /// - Parameters:
  ///   - frequency: Hz, below rate / 2.
  ///   - q: above 0.
  ///   - rate: Hz.
  init(frequency: Double, q: Double, rate: Double) {
    let k = tan(Double.pi * frequency / rate)
    let a0 = 1 + k / q + k * k
    damping = 2 * k / q / a0
    stiffness = 4 * k * k / a0
  }

  /// The bilinear transform of s² / ((s + w1)(s + w2)), each corner in place.
  init(poles first: Double, _ second: Double, rate: Double) {
    let k1 = tan(Double.pi * first / rate)
    let k2 = tan(Double.pi * second / rate)
    let a0 = (1 + k1) * (1 + k2)
    damping = 2 * (k1 + k2) / a0
    stiffness = 4 * k1 * k2 / a0
  }

  var section: SectionDesign {
    SectionDesign(b0: 1, b1: -2, b2: 1, a1: damping + stiffness - 2, a2: 1 - damping)
  }
}
