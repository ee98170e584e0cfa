import Glibc

/// Filters of first order, by the bilinear transform; frequencies in Hz, gains in dB.
extension Biquad {
  /// A low-pass of 6 dB an octave.
  public static func lowPass1(frequency: Double, rate: Double) -> Biquad {
    let k = tan(Double.pi * frequency / rate)
    return Biquad(b0: k, b1: k, b2: 0, a0: 1 + k, a1: k - 1, a2: 0)
  }

  /// A high-pass of 6 dB an octave.
  public static func highPass1(frequency: Double, rate: Double) -> Biquad {
    let k = tan(Double.pi * frequency / rate)
    return Biquad(b0: 1, b1: -1, b2: 0, a0: 1 + k, a1: k - 1, a2: 0)
  }

  /// An all-pass: 90 degrees at its frequency.
  public static func allPass1(frequency: Double, rate: Double) -> Biquad {
    let k = tan(Double.pi * frequency / rate)
    return Biquad(b0: k - 1, b1: k + 1, b2: 0, a0: k + 1, a1: k - 1, a2: 0)
  }

  /// A low shelf of 6 dB an octave; `frequency` has half the gain.
  public static func lowShelf1(frequency: Double, gainDB: Double, rate: Double) -> Biquad {
    let k = tan(Double.pi * frequency / rate)
    let a = pow(10, gainDB / 40)
    return Biquad(
      b0: a * a * k + a, b1: a * a * k - a, b2: 0, a0: k + a, a1: k - a, a2: 0)
  }

  /// A high shelf of 6 dB an octave; `frequency` has half the gain.
  public static func highShelf1(frequency: Double, gainDB: Double, rate: Double) -> Biquad {
    let k = tan(Double.pi * frequency / rate)
    let a = pow(10, gainDB / 40)
    return Biquad(
      b0: a * k + a * a, b1: a * k - a * a, b2: 0, a0: a * k + 1, a1: a * k - 1, a2: 0)
  }
}
