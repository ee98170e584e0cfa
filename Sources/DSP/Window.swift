/// A window for the transform: a sum of cosines, periodic in its length.
///
/// w(n) = a0 − a1 cos(2πn/N) + a2 cos(4πn/N) − …
/// Sources: F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
/// transform", 1978; the five-term flat top is that of MATLAB's `flattopwin`.
public enum Window: UInt32, CaseIterable, Sendable {
  case hann, hamming, blackmanHarris, flatTop, rectangular

  /// Its name on a command line.
  public var name: String {
    switch self {
    case .hann: "hann"
    case .hamming: "hamming"
    case .blackmanHarris: "blackman-harris"
    case .flatTop: "flattop"
    case .rectangular: "rectangular"
    }
  }

  /// The factors a0, a1, … of its cosines.
  public var coefficients: [Double] {
    switch self {
    case .hann: [0.5, 0.5]
    case .hamming: [0.54, 0.46]
    case .blackmanHarris: [0.35875, 0.48829, 0.14128, 0.01168]
    case .flatTop: [0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368]
    case .rectangular: [1]
    }
  }

  /// Mean of the window: what is left of a constant.
  public var coherentGain: Double { coefficients[0] }

  /// Mean of its square: a0² + Σ am² / 2.
  public var powerGain: Double {
    coefficients.dropFirst().reduce(coefficients[0] * coefficients[0]) { $0 + $1 * $1 / 2 }
  }

  /// Width of the rectangle that lets the same noise through, in bins.
  public var noiseBandwidth: Double { powerGain / (coherentGain * coherentGain) }

  /// From the middle of the main lobe to its first zero, in bins.
  public var mainLobeHalfWidth: Int { coefficients.count }

  /// The factors.
  ///
  /// - Parameter count: N, an even number.
  /// - Returns: one a sample.
  public func samples(_ count: Int) -> [Float] {
    let terms = coefficients
    return (0..<count).map { index in
      var sum = 0.0
      for (order, term) in terms.enumerated() {
        let turns = Double(order * index % count) / Double(count)
        let cosine = GeneratorMath.sine(turns: turns + 0.25)
        sum += (order % 2 == 0 ? term : -term) * cosine
      }
      return Float(sum)
    }
  }

  /// What a sine between the bins leaves in a bin, as a share of its amplitude.
  ///
  /// a0 sinc(d) + ½ Σ am (sinc(d − m) + sinc(d + m)), divided by a0.
  ///
  /// - Parameter distance: from the sine to the bin, in bins.
  /// - Returns: 1 at 0, either sign in the side lobes.
  public func response(atBins distance: Double) -> Double {
    if self == .hann, distance.magnitude <= 0.5 { return Self.hannLobe(distance * distance) }
    var sum = 0.0
    for (order, term) in coefficients.enumerated() {
      let shift = Double(order)
      sum += term * (Self.sinc(distance - shift) + Self.sinc(distance + shift))
    }
    return sum / 2 / coherentGain
  }

  /// sinc(d) / (1 − d²) of half a bin at most, by the series of the sine: to within 1e-9.
  private static func hannLobe(_ square: Double) -> Double {
    let v = Double.pi * Double.pi * square
    var sinc = v / 6_227_020_800 - 1.0 / 39_916_800
    sinc = sinc * v + 1.0 / 362_880
    sinc = sinc * v - 1.0 / 5_040
    sinc = sinc * v + 1.0 / 120
    sinc = sinc * v - 1.0 / 6
    return (sinc * v + 1) / (1 - square)
  }

  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : GeneratorMath.sine(turns: x / 2) / (Double.pi * x)
  }

  /// How much of a steady sine shows at a distance from it, as an amplitude.
  ///
  /// The response of the window without its oscillation: in the side lobes the height that they reach.
  ///
  /// - Parameter bins: distance, above the order of the last cosine.
  /// - Returns: a share of the sine's amplitude.
  public func leakage(atBins bins: Double) -> Double {
    var sum = 0.0
    for (order, term) in coefficients.enumerated() {
      let sign = order % 2 == 0 ? 1.0 : -1.0
      sum += order == 0 ? term / bins : sign * term * bins / (bins * bins - Double(order * order))
    }
    return (sum / (Double.pi * coherentGain)).magnitude
  }
}
