import DSP
import Glibc

/// A local maximum of a spectrum, refined between the bins.
struct SpectrumPeak {
  /// Hz.
  var frequency: Double
  /// dBFS of a sine.
  var level: Double
  /// The bin that it is highest in.
  var bin: Int
  /// Whether it stands out as a tone does.
  var isTonal: Bool
}

/// Finds the strongest local maxima that are no side lobes of stronger ones.
struct PeakFinder {
  /// The most peaks that are looked for: two more than are shown, so that ranks can be followed.
  static let most = 8
  /// Amplitude² of −90 dBFS.
  private static let absoluteFloor: Float = 1e-9
  /// 60 dB below the strongest.
  private static let relativeFloor: Float = 1e-6
  /// How far a peak stands above what the window lets through of the stronger ones: 3 dB.
  private static let margin = 1.4125

  private let window: Window
  private let bins: Int
  /// From the middle of a main lobe to its first zero, in bins.
  private let lobe: Int
  /// Amplitude² of a sine in one bin for its mean square.
  private let gain: Float
  /// Leakage in steps of half a bin from the main lobe on, never rising.
  private let leakage: [Double]
  private var maxima: LocalMaxima
  private var found: [(bin: Double, amplitude: Double)] = []

  init(window: Window, length: Int) {
    self.window = window
    bins = length / 2 + 1
    lobe = window.mainLobeHalfWidth
    gain = Float(2 * window.noiseBandwidth)
    var leakage: [Double] = []
    var hull = 0.0
    let most = min(length / 2, 512)
    for step in stride(from: 2 * most, through: 2 * lobe, by: -1) {
      hull = max(hull, window.leakage(atBins: Double(step) / 2 + 0.01))
      leakage.append(hull)
    }
    self.leakage = leakage.reversed()
    maxima = LocalMaxima(count: bins)
  }

  /// The peaks, strongest first.
  ///
  /// - Parameters:
  ///   - power: mean square of each bin; may be longer.
  ///   - resolution: Hz from bin to bin.
  /// - Returns: at most eight.
  mutating func peaks(of power: [Float], resolution: Double) -> [SpectrumPeak] {
    // where the main lobe meets that of the negative frequency nothing can be told
    let edge = max(2, lobe)
    let inside = edge...max(edge, bins - 1 - edge)
    maxima.find(in: power)
    var floor = Self.absoluteFloor / gain
    var peaks: [SpectrumPeak] = []
    peaks.reserveCapacity(Self.most)
    found.removeAll(keepingCapacity: true)
    // what a spectrum of side lobes alone could cost is bounded
    for _ in 0..<512 {
      guard found.count < Self.most, let bin = maxima.takeHighest(above: floor) else { break }
      guard inside.contains(bin) else { continue }
      let peak = refine(power, bin)
      guard !isLeakage(peak) else { continue }
      if found.isEmpty { floor = max(floor, power[bin] * Self.relativeFloor) }
      found.append(peak)
      peaks.append(
        SpectrumPeak(
          frequency: peak.bin * resolution, level: Decibels.ofAmplitude(peak.amplitude), bin: bin,
          isTonal: isTonal(power, bin)))
    }
    return peaks
  }

  /// Whether a peak stands 10 dB above what lies beside its main lobe.
  private func isTonal(_ power: [Float], _ bin: Int) -> Bool {
    let beside = lobe + 1
    let above = bin + beside < bins ? power[bin + beside] : 0
    let below = bin - beside > 0 ? power[bin - beside] : above
    return power[bin] > 5 * (above + below)
  }

  // MARK: one peak

  /// Whether a peak is inside the main lobe of a stronger one, or may be a side lobe of them all and of
  /// their twins at the negative frequencies.
  private func isLeakage(_ peak: (bin: Double, amplitude: Double)) -> Bool {
    let turn = Double(2 * (bins - 1))
    var sum = 0.0
    for stronger in found {
      let distance = (peak.bin - stronger.bin).magnitude
      guard distance >= Double(lobe) else { return true }
      let toTwin = peak.bin + stronger.bin
      sum += stronger.amplitude * (leakage(at: distance) + leakage(at: min(toTwin, turn - toTwin)))
    }
    return peak.amplitude <= Self.margin * sum
  }

  /// How much of a sine there is in its side lobes, as a share of its amplitude.
  ///
  /// - Parameter distance: in bins, outside the main lobe.
  /// - Returns: what it can be at most.
  private func leakage(at distance: Double) -> Double {
    leakage[min(max(0, Int(distance * 2) - 2 * lobe), leakage.count - 1)]
  }

  /// Place and amplitude between the bins, from the highest and its higher neighbour.
  private func refine(_ power: [Float], _ bin: Int) -> (bin: Double, amplitude: Double) {
    let (below, above) = (Double(power[bin - 1]), Double(power[bin + 1]))
    let height = (Double(power[bin]) * Double(gain)).squareRoot()
    let ratio = (max(below, above) / Double(power[bin])).squareRoot()
    let distance = Self.distance(window, ratio: ratio)
    let place = Double(bin) + (above > below ? distance : -distance)
    return (place, height / window.response(atBins: distance))
  }

  /// How far a sine lies from the highest bin, by the ratio of the second to the highest.
  ///
  /// Hann has a formula, (2r − 1) / (r + 1); for the others the window's response is solved for it.
  static func distance(_ window: Window, ratio: Double) -> Double {
    if window == .hann { return min(0.5, max(0, (2 * ratio - 1) / (ratio + 1))) }
    var (low, high) = (0.0, 0.5)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      let found = window.response(atBins: 1 - middle) / window.response(atBins: middle)
      if found < ratio { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
