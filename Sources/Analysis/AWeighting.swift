import Glibc

/// The A-weighting filter at any rate from 32 kHz, 0 dB at 1 kHz.
///
/// The four low poles are transformed bilinearly; the double pole at 12 194 Hz by a matched low-pass, which
/// follows the analogue curve up to 20 kHz where the bilinear one falls to nothing at half the rate.
/// Source: IEC 61672-1:2013, Annex E; M. Vicanek, "Matched second order digital filters", 2016.
struct AWeighting {
  /// The double pole at 20.6 Hz.
  let low: HighPassDesign
  /// The poles at 107.7 and 737.9 Hz.
  let middle: HighPassDesign
  /// The double pole at 12 194 Hz; b0 is part of `powerGain`, b2 is 0.
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

  /// Vicanek's matched low-pass for Q = ½, scaled to b0 = 1.
  private static func matchedLowPass(frequency: Double, rate: Double) -> SectionDesign {
    let w0 = 2 * Double.pi * frequency / rate
    let pole = exp(-w0)
    let p1 = sin(w0 / 2) * sin(w0 / 2)
    let p0 = 1 - p1
    let atZero = pow(1 - pole, 4)
    let atNyquist = pow(1 + pole, 4)
    let atPole = (atZero * p0 + atNyquist * p1 - 4 * pole * pole * 4 * p0 * p1) / 4
    let top = max(0, (atPole - atZero * p0) / p1)
    let b0 = (atZero.squareRoot() + top.squareRoot()) / 2
    return SectionDesign(
      b0: 1, b1: atZero.squareRoot() / b0 - 1, b2: 0, a1: -2 * pole, a2: pole * pole)
  }
}
