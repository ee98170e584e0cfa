import DSP
import Fourier
import Glibc

/// How strongly something begins, every 10 to 12 ms: the flux of a spectrum in some fifteen bands.
///
/// In each band the rise of the amplitude over both of the two hops before counts, as a share of the
/// highest amplitude of the last seconds in this band (or of a tenth of the highest in any); the onset is
/// the mean over the bands, 0…1. A steady sound has none, slow swelling little.
struct OnsetDetector: ~Copyable {
  /// 1,024 samples every 512 at 48 kHz.
  private static let hopSeconds = 512 / 48_000.0
  private static let peakSeconds = 4.0
  private static let floorShare: Float = 0.1
  /// −80 dBFS: what is fainter rises above nothing.
  private static let faintest: Float = 1e-4

  let hop: Int
  let hopsPerSecond: Double
  private var transform: RealTransform
  private let window: [Float]
  private var history: SampleHistory
  private var squares: [Float]
  private let edges: [Int]
  private let decay: Float
  /// Amplitudes of this hop and the two before.
  private var now: [Float]
  private var before: [Float]
  private var earlier: [Float]
  private var peaks: [Float]
  /// Frames since the start.
  private var position = 0
  /// Whether there is a spectrum to compare with.
  private var knowsBefore = false

  init(rate: Double) throws(FourierError) {
    hop = Self.hop(rate)
    hopsPerSecond = rate / Double(hop)
    let length = 2 * hop
    transform = try RealTransform(length: length)
    window = Window.hann.samples(length)
    history = SampleHistory(length: length)
    squares = Array(repeating: 0, count: hop + 1)
    edges = Self.edges(resolution: rate / Double(length), last: hop)
    decay = Float(exp(-1 / (Self.peakSeconds * hopsPerSecond)))
    now = Array(repeating: 0, count: edges.count - 1)
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
  /// - Returns: the onset's strength where a hop ends.
  mutating func add(_ samples: [Float], from first: Int, frames: Int) -> Float? {
    history.append(samples, from: first, count: frames)
    position += frames
    guard position % hop == 0, history.isWhole else { return nil }
    return strength()
  }

  mutating func gap(frames: Int) {
    history.appendLost(frames)
    position += frames
    knowsBefore = false
  }

  private mutating func strength() -> Float {
    transform.transform(history.samples, from: history.start, window: window)
    transform.copySquares(into: &squares, scaledBy: 16 / Float(3 * history.length * history.length))
    swap(&earlier, &before)
    swap(&before, &now)
    var highest = Self.faintest
    for band in now.indices {
      now[band] = sum(edges[band], edges[band + 1]).squareRoot()
      peaks[band] = max(now[band], peaks[band] * decay)
      highest = max(highest, peaks[band])
    }
    guard knowsBefore else {
      (before, earlier, knowsBefore) = (now, now, true)
      return 0
    }
    var rise: Float = 0
    for band in now.indices {
      let reference = max(peaks[band], Self.floorShare * highest)
      rise += max(0, now[band] - max(before[band], earlier[band])) / reference
    }
    return rise / Float(now.count)
  }

  private func sum(_ first: Int, _ end: Int) -> Float {
    var (one, two, three, four): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var bin = first
    while bin + 4 <= end {
      one += squares[bin]
      two += squares[bin &+ 1]
      three += squares[bin &+ 2]
      four += squares[bin &+ 3]
      bin += 4
    }
    while bin < end {
      one += squares[bin]
      bin += 1
    }
    return (one + two) + (three + four)
  }
}
