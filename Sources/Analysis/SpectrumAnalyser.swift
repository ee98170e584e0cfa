import DSP
import Fourier
import Glibc

/// From one window of a signal to its powers, bands, peaks and descriptors; remembers nothing.
struct SpectrumAnalyser: ~Copyable {
  /// Mean square below which there is silence: −120 dB.
  private static let silence: Float = 1e-12
  /// The least power that flatness sees, beside the highest: −90 dB.
  private static let flatnessFloor: Float = 1e-9

  let rate: Double
  let settings: SpectrumSettings
  private var transform: RealTransform
  private let window: [Float]
  private let trace: BandMap
  private let visual: BandMap
  private var finder: PeakFinder
  /// Mean square of the signal in each bin; their sum is that of the window.
  private var power: [Float]
  /// The same without what a constant offset leaves in the lowest bins.
  private var alternating: [Float]
  private var tree: SumTree
  private var moments: [Float]
  private var momentTree: SumTree

  /// - Throws: `noPlan`.
  init(rate: Double, settings: SpectrumSettings) throws(FourierError) {
    self.rate = rate
    self.settings = settings
    let length = settings.length
    transform = try RealTransform(length: length, measured: settings.measured)
    window = settings.window.samples(length)
    trace = BandMap(
      count: settings.bandCount, low: settings.low, high: settings.high, rate: rate, length: length)
    visual = BandMap(
      count: 24, low: settings.low, high: settings.high, rate: rate, length: length)
    finder = PeakFinder(window: settings.window, length: length)
    let bins = length / 2 + 1
    power = Array(repeating: 0, count: bins)
    alternating = power
    moments = power
    tree = SumTree(count: bins)
    momentTree = tree
  }

  /// Hz from bin to bin.
  var resolution: Double { rate / Double(settings.length) }

  /// Transforms the newest samples.
  mutating func measure(_ history: SampleHistory) {
    let length = Double(settings.length)
    transform.transform(history.samples, from: history.start, window: window)
    let scale = 2 / (length * length * settings.window.powerGain)
    transform.copySquares(into: &power, scaledBy: Float(scale))
    power[0] *= 0.5
    power[power.count - 1] *= 0.5
    tree.fill(power)
  }

  /// The level of each band of the trace.
  func bands() -> [Float] { trace.levels(tree, density: settings.density) }

  /// The level of each of the 24 bands.
  func bands24() -> [Float] { visual.levels(tree, density: settings.density) }

  /// The level of a sine in each bin.
  func bins() -> [Float] {
    let gain = Float(2 * settings.window.noiseBandwidth)
    var levels = power
    for bin in levels.indices { levels[bin] = Decibels.ofSinglePower(levels[bin] * gain) }
    // 0 Hz and half the rate have no second half that was added
    levels[0] = Decibels.ofSinglePower(power[0] * gain / 2)
    levels[levels.count - 1] = Decibels.ofSinglePower(power[power.count - 1] * gain / 2)
    return levels
  }

  /// The local maxima, strongest first, and the descriptors.
  mutating func describe(into reading: inout SpectrumReading) -> [SpectrumPeak] {
    removeOffset()
    var peaks = finder.peaks(of: alternating, resolution: resolution)
    for index in peaks.indices { peaks[index] = withoutImage(peaks[index]) }
    tree.fill(alternating)
    let total = tree.total
    guard total > Self.silence else { return peaks }
    let spread = moments(total: total)
    reading.centroid = Float(spread.centre * resolution)
    reading.bandwidth = Float(spread.deviation * resolution)
    reading.rolloff85 = Float(Double(tree.index(reaching: 0.85 * total)) * resolution)
    reading.flatness = flatness(total: total)
    return peaks
  }

  /// Takes a constant offset out: X(k) − X(0) W(k) / W(0), which is exact for a sum of cosines.
  private mutating func removeOffset() {
    alternating = power
    alternating[0] = 0
    let terms = settings.window.coefficients
    let zero = transform.value(of: 0).real
    let length = Double(settings.length)
    let scale = Float(2 / (length * length * settings.window.powerGain))
    for order in 1..<max(1, terms.count) {
      let share = Float((order % 2 == 0 ? 0.5 : -0.5) * terms[order] / terms[0])
      let value = transform.value(of: order)
      let real = value.real - zero * share
      alternating[order] = (real * real + value.imaginary * value.imaginary) * scale
    }
  }

  /// Takes the image at the negative frequency out of the bins that a low or high peak was read from.
  private func withoutImage(_ peak: SpectrumPeak) -> SpectrumPeak {
    let near = min(peak.bin, alternating.count - 1 - peak.bin)
    // further up the image is below 1e-4 bins, and noise has no twin worth the work
    guard settings.window == .hann, near < 16, peak.isTonal else { return peak }
    let bins = (-1...1).map { transform.value(of: peak.bin + $0) }
    let image = ImageCorrection(length: settings.length, window: settings.window)
    return image.correct(peak, bins: bins, resolution: resolution)
  }

  /// Mean and standard deviation of the bin's number, weighted with power.
  private mutating func moments(total: Float) -> (centre: Double, deviation: Double) {
    for bin in alternating.indices { moments[bin] = alternating[bin] * Float(bin) }
    momentTree.fill(moments)
    let centre = Double(momentTree.total) / Double(total)
    let middle = Float(centre.rounded())
    for bin in alternating.indices {
      let distance = Float(bin) - middle
      moments[bin] = alternating[bin] * distance * distance
    }
    momentTree.fill(moments)
    let offset = centre - Double(middle)
    let square = Double(momentTree.total) / Double(total) - offset * offset
    return (centre, max(0, square).squareRoot())
  }

  /// The product of 16 neighbours of at least 1e-9 each.
  private func product16(_ bin: Int) -> Double {
    var pairs = SIMD4<Float>(repeating: 1)
    var others = pairs
    for index in 0..<4 {
      pairs[index] = moments[bin &+ index] * moments[bin &+ 4 &+ index]
      others[index] = moments[bin &+ 8 &+ index] * moments[bin &+ 12 &+ index]
    }
    let products = SIMD4<Double>(pairs) * SIMD4<Double>(others)
    return products[0] * products[1] * products[2] * products[3]
  }

  /// Geometric by arithmetic mean of the powers above 0 Hz.
  private mutating func flatness(total: Float) -> Float {
    let count = alternating.count - 1
    var highest: Float = 0
    for bin in 1...count { highest = alternating[bin] > highest ? alternating[bin] : highest }
    let scale = 1 / highest
    for bin in 0...count {
      let value = alternating[bin] * scale
      moments[bin] = value > Self.flatnessFloor ? value : Self.flatnessFloor
    }
    var logarithm = 0.0
    var bin = 1
    while bin + 16 <= count + 1 {
      logarithm += log2(product16(bin))
      bin += 16
    }
    while bin <= count {
      logarithm += Double(log2(moments[bin]))
      bin += 1
    }
    let mean = Double(total * scale) / Double(count)
    return Float(exp2(logarithm / Double(count)) / mean)
  }
}
