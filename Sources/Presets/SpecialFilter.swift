public import DSP
import Glibc

/// Filters of CamillaDSP that no other preset format has.
public enum SpecialFilter: Equatable, Sendable {
  /// Coefficients as they stand, for one rate.
  case free(Biquad)
  /// Moves the corner of a closed loudspeaker.
  case linkwitz(from: Double, q: Double, to: Double, targetQ: Double)
  /// A zero and a pair of poles.
  case notch(zero: Double, pole: Double, q: Double, normalizesAtDC: Bool)

  /// The highest frequency that it is made from, Hz.
  var highestFrequency: Double {
    switch self {
    case .free: 0
    case .linkwitz(let from, _, let to, _): max(from, to)
    case .notch(let zero, let pole, _, _): max(zero, pole)
    }
  }

  /// The filter at a rate, by the bilinear transform.
  func section(rate: Double) -> Biquad {
    switch self {
    case .free(let section):
      return section
    case .linkwitz(let from, let q, let to, let targetQ):
      let (w1, w2) = (2 * Double.pi * from, 2 * Double.pi * to)
      let middle = (from + to) / 2
      // The transform is exact half way between the two corners.
      let k = 2 * Double.pi * middle / tan(Double.pi * middle / rate)
      return Biquad(
        b0: w1 * w1 + k * w1 / q + k * k, b1: 2 * (w1 * w1 - k * k),
        b2: w1 * w1 - k * w1 / q + k * k, a0: w2 * w2 + k * w2 / targetQ + k * k,
        a1: 2 * (w2 * w2 - k * k), a2: w2 * w2 - k * w2 / targetQ + k * k)
    case .notch(let zero, let pole, let q, let normalizesAtDC):
      let (z, p) = (tan(Double.pi * zero / rate), tan(Double.pi * pole / rate))
      let gain = normalizesAtDC ? p * p / (z * z) : 1
      return Biquad(
        b0: gain * (1 + z * z), b1: -2 * gain * (1 - z * z), b2: gain * (1 + z * z),
        a0: 1 + p / q + p * p, a1: -2 * (1 - p * p), a2: 1 - p / q + p * p)
    }
  }
}
