import Glibc

/// The A-weighting filter at any rate from 32 kHz, 0 dB at 1 kHz.
///
/// The four low poles are transformed bilinearly; the double pole at 12 194 Hz by a matched low-pass, which
/// follows the analogue curve up to 20 kHz within 0.2 dB where the bilinear one falls to nothing.
/// Source: IEC 61672-1:2013, Annex E; M. Vicanek, "Matched second order digital filters", 2016.
struct AWeighting {
  /// The double pole at 20.6 Hz.
  let low: HighPassDesign
  /// The poles at 107.7 and 737.9 Hz.
  let middle: HighPassDesign
  /// The double pole at 12 194 Hz; b0 is part of `powerGain`.
  let high: SectionDesign
  /// The factor that the squared output of the three sections still needs.
  let powerGain: Double

  init(rate: Double) {
    low = HighPassDesign(poles: 20.598997, 20.598997, rate: rate)
    middle = HighPassDesign(poles: 107.65265, 737.86223, rate: rate)
    high = Self.matchedLowPass(frequency: 12194.217, rate: rate)
    let radians = 2 * Double.pi * 1000 / rate
    powerGain =
      1
      / (low.section.power(at: radians) * middle.section.power(at: radians)
        * high.power(at: radians))
  }

  /// |H|² at a frequency in Hz.
  func power(at frequency: Double, rate: Double) -> Double {
    let radians = 2 * Double.pi * frequency / rate
    return powerGain * low.section.power(at: radians) * middle.section.power(at: radians)
      * high.power(at: radians)
  }

  /// The double pole, its place by impulse invariance, its zeros so that 0 Hz and two high frequencies match.
  ///
  /// Vicanek matches the corner only and is 1.2 dB high at 20 kHz then; his numerator has room for a second.
  private static func matchedLowPass(frequency: Double, rate: Double) -> SectionDesign {
    let pole = exp(-2 * Double.pi * frequency / rate)
    let a0 = pow(1 - pole, 4)
    // |B|² = B0 p0 + B1 p1 + B2 p2, wanted at two places
    func wanted(at match: Double) -> (p1: Double, p2: Double, rest: Double) {
      let p1 = pow(sin(Double.pi * match / rate), 2)
      let (p0, p2) = (1 - p1, 4 * p1 * (1 - p1))
      let denominator = a0 * p0 + pow(1 + pole, 4) * p1 - 4 * pole * pole * p2
      let analogue = pow(1 + pow(match / frequency, 2), -2)
      return (p1, p2, denominator * analogue - a0 * p0)
    }
    let low = wanted(at: min(frequency, 0.3 * rate))
    let high = wanted(at: min(19_000, 0.45 * rate))
    let determinant = low.p1 * high.p2 - high.p1 * low.p2
    let b1 = (low.rest * high.p2 - high.rest * low.p2) / determinant
    let b2 = (low.p1 * high.rest - high.p1 * low.rest) / determinant
    let w = (a0.squareRoot() + b1.squareRoot()) / 2
    let first = (w + (w * w + b2).squareRoot()) / 2
    return SectionDesign(
      b0: 1, b1: (a0.squareRoot() - b1.squareRoot()) / 2 / first,
      b2: -b2 / (4 * first * first), a1: -2 * pole, a2: pole * pole)
  }
}
