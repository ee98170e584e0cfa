import Glibc

/// The sinc function under a Kaiser window.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", 1974.
public struct WindowedSinc {
  /// The shape of the window, dimensionless: 0 a rectangle, 6 side lobes near −60 dB, 8 near −80 dB.
  public let beta: Double
  /// Where the window ends, in samples either side of the centre.
  public let halfWidth: Double

  public init(beta: Double, halfWidth: Double) {
    self.beta = beta
    self.halfWidth = halfWidth
  }

  /// The kernel at a distance from its centre.
  ///
  /// - Parameter distance: samples from the centre, either sign.
  /// - Returns: 1 at the centre, 0 at and beyond the half width.
  public func value(at distance: Double) -> Double {
    let place = distance / halfWidth
    guard place.magnitude < 1 else { return 0 }
    let window = Self.besselI0(beta * (1 - place * place).squareRoot()) / Self.besselI0(beta)
    return Self.sinc(distance) * window
  }

  /// sin(πx) / (πx), 1 at 0.
  static func sinc(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    return sin(Double.pi * x) / (Double.pi * x)
  }

  /// The modified Bessel function of the first kind, order 0, by its power series.
  static func besselI0(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
