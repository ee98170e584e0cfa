import Glibc

/// Ratios and dB.
enum Decibels {
  /// The amplitude ratio of a gain in dB.
  static func ratio(_ gainDB: Double) -> Double { pow(10, gainDB / 20) }

  /// The gain in dB of an amplitude ratio.
  static func of(_ ratio: Double) -> Double { 20 * log10(ratio) }

  static func tenTo(_ exponent: Double) -> Double { pow(10, exponent) }
}
