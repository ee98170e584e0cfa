import DSP
import Fourier
import Glibc

/// How strongly something begins, every 10 to 12 ms: the flux of a spectrum in some fifteen bands.
///
/// In each band the rise of the amplitude over both of the two hops before counts, as a share of the
/// highest amplitude of the last seconds in this band (or of a tenth of the highest in any); the onset is
/// the mean over the bands, 0…1. A steady sound has none, slow swelling little. Two hops are looked at
/// together, since their spectra come cheaper so.
struct OnsetDetector: ~Copyable {
  /// 1,024 samples every 512 at 48 kHz.
  private static let hopSeconds = 512 / 48_000.0
  private static let peakSeconds = 4.0
  private static let floorShare: Float = 0.1
  /// −80 dBFS: what is fainter rises above nothing.
  private static let faintest: Float = 1e-4

  let hop: Int
  let hopsPerSecond: Double
  private var transform: PairTransform
  private let window: [Float]
  private var history: SampleHistory
  /// Squared magnitudes of the first and the second of two hops.
  private var first: [Float]
  private var second: [Float]
  private let scale: Float
  private let bands: WeightedSums
  private let decay: Float
  /// Amplitudes of this hop and the two before.
  private var now: [Float]
  private var before: [Float]
  private var earlier: [Float]
  private var peaks: [Float]
  /// Frames since the start.
  private var position = 0
  /// Whether a hop waits for the next.
  private var isWaiting = false
  /// Whether there is a spectrum to compare with.
  private var knowsBefore = false

  init(rate: Double) throws(FourierError) {
    hop = Self.hop(rate)
    hopsPerSecond = rate / Double(hop)
    let length = 2 * hop
    transform = try PairTransform(length: length)
    window = Window.hann.samples(length)
    history = SampleHistory(length: length + hop)
    let edges = Self.edges(resolution: rate / Double(length), last: hop)
    var bands = WeightedSums()
    for (first, end) in zip(edges, edges.dropFirst()) {
      bands.append(from: first, weights: Array(repeating: 1, count: end - first))
    }
    self.bands = bands
    first = Array(repeating: 0, count: max(hop + 1, bands.reach))
    second = first
    scale = 16 / Float(3 * length * length)
    decay = Float(exp(-1 / (Self.peakSeconds * hopsPerSecond)))
    now = Array(repeating: 0, count: bands.count)
    before = now
    earlier = now
    peaks = now
  }

  /// A power of two in 10…12 ms where there is one, else the number nearest to 10.7 ms of few small factors.
  private static func hop(_ rate: Double) -> Int {
    let wanted = max(2, hopSeconds * rate)
    var best = 2
    for factor in [15, 9, 5, 3, 1] {
      let number = factor << max(0, Int(log2(wanted / Double(factor)).rounded()))
      let miss = log2(Double(number) / wanted).magnitude
      if factor == 1, 0.0100...0.0120 ~= Double(number) / rate { return number }
      if miss < log2(Double(best) / wanted).magnitude { best = number }
    }
    return best
  }

  /// Bands of at least four bins from the first bin to 16 kHz, further up of a quarter of their frequency.
  private static func edges(resolution: Double, last: Int) -> [Int] {
    var edges = [1]
    let end = min(last, Int(16_000 / resolution))
    while let edge = edges.last, edge < end {
      edges.append(min(end, edge + max(4, (edge + 2) / 4)))
    }
    return edges.count > 1 ? edges : [0, 1]
  }

  /// Frames until the next hop.
  var framesToHop: Int { hop - position % hop }

  /// Takes samples up to the next hop at most.
  ///
  /// - Returns: the strengths of two onsets where every second hop ends.
  mutating func add(_ samples: [Float], from first: Int, frames: Int) -> (Float, Float)? {
    history.append(samples, from: first, count: frames)
    position += frames
    guard position % hop == 0, history.unbroken >= 2 * hop else { return nil }
    isWaiting.toggle()
    return isWaiting ? nil : strengths()
  }

  mutating func gap(frames: Int) {
    history.appendLost(frames)
    position += frames
    knowsBefore = false
    isWaiting = false
  }

  /// Passes over a hop that waits.
  mutating func beginSession() { isWaiting = false }

  private mutating func strengths() -> (Float, Float) {
    let start = history.start
    transform.transform(history.samples, from: start, and: start + hop, window: window)
    transform.copySquares(into: &first, and: &second, scaledBy: scale)
    takePlace()
    bands.copySums(of: first, into: &now)
    let strength = self.strength()
    takePlace()
    bands.copySums(of: second, into: &now)
    return (strength, self.strength())
  }

  /// Makes room for the amplitudes of the next hop.
  private mutating func takePlace() {
    swap(&earlier, &before)
    swap(&before, &now)
  }

  /// How much the newest amplitudes have risen, made of the powers in their place.
  private mutating func strength() -> Float {
    Self.takeAmplitudes(&now, &peaks, decay)
    let highest = max(Self.faintest, HighestMagnitude.of(peaks, count: peaks.count))
    guard knowsBefore else {
      (before, earlier, knowsBefore) = (now, now, true)
      return 0
    }
    Self.rise(now, before, into: &earlier, beside: peaks, floor: Self.floorShare * highest)
    return earlier.reduce(0, +) / Float(now.count)
  }

  /// How far each amplitude is above both of the two before, as a share.
  ///
  /// - Parameters:
  ///   - now: the newest amplitudes.
  ///   - before: those of the hop before.
  ///   - rises: those of the hop before that, then the shares.
  ///   - peaks: what counts as all.
  ///   - floor: the least that does.
  private static func rise(
    _ now: [Float], _ before: [Float], into rises: inout [Float], beside peaks: [Float],
    floor: Float
  ) {
    var rises = rises.mutableSpan
    precondition(
      now.count == rises.count && before.count == rises.count && peaks.count == rises.count)
    for band in 0..<rises.count {
      let highest = before[band] > rises[band] ? before[band] : rises[band]
      let rise = now[band] - highest
      rises[band] = (rise > 0 ? rise : 0) / (peaks[band] > floor ? peaks[band] : floor)
    }
  }

  /// Makes amplitudes of powers, and brings the highest of each band up to date.
  private static func takeAmplitudes(
    _ powers: inout [Float], _ peaks: inout [Float], _ decay: Float
  ) {
    var now = powers.mutableSpan
    var peaks = peaks.mutableSpan
    precondition(now.count == peaks.count)
    for band in 0..<now.count {
      let amplitude = now[band].squareRoot()
      let fallen = peaks[band] * decay
      now[band] = amplitude
      peaks[band] = amplitude > fallen ? amplitude : fallen
    }
  }
}
