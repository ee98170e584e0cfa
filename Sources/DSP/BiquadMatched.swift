import Glibc

/// Filters whose response follows the analogue one up to half the rate, where the bilinear
/// transform squeezes it together.
///
/// Poles where the analogue ones are sampled, zeros from the magnitude at 0 Hz and at the
/// centre. Frequencies in Hz, above 0 and below rate / 2; gains in dB.
/// Source: M. Vicanek, Matched Second Order Digital Filters, 2016.
extension Biquad {
  /// A bell with the gain of the analogue one at its centre, and level there.
  ///
  /// A cut is the inverse of the boost: the two undo each other. Where no such filter is of
  /// minimum phase it is the cookbook's.
  public static func matchedPeaking(
    frequency: Double, gainDB: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    guard gainDB >= 0 else {
      return matchedPeaking(frequency: frequency, gainDB: -gainDB, width: width, rate: rate)
        .inverse
    }
    let w0 = 2 * Double.pi * frequency / rate
    let gain = pow(10, gainDB / 20)
    let q = width.analogueQ(gainDB: gainDB) * gain.squareRoot()
    let poles = Poles(w0: w0, q: q)
    let r1 = poles.power * gain * gain
    let r2 = poles.slope * gain * gain
    let spectrum = Zeros(
      b0: poles.atZero,
      b1: r2 + poles.atZero + 4 * (poles.p1 - poles.p0) * (r1 - r2 * poles.p1 - poles.atZero)
        / (4 * poles.p1 * poles.p1),
      b2: (r1 - r2 * poles.p1 - poles.atZero) / (4 * poles.p1 * poles.p1))
    let found = spectrum.filter(poles)
    return found.isStable && found.isMinimumPhase
      ? found : .peaking(frequency: frequency, gainDB: gainDB, width: width, rate: rate)
  }

  /// A low-pass of 12 dB an octave with the analogue gain at its corner.
  public static func matchedLowPass(
    frequency: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    let q = width.analogueQ(gainDB: 0)
    let poles = Poles(w0: 2 * Double.pi * frequency / rate, q: q)
    let b1 = max((poles.power * q * q - poles.atZero * poles.p0) / poles.p1, 0)
    let zero = poles.atZero.squareRoot()
    let b0 = (zero + b1.squareRoot()) / 2
    return Biquad(b0: b0, b1: zero - b0, b2: 0, a1: poles.a1, a2: poles.a2)
  }

  /// A high-pass of 12 dB an octave with the analogue gain at its corner.
  public static func matchedHighPass(
    frequency: Double, width: BandWidth, rate: Double
  ) -> Biquad {
    let q = width.analogueQ(gainDB: 0)
    let poles = Poles(w0: 2 * Double.pi * frequency / rate, q: q)
    let b0 = q * poles.power.squareRoot() / (4 * poles.p1)
    return Biquad(b0: b0, b1: -2 * b0, b2: b0, a1: poles.a1, a2: poles.a2)
  }
}

/// The sampled poles of s² + s w0 / q + w0², and the denominator's power as a polynomial.
///
/// |A|² at w = A0 φ0 + A1 φ1 + A2 φ2 with φ1 = sin²(w/2), φ0 = 1 − φ1, φ2 = 4 φ0 φ1.
private struct Poles {
  let a1: Double
  let a2: Double
  /// sin² and cos² of w0 / 2.
  let p1: Double
  let p0: Double
  /// |A|² at 0 Hz.
  let atZero: Double
  /// |A|² at w0.
  let power: Double
  /// The derivative of |A|² by φ1 at w0.
  let slope: Double

  init(w0: Double, q: Double) {
    let d = 1 / (2 * q)
    let radius = exp(-d * w0)
    a1 =
      -2 * radius
      * (d <= 1 ? cos((1 - d * d).squareRoot() * w0) : cosh((d * d - 1).squareRoot() * w0))
    a2 = radius * radius
    p1 = sin(w0 / 2) * sin(w0 / 2)
    p0 = 1 - p1
    let zero = 1 + a1 + a2
    let top = 1 - a1 + a2
    atZero = zero * zero
    power = atZero * p0 + top * top * p1 - 16 * a2 * p0 * p1
    slope = -atZero + top * top - 16 * (p0 - p1) * a2
  }
}

/// The numerator's power as such a polynomial.
private struct Zeros {
  let b0: Double
  let b1: Double
  let b2: Double

  /// The numerator of minimum phase that has this power; not finite where there is none.
  func filter(_ poles: Poles) -> Biquad {
    let w = (b0.squareRoot() + b1.squareRoot()) / 2
    let first = (w + (w * w + b2).squareRoot()) / 2
    return Biquad(
      b0: first, b1: (b0.squareRoot() - b1.squareRoot()) / 2, b2: -b2 / (4 * first),
      a1: poles.a1, a2: poles.a2)
  }
}
