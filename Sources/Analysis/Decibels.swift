import DSP
import Glibc

/// Conversions between linear measures and decibels; 0 is −∞ dB, NaN stays NaN.
enum Decibels {
  /// 10 lg of a mean square: 1 is 0 dB.
  static func ofPower(_ power: Double) -> Double { 10 * log10(power) }

  /// Replaces powers in Float32 by 10 lg of each, to within 2e-5 dB: for the many numbers of a spectrum.
  static func convertPowers(_ powers: inout [Float]) {
    BinaryLogarithm.apply(to: &powers, times: 3.010_299_956_6)
  }

  /// 20 lg of an amplitude: 1 is 0 dB.
  static func ofAmplitude(_ amplitude: Double) -> Double { 20 * log10(amplitude) }

  /// The amplitude of a level in dB.
  static func amplitude(_ level: Double) -> Double { pow(10, level / 20) }

  /// Programme loudness in LUFS of a weighted sum of K-weighted mean squares.
  ///
  /// Source: ITU-R BS.1770-5, Annex 1, equation 2.
  static func loudness(ofPower power: Double) -> Double { -0.691 + ofPower(power) }

  /// The weighted sum of K-weighted mean squares of a loudness in LUFS.
  static func power(ofLoudness loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }

  /// `a` − `b`, or NaN where either is not a number of dB (NaN or silence).
  static func difference(_ a: Double, _ b: Double) -> Double {
    a.isFinite && b.isFinite ? a - b : .nan
  }
}
