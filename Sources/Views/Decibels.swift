import Glibc

enum Decibels {
  /// The level of a power; −∞ of none.
  static func ofPower(_ power: Float) -> Float { 10 * log10f(power) }
}

extension Decibels {
  /// The power of a level.
  static func power(_ level: Float) -> Float { exp2f(level * 0.33219281) }
}
