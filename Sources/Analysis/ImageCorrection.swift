import DSP
import Glibc

/// A real sine has a twin at the negative frequency, whose leakage disturbs what is read of a low one.
///
/// X(k) = P W(k − f) + P* W(k + f), f in bins, P half the amplitude with its phase. From the first estimate
/// of f and P the second term is computed and taken out of three bins, and place and level are read again.
///
/// The transform of the window Σ (−1)^m a_m cos(2πmn/N) is W(d) = S(d) sin(πd) e^(−iπd) with
/// S(d) = Σ (−1)^m ½ a_m (cot(π(d − m)/N) + cot(π(d + m)/N)) + i w(0); the two last factors are the same
/// one bin further. With t = tan(πd/N) and t_m = tan(πm/N) the cotangents add up to
/// 2t (1 + t_m²) / (t² − t_m²).
struct ImageCorrection {
  private let length: Double
  private let window: Window
  /// (−1)^m a_m (1 + t_m²) with t_m², and w(0).
  private let terms: [(factor: Double, square: Double)]
  private let first: Double
  /// Peaks that are so many bins from 0 Hz and from half the rate are left as they are; all under a rectangular
  /// window, whose side lobes tell neither side of a bin from the other.
  let reach: Int

  private struct Complex {
    var real: Double
    var imaginary: Double

    func times(_ other: Complex) -> Complex {
      Complex(
        real: real * other.real - imaginary * other.imaginary,
        imaginary: real * other.imaginary + imaginary * other.real)
    }

    func times(_ factor: Double) -> Complex {
      Complex(real: real * factor, imaginary: imaginary * factor)
    }

    func minus(_ other: Complex) -> Complex {
      Complex(real: real - other.real, imaginary: imaginary - other.imaginary)
    }

    func divided(by other: Complex) -> Complex {
      times(other.conjugate).times(1 / other.square)
    }

    var conjugate: Complex { Complex(real: real, imaginary: -imaginary) }
    var square: Double { real * real + imaginary * imaginary }
    var magnitude: Double { square.squareRoot() }
  }

  /// - Parameters:
  ///   - window: of the transform.
  ///   - length: samples of it.
  init(window: Window, length: Int) {
    self.window = window
    self.length = Double(length)
    let signed = window.coefficients.enumerated().map { $0 % 2 == 0 ? $1 : -$1 }
    terms = signed.enumerated().map { order, term in
      let square = pow(tan(Double.pi * Double(order) / Double(length)), 2)
      return (term * (1 + square), square)
    }
    first = signed.reduce(0, +)
    let lobe = window.mainLobeHalfWidth
    // a sine's twin is twice as far away as 0 Hz
    let near = (lobe..<max(lobe + 1, length / 4)).first {
      window.leakage(atBins: Double(2 * $0)) < 1e-5
    }
    reach = window == .rectangular ? 0 : near ?? length / 2
  }

  /// The value of a bin, as a transform gives it.
  typealias Bin = (real: Float, imaginary: Float)

  /// Corrects a peak.
  ///
  /// - Parameters:
  ///   - peak: as it was read.
  ///   - bins: the values below, at and above its bin.
  ///   - resolution: Hz from bin to bin.
  /// - Returns: the peak as it would be without its twin.
  func correct(_ peak: SpectrumPeak, bins: (Bin, Bin, Bin), resolution: Double) -> SpectrumPeak {
    let below = Complex(real: Double(bins.0.real), imaginary: Double(bins.0.imaginary))
    let middle = Complex(real: Double(bins.1.real), imaginary: Double(bins.1.imaginary))
    let above = Complex(real: Double(bins.2.real), imaginary: Double(bins.2.imaginary))
    let bin = Double(peak.bin)
    var place = peak.frequency / resolution
    var height = 0.0
    for _ in 0..<2 {
      // in the middle of a bin the formula is 0 / 0, and nothing depends on a billionth of one
      if (place - place.rounded()).magnitude < 1e-9 { place += 1e-9 }
      let (sine, cosine) = (sin(Double.pi * place), cos(Double.pi * place))
      let twin = Complex(real: sine * cosine, imaginary: -sine * sine)
      let own = twin.conjugate.times(shape(bin - place)).times(-1)
      // P, first as if there were no twin
      let first = middle.divided(by: own)
      let second = middle.minus(first.conjugate.times(twin).times(shape(bin + place)))
      let image = second.divided(by: own).conjugate.times(twin)
      let left = below.minus(image.times(shape(bin - 1 + place))).magnitude
      let centre = middle.minus(image.times(shape(bin + place))).magnitude
      let right = above.minus(image.times(shape(bin + 1 + place))).magnitude
      guard centre > 0, centre > max(left, right) * 0.9 else { return peak }
      let distance = PeakFinder.distance(window, ratio: max(left, right) / centre)
      place = bin + (right > left ? distance : -distance)
      height = centre / window.response(atBins: distance)
    }
    var corrected = peak
    corrected.frequency = place * resolution
    // half the amplitude, times the mean of the window
    corrected.level = Decibels.ofAmplitude(2 * height / length / window.coherentGain)
    return corrected
  }

  /// S: the transform of the window without its last factors.
  private func shape(_ distance: Double) -> Complex {
    let tangent = tan(Double.pi * distance / length)
    let square = tangent * tangent
    let sum = terms.reduce(0) { $0 + $1.factor / (square - $1.square) }
    return Complex(real: tangent * sum, imaginary: first)
  }
}
