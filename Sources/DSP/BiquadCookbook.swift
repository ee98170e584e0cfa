import Glibc

/// Filters by the bilinear transform, as most programs and their preset files mean them.
///
/// Frequencies in Hz, above 0 and below rate / 2; gains in dB.
/// Source: Audio EQ Cookbook, R. Bristow-Johnson, W3C Note of 8 June 2021.
extension Biquad {
  /// A bell.
  public static func peaking(
    frequency: Double, gainDB: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let a = pow(10, gainDB / 40)
    let alpha = width.alpha(w0: w0, gainDB: gainDB)
    let c = -2 * cos(w0)
    return Biquad(
      b0: 1 + alpha * a, b1: c, b2: 1 - alpha * a, a0: 1 + alpha / a, a1: c, a2: 1 - alpha / a)
  }

  /// A low shelf; `frequency` has half the gain.
  public static func lowShelf(
    frequency: Double, gainDB: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let a = pow(10, gainDB / 40)
    let root = 2 * a.squareRoot() * width.alpha(w0: w0, gainDB: gainDB)
    let c = cos(w0)
    return Biquad(
      b0: a * ((a + 1) - (a - 1) * c + root), b1: 2 * a * ((a - 1) - (a + 1) * c),
      b2: a * ((a + 1) - (a - 1) * c - root), a0: (a + 1) + (a - 1) * c + root,
      a1: -2 * ((a - 1) + (a + 1) * c), a2: (a + 1) + (a - 1) * c - root)
  }

  /// A high shelf; `frequency` has half the gain.
  public static func highShelf(
    frequency: Double, gainDB: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let a = pow(10, gainDB / 40)
    let root = 2 * a.squareRoot() * width.alpha(w0: w0, gainDB: gainDB)
    let c = cos(w0)
    return Biquad(
      b0: a * ((a + 1) + (a - 1) * c + root), b1: -2 * a * ((a - 1) + (a + 1) * c),
      b2: a * ((a + 1) + (a - 1) * c - root), a0: (a + 1) - (a - 1) * c + root,
      a1: 2 * ((a - 1) - (a + 1) * c), a2: (a + 1) - (a - 1) * c - root)
  }

  /// A low-pass of 12 dB an octave.
  public static func lowPass(frequency: Double, width: BandWidth, rate: Double) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    // 1 − cos w0, without the loss of digits near 0.
    let b = 2 * sin(w0 / 2) * sin(w0 / 2)
    return pass(b / 2, b, b / 2, w0, width)
  }

  /// A high-pass of 12 dB an octave.
  public static func highPass(frequency: Double, width: BandWidth, rate: Double) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let b = 1 + cos(w0)
    return pass(b / 2, -b, b / 2, w0, width)
  }

  /// A band-pass with 0 dB at its centre.
  public static func bandPass(frequency: Double, width: BandWidth, rate: Double) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let alpha = width.alpha(w0: w0, gainDB: 0)
    return pass(alpha, 0, -alpha, w0, width)
  }

  /// A notch.
  public static func notch(frequency: Double, width: BandWidth, rate: Double) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    return pass(1, -2 * cos(w0), 1, w0, width)
  }

  /// An all-pass: 180 degrees at its frequency.
  public static func allPass(frequency: Double, width: BandWidth, rate: Double) -> Biquad {
    let w0 = 2 * Double.pi * frequency / rate
    let alpha = width.alpha(w0: w0, gainDB: 0)
    return pass(1 - alpha, -2 * cos(w0), 1 + alpha, w0, width)
  }

  private static func pass(
    _ b0: Double, _ b1: Double, _ b2: Double, _ w0: Double, _ width: BandWidth
  ) -> Biquad {
    let alpha = width.alpha(w0: w0, gainDB: 0)
    return Biquad(b0: b0, b1: b1, b2: b2, a0: 1 + alpha, a1: -2 * cos(w0), a2: 1 - alpha)
  }
}
