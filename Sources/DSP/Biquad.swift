import Glibc

/// A second-order filter b0 + b1 z⁻¹ + b2 z⁻² over 1 + a1 z⁻¹ + a2 z⁻².
///
/// A first-order filter is one with b2 = a2 = 0.
public struct Biquad: Equatable, Sendable {
  public var b0: Double
  public var b1: Double
  public var b2: Double
  public var a1: Double
  public var a2: Double

  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  /// Divides by the coefficient of the output, as textbooks print it.
  public init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
    self.init(b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0)
  }

  /// The filter that changes nothing.
  public static let identity = Biquad(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)

  /// Whether every coefficient is a finite number.
  public var isFinite: Bool {
    b0.isFinite && b1.isFinite && b2.isFinite && a1.isFinite && a2.isFinite
  }

  /// Whether both poles lie inside the unit circle.
  public var isStable: Bool { isFinite && Self.liesInside(a1, a2) }

  /// Whether both zeros lie inside the unit circle.
  public var isMinimumPhase: Bool {
    isFinite && b0 != 0 && Self.liesInside(b1 / b0, b2 / b0)
  }

  /// The filter that undoes this one, which has to be of minimum phase.
  public var inverse: Biquad { Biquad(b0: 1, b1: a1, b2: a2, a0: b0, a1: b1, a2: b2) }

  /// Both roots of z² + p z + q: the triangle of stability.
  private static func liesInside(_ p: Double, _ q: Double) -> Bool {
    q.magnitude < 1 && p.magnitude < 1 + q
  }

  /// The magnitude of the pole farthest out.
  public var poleRadius: Double {
    let discriminant = a1 * a1 / 4 - a2
    return discriminant < 0 ? a2.squareRoot() : (a1 / 2).magnitude + discriminant.squareRoot()
  }

  /// The filter's response.
  ///
  /// - Parameter radians: 2π f / rate, 0…π.
  /// - Returns: amplitude ratio and phase.
  public func response(at radians: Double) -> ComplexGain {
    let (c1, s1, c2, s2) = (cos(radians), sin(radians), cos(2 * radians), sin(2 * radians))
    let zeros = ComplexGain(re: b0 + b1 * c1 + b2 * c2, im: -b1 * s1 - b2 * s2)
    let poles = ComplexGain(re: 1 + a1 * c1 + a2 * c2, im: -a1 * s1 - a2 * s2)
    return zeros / poles
  }
}
