import DSP
import Glibc

/// A real sine has a twin at the negative frequency, whose leakage disturbs what is read of a low one.
///
/// X(k) = A/2 · (e^(iφ) W(k − f) + e^(−iφ) W(k + f)), f in bins. From the first estimate of f, A and φ the
/// second term is computed and taken out of the three bins, and place and level are read again.
struct ImageCorrection {
  private let length: Double
  private let coefficients: [Double]
  private let window: Window

  private struct Complex {
    var real = 0.0
    var imaginary = 0.0

    func times(_ other: Complex) -> Complex {
      Complex(
        real: real * other.real - imaginary * other.imaginary,
        imaginary: real * other.imaginary + imaginary * other.real)
    }

    var conjugate: Complex { Complex(real: real, imaginary: -imaginary) }
    var magnitude: Double { (real * real + imaginary * imaginary).squareRoot() }
  }

  init(length: Int, window: Window) {
    self.length = Double(length)
    self.window = window
    coefficients = window.coefficients
  }

  /// Corrects a peak.
  ///
  /// - Parameters:
  ///   - peak: as it was read.
  ///   - bins: the values below, at and above its bin.
  ///   - resolution: Hz from bin to bin.
  /// - Returns: the peak as it would be without its twin.
  func correct(
    _ peak: SpectrumPeak, bins: [(real: Float, imaginary: Float)], resolution: Double
  ) -> SpectrumPeak {
    let values = bins.map { Complex(real: Double($0.real), imaginary: Double($0.imaginary)) }
    let bin = Double(peak.bin)
    var place = peak.frequency / resolution
    var height = 0.0
    for _ in 0..<2 {
      // A/2 e^(iφ), of the middle bin; its conjugate belongs to the twin
      var phasor = half(values[1], by: transform(bin - place))
      phasor = half(
        subtract(phasor.conjugate.times(transform(bin + place)), from: values[1]),
        by: transform(bin - place))
      let clean = (0..<3).map { index in
        subtract(
          phasor.conjugate.times(transform(bin + Double(index - 1) + place)), from: values[index]
        ).magnitude
      }
      guard clean[1] > 0, clean[1] > max(clean[0], clean[2]) * 0.9 else { return peak }
      let ratio = max(clean[0], clean[2]) / clean[1]
      let distance = PeakFinder.distance(window, ratio: ratio)
      place = bin + (clean[2] > clean[0] ? distance : -distance)
      height = clean[1] / window.response(atBins: distance)
    }
    var corrected = peak
    corrected.frequency = place * resolution
    corrected.level = Decibels.ofAmplitude(2 * height / (length * window.coherentGain))
    return corrected
  }

  private func subtract(_ part: Complex, from value: Complex) -> Complex {
    Complex(real: value.real - part.real, imaginary: value.imaginary - part.imaginary)
  }

  private func half(_ value: Complex, by divisor: Complex) -> Complex {
    let square = divisor.magnitude * divisor.magnitude
    let product = value.times(divisor.conjugate)
    return Complex(real: product.real / square, imaginary: product.imaginary / square)
  }

  /// The transform of the window at a distance in bins.
  private func transform(_ distance: Double) -> Complex {
    var sum = Complex()
    for (order, term) in coefficients.enumerated() {
      for shift in order == 0 ? [0.0] : [-Double(order), Double(order)] {
        let part = kernel(distance + shift)
        let factor = order == 0 ? term : (order % 2 == 0 ? 0.5 : -0.5) * term
        sum.real += factor * part.real
        sum.imaginary += factor * part.imaginary
      }
    }
    return sum
  }

  /// Σ e^(−2πidn/N) over a period.
  private func kernel(_ distance: Double) -> Complex {
    let below = sin(Double.pi * distance / length)
    guard below.magnitude > 1e-12 else { return Complex(real: length) }
    let size = sin(Double.pi * distance) / below
    let angle = -Double.pi * distance * (length - 1) / length
    return Complex(real: size * cos(angle), imaginary: size * sin(angle))
  }
}
