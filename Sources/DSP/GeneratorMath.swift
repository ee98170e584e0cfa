// Nothing is called by name: without this the linker does not find the exact functions (square root,
// fused multiply-add, rounding, remainder) that the compiler calls where the processor lacks them.
import Glibc

/// The few elementary functions that the generators need, from +, −, ×, ÷ and comparison alone.
///
/// Each of those is correctly rounded by IEEE 754, so a generator gives the same samples with every
/// C library and on every processor, which sin, exp and log of a C library do not promise. Absolute
/// errors are below 4e-16 for the sine and relative ones below 4e-16 for the others.
enum GeneratorMath {
  /// Nearest whole number, ties to even, for |x| < 2^51.
  @inline(__always)
  static func nearest(_ x: Double) -> Double {
    (x + 0x1.8p52) - 0x1.8p52
  }

  /// Sine of an angle in turns: sin(2πx), by the Taylor series on a quarter turn.
  ///
  /// - Parameter turns: angle, turns, |x| < 2^51.
  /// - Returns: −1…1.
  @inline(__always)
  static func sine(turns: Double) -> Double {
    let within = turns - nearest(turns)
    let folded = min(within.magnitude, 0.5 - within.magnitude)
    let u = 2 * Double.pi * folded
    let v = u * u
    var sum = 1.0 / 51_090_942_171_709_440_000
    sum = sum * v - 1.0 / 121_645_100_408_832_000
    sum = sum * v + 1.0 / 355_687_428_096_000
    sum = sum * v - 1.0 / 1_307_674_368_000
    sum = sum * v + 1.0 / 6_227_020_800
    sum = sum * v - 1.0 / 39_916_800
    sum = sum * v + 1.0 / 362_880
    sum = sum * v - 1.0 / 5_040
    sum = sum * v + 1.0 / 120
    sum = sum * v - 1.0 / 6
    let sine = min(1, u + u * v * sum)
    return within < 0 ? -sine : sine
  }

  /// 2 to a power, by the Taylor series of exp on half an octave to either side.
  ///
  /// - Parameter x: exponent, at most 1023.
  /// - Returns: 2^x; 0 below an exponent of −1022.
  @inline(__always)
  static func exp2(_ x: Double) -> Double {
    guard x >= -1022 else { return 0 }
    let whole = nearest(x)
    let u = (x - whole) * 0.693147180559945309417
    var sum = 1.0 / 6_227_020_800
    sum = sum * u + 1.0 / 479_001_600
    sum = sum * u + 1.0 / 39_916_800
    sum = sum * u + 1.0 / 3_628_800
    sum = sum * u + 1.0 / 362_880
    sum = sum * u + 1.0 / 40_320
    sum = sum * u + 1.0 / 5_040
    sum = sum * u + 1.0 / 720
    sum = sum * u + 1.0 / 120
    sum = sum * u + 1.0 / 24
    sum = sum * u + 1.0 / 6
    sum = sum * u + 0.5
    sum = sum * u + 1
    sum = sum * u + 1
    return sum * Double(bitPattern: UInt64(Int64(whole) + 1023) << 52)
  }

  /// Logarithm to base 2, by the series of artanh((m − 1) / (m + 1)) for a mantissa near 1.
  ///
  /// - Parameter x: a normal number above 0.
  /// - Returns: log2(x).
  @inline(__always)
  static func log2(_ x: Double) -> Double {
    let fraction = x.bitPattern & 0xF_FFFF_FFFF_FFFF
    var exponent = Double(Int64(x.bitPattern >> 52) - 1023)
    var mantissa = Double(bitPattern: fraction | 0x3FF0_0000_0000_0000)
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    let s = (mantissa - 1) / (mantissa + 1)
    let t = s * s
    var sum = 1.0 / 21
    sum = sum * t + 1.0 / 19
    sum = sum * t + 1.0 / 17
    sum = sum * t + 1.0 / 15
    sum = sum * t + 1.0 / 13
    sum = sum * t + 1.0 / 11
    sum = sum * t + 1.0 / 9
    sum = sum * t + 1.0 / 7
    sum = sum * t + 1.0 / 5
    sum = sum * t + 1.0 / 3
    sum = sum * t + 1
    return exponent + 2 * s * sum * 1.442695040888963407360
  }

  /// The factor that a level in dB stands for: 10^(dB / 20).
  static func ratio(dB: Double) -> Double {
    exp2(dB * 0.16609640474436811739)
  }
}
