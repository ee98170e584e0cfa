import DSP
import Fourier

/// From one window of a signal to its powers, bands, peaks and descriptors; remembers nothing.
struct SpectrumAnalyser: ~Copyable {
  let rate: Double
  let settings: SpectrumSettings
  private let binCount: Int
  private var transform: RealTransform
  private let window: [Float]
  /// The cosines of the window, as shares of its mean.
  private let cosines: [Float]
  /// Mean square of a sine for the square of its bin.
  private let scale: Float
  /// Amplitude² of a sine in one bin for its mean square.
  private let gain: Float
  private let trace: BandMap
  private let visual: BandMap
  private var finder: PeakFinder
  private let image: ImageCorrection
  private var descriptors: SpectrumDescriptors
  /// Mean square of the signal in each bin, and zeros behind the last; their sum is that of the window.
  private var power: [Float]
  /// The same of the bins of a transform with zeros, among which those above are every so manieth.
  private var padded: [Float]

  /// - Throws: `noPlan`.
  init(rate: Double, settings: SpectrumSettings) throws(FourierError) {
    self.rate = rate
    self.settings = settings
    let length = settings.length
    let resolution = rate / Double(length)
    binCount = length / 2 + 1
    transform = try RealTransform(length: settings.transformLength, measured: settings.measured)
    let shape = settings.window
    window = shape.samples(length)
    cosines = shape.coefficients.map { Float($0 / shape.coherentGain) }
    scale = Float(2 / (Double(length) * Double(length) * shape.powerGain))
    gain = Float(2 * shape.noiseBandwidth)
    let bands = { (count: Int) in
      BandMap(
        count: count, low: settings.low, high: settings.high, rate: rate, length: length,
        density: settings.density)
    }
    trace = bands(settings.bandCount)
    visual = bands(24)
    finder = PeakFinder(window: shape, length: length)
    image = ImageCorrection(window: shape, length: length)
    descriptors = SpectrumDescriptors(bins: binCount, resolution: resolution)
    let reach = max(trace.reach, visual.reach, (binCount + 15) / 16 * 16)
    power = Array(repeating: 0, count: reach)
    padded = Array(repeating: 0, count: settings.padding > 1 ? settings.binCount : 0)
  }

  /// Hz from bin to bin.
  var resolution: Double { rate / Double(settings.length) }

  /// Looks at the newest samples.
  ///
  /// - Parameters:
  ///   - history: at least a window of them.
  ///   - reading: gets bands, bins and descriptors.
  /// - Returns: the local maxima, strongest first.
  mutating func measure(
    _ history: SampleHistory, into reading: inout SpectrumReading
  ) -> [SpectrumPeak] {
    transform.transform(history.samples, from: history.start, window: window)
    takePowers()
    trace.copyLevels(of: power, into: &reading.bands)
    visual.copyLevels(of: power, into: &reading.bands24)
    if settings.bins { copyBins(into: &reading.bins) }
    removeOffset()
    var peaks = finder.peaks(of: power, resolution: resolution)
    for index in peaks.indices { peaks[index] = withoutImage(peaks[index]) }
    descriptors.measure(power, into: &reading)
    return peaks
  }

  private mutating func takePowers() {
    if settings.padding == 1 {
      transform.copySquares(into: &power, scaledBy: scale)
    } else {
      transform.copySquares(into: &padded, scaledBy: scale)
      for bin in 0..<binCount { power[bin] = padded[bin * settings.padding] }
    }
    // 0 Hz and half the rate have no second half that would have to be added
    power[0] *= 0.5
    power[binCount - 1] *= 0.5
  }

  /// The level of a sine in each bin of the transform.
  private func copyBins(into levels: inout [Float]) {
    Self.copy(settings.padding == 1 ? power : padded, times: gain, into: &levels)
    let ends: Float = settings.padding == 1 ? 0.5 : 0.25
    levels[0] *= ends
    levels[levels.count - 1] *= ends
    Decibels.convertPowers(&levels)
  }

  private static func copy(_ powers: [Float], times gain: Float, into levels: inout [Float]) {
    var target = levels.mutableSpan
    precondition(target.count <= powers.count)
    for bin in 0..<target.count { target[bin] = powers[bin] * gain }
  }

  /// The value of a bin of the window without zeros.
  private func value(of bin: Int) -> (real: Float, imaginary: Float) {
    transform.value(of: bin * settings.padding)
  }

  /// Takes a constant offset out: X(k) − X(0) W(k) / W(0), which is exact for a sum of cosines.
  private mutating func removeOffset() {
    power[0] = 0
    let zero = value(of: 0).real
    for order in 1..<max(1, cosines.count) {
      let share = (order % 2 == 0 ? 0.5 : -0.5) * cosines[order]
      let value = value(of: order)
      let real = value.real - zero * share
      power[order] = (real * real + value.imaginary * value.imaginary) * scale
    }
  }

  /// Takes the image at the negative frequency out of the bins that a low or high peak was read from.
  private func withoutImage(_ peak: SpectrumPeak) -> SpectrumPeak {
    let near = min(peak.bin, binCount - 1 - peak.bin)
    // further up the image is below 1e-4 bins, and noise has no twin worth the work
    guard near < image.reach, peak.isTonal else { return peak }
    let bins = (
      value(of: peak.bin - 1), value(of: peak.bin), value(of: peak.bin + 1)
    )
    return image.correct(peak, bins: bins, resolution: resolution)
  }
}
