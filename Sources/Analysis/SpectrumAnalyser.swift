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
  private let image: ImageCorrection?
  private var descriptors: SpectrumDescriptors
  /// Mean square of the signal in each bin, and zeros behind the last; their sum is that of the window.
  private var power: [Float]

  /// - Throws: `noPlan`.
  init(rate: Double, settings: SpectrumSettings) throws(FourierError) {
    self.rate = rate
    self.settings = settings
    let length = settings.length
    let resolution = rate / Double(length)
    binCount = length / 2 + 1
    transform = try RealTransform(length: length, measured: settings.measured)
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
    image = shape == .hann ? ImageCorrection(length: length) : nil
    descriptors = SpectrumDescriptors(bins: binCount, resolution: resolution)
    let reach = max(trace.reach, visual.reach, (binCount + 15) / 16 * 16)
    power = Array(repeating: 0, count: reach)
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
    transform.copySquares(into: &power, scaledBy: scale)
    // 0 Hz and half the rate have no second half that would have to be added
    power[0] *= 0.5
    power[binCount - 1] *= 0.5
    trace.copyLevels(of: power, into: &reading.bands)
    visual.copyLevels(of: power, into: &reading.bands24)
    if settings.bins { copyBins(into: &reading.bins) }
    removeOffset()
    var peaks = finder.peaks(of: power, resolution: resolution)
    for index in peaks.indices { peaks[index] = withoutImage(peaks[index]) }
    descriptors.measure(power, into: &reading)
    return peaks
  }

  /// The level of a sine in each bin.
  private func copyBins(into levels: inout [Float]) {
    var target = levels.mutableSpan
    precondition(target.count == binCount && power.count >= binCount)
    for bin in 0..<target.count { target[bin] = power[bin] * gain }
    target[0] *= 0.5
    target[binCount - 1] *= 0.5
    Decibels.convertPowers(&levels)
  }

  /// Takes a constant offset out: X(k) − X(0) W(k) / W(0), which is exact for a sum of cosines.
  private mutating func removeOffset() {
    power[0] = 0
    let zero = transform.value(of: 0).real
    for order in 1..<max(1, cosines.count) {
      let share = (order % 2 == 0 ? 0.5 : -0.5) * cosines[order]
      let value = transform.value(of: order)
      let real = value.real - zero * share
      power[order] = (real * real + value.imaginary * value.imaginary) * scale
    }
  }

  /// Takes the image at the negative frequency out of the bins that a low or high peak was read from.
  private func withoutImage(_ peak: SpectrumPeak) -> SpectrumPeak {
    let near = min(peak.bin, binCount - 1 - peak.bin)
    // further up the image is below 1e-4 bins, and noise has no twin worth the work
    guard let image, near < 16, peak.isTonal else { return peak }
    let bins = (
      transform.value(of: peak.bin - 1), transform.value(of: peak.bin),
      transform.value(of: peak.bin + 1)
    )
    return image.correct(peak, bins: bins, resolution: resolution)
  }
}
