import Glibc

/// Amplitude ratios and levels.
public enum Level {
  /// The amplitude ratio of a level.
  ///
  /// - Parameter decibels: dB.
  /// - Returns: the ratio.
  public static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  /// The level of an amplitude, dB; −∞ of 0.
  public static func decibels(_ amplitude: Float) -> Double { 20 * log10(Double(amplitude)) }
}
