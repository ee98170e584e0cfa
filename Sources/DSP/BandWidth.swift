import Glibc

/// How wide a filter is, in the three ways in which people say it.
public enum BandWidth: Equatable, Sendable {
  case q(Double)
  /// Between the points of half the gain in dB for a bell, −3 dB for a band-pass or a notch.
  case octaves(Double)
  /// Of a shelf, as a share of the steepest slope without a hump: 1 is 12 dB an octave.
  case slope(Double)

  /// The Q of an analogue filter this many octaves wide: 1 / (2 sinh(ln 2 / 2 · octaves)).
  public static func qOfOctaves(_ octaves: Double) -> Double { 1 / (2 * sinh(M_LN2 / 2 * octaves)) }

  /// The octaves that an analogue filter of a Q is wide.
  public static func octavesOfQ(_ q: Double) -> Double { 2 / M_LN2 * asinh(1 / (2 * q)) }

  /// The Q of the analogue filter.
  ///
  /// - Parameter gainDB: of the shelf, needed for a slope.
  /// - Returns: the Q.
  public func analogueQ(gainDB: Double) -> Double {
    switch self {
    case .q(let q): return q
    case .octaves(let octaves): return Self.qOfOctaves(octaves)
    case .slope(let slope):
      let a = pow(10, gainDB / 40)
      return 1 / ((a + 1 / a) * (1 / slope - 1) + 2).squareRoot()
    }
  }

  /// The cookbook's alpha.
  ///
  /// Source: Audio EQ Cookbook, R. Bristow-Johnson, W3C Note of 8 June 2021.
  ///
  /// - Parameters:
  ///   - w0: 2π f / rate.
  ///   - gainDB: of a shelf, needed for a slope.
  /// - Returns: alpha.
  func alpha(w0: Double, gainDB: Double) -> Double {
    if case .octaves(let octaves) = self {
      return sin(w0) * sinh(M_LN2 / 2 * octaves * w0 / sin(w0))
    }
    return sin(w0) / (2 * analogueQ(gainDB: gainDB))
  }
}
