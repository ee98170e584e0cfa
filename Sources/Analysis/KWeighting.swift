import Glibc

/// The K-weighting filter at any rate from 32 kHz.
///
/// The analogue filter behind the table for 48 kHz, transformed anew. The high-pass keeps the pass-band gain
/// that the table's numerator (1, −2, 1) has at 48 kHz: within 0.010 dB of the table from 32 kHz on.
/// Source: ITU-R BS.1770-5, Annex 1, tables 1 and 2.
struct KWeighting {
  /// Stage 1, the head: b0 is part of `powerGain`, so its first coefficient is 1.
  let shelf: SectionDesign
  /// Stage 2, the revised low-frequency B-curve.
  let highPass: HighPassDesign
  /// The factor that the squared output of the two sections still needs.
  let powerGain: Double

  init(rate: Double) {
    let k = tan(Double.pi * 1681.974450955533 / rate)
    let q = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    let a0 = 1 + k / q + k * k
    let b0 = high + band * k / q + k * k
    shelf = SectionDesign(
      b0: 1, b1: 2 * (k * k - high) / b0, b2: (high - band * k / q + k * k) / b0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    highPass = HighPassDesign(frequency: Self.corner, q: Self.q, rate: rate)
    let gain = b0 / a0 * Self.passBandGain(rate: 48_000) / Self.passBandGain(rate: rate)
    powerGain = gain * gain
  }

  /// |H|² at a frequency in Hz.
  func power(at frequency: Double, rate: Double) -> Double {
    let radians = 2 * Double.pi * frequency / rate
    return powerGain * shelf.power(at: radians) * highPass.section.power(at: radians)
  }

  private static let corner = 38.13547087602444
  private static let q = 0.5003270373238773

  /// The gain of (1, −2, 1) over the transformed denominator far above the corner.
  private static func passBandGain(rate: Double) -> Double {
    let k = tan(Double.pi * corner / rate)
    return 1 + k / q + k * k
  }
}
