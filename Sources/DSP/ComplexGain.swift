import Glibc

/// What a filter does to one frequency: an amplitude ratio and a phase, as a complex number.
public struct ComplexGain: Equatable, Sendable {
  public var re: Double
  public var im: Double

  public init(re: Double, im: Double) {
    self.re = re
    self.im = im
  }

  /// - Parameters:
  ///   - ratio: of amplitudes.
  ///   - radians: phase.
  public init(ratio: Double, radians: Double) {
    self.init(re: ratio * cos(radians), im: ratio * sin(radians))
  }

  /// The gain of a wire.
  public static let one = ComplexGain(re: 1, im: 0)
  public static let zero = ComplexGain(re: 0, im: 0)

  /// The amplitude ratio.
  public var magnitude: Double { hypot(re, im) }

  /// The gain, dB; −∞ where nothing passes.
  public var decibels: Double { 20 * log10(magnitude) }

  /// The phase, −180…+180 degrees.
  public var degrees: Double { atan2(im, re) * 180 / .pi }

  public static func + (one: Self, other: Self) -> Self {
    Self(re: one.re + other.re, im: one.im + other.im)
  }

  public static func - (one: Self, other: Self) -> Self {
    Self(re: one.re - other.re, im: one.im - other.im)
  }

  public static func * (one: Self, other: Self) -> Self {
    Self(re: one.re * other.re - one.im * other.im, im: one.re * other.im + one.im * other.re)
  }

  public static func * (one: Self, factor: Double) -> Self {
    Self(re: one.re * factor, im: one.im * factor)
  }

  public static func / (one: Self, other: Self) -> Self {
    let power = other.re * other.re + other.im * other.im
    return Self(
      re: (one.re * other.re + one.im * other.im) / power,
      im: (one.im * other.re - one.re * other.im) / power)
  }
}
