import Fourier
import Glibc

/// Finds the pulse in a row of onsets, and says how regular it is: periodicity × strength × evidence.
///
/// - Periodicity: the autocorrelation of the onsets at one, two and three periods; half their mean and
///   half the least of them.
/// - Strength: how high the onsets on the beat stand above the median: 0 at 0.03, 1 at 0.07.
/// - Evidence: the beats that were there: none with 4, full with 9, and the time from the first to the last:
///   none with 1.5 s, full with 4 s; their share of all beats that should have
///   been there: none with 40 %, full with 80 %; the standard error of the period, from how far the beats
///   lie beside a straight line: none at 0.8 %, full at 0.3 %; less with each of the last beats missing.
struct PulseFinder: ~Copyable {
  private static let slowest = 48.0
  private static let fastest = 200.0
  /// Onsets are counted in steps of this.
  private static let step: Float = 1 / 1024
  /// Onsets that are remembered: 11 s.
  private static let memory = 1024
  private static let lagStep = 0.25

  private let hopsPerSecond: Double
  private var transform: RealTransform
  private let flat: [Float]
  private var onsets: [Float] = []
  private var oldest = 0
  private var histogram = [Int](repeating: 0, count: 1025)
  /// Lags in hops from the fastest tempo to the slowest, and how likely each tempo is.
  private let lags: [(lag: Double, prior: Double)]
  private var clean = [Float](repeating: 0, count: memory)
  private var smooth = [Float](repeating: 0, count: 2 * memory)
  private var squares = [Float](repeating: 0, count: memory + 1)
  private var correlation = [Double](repeating: 0, count: memory + 1)
  private var count = 0

  init(hopsPerSecond: Double) throws(FourierError) {
    self.hopsPerSecond = hopsPerSecond
    transform = try RealTransform(length: 2 * Self.memory)
    flat = Array(repeating: 1, count: 2 * Self.memory)
    let first = 60 / Self.fastest * hopsPerSecond
    let last = 60 / Self.slowest * hopsPerSecond
    lags = stride(from: first, through: last + Self.lagStep, by: Self.lagStep).map { lag in
      let octaves = log2(60 * hopsPerSecond / lag / 115)
      return (lag, exp(-0.5 * octaves * octaves / 1.44))
    }
  }

  mutating func forget() {
    onsets.removeAll(keepingCapacity: true)
    oldest = 0
    for index in histogram.indices { histogram[index] = 0 }
  }

  /// Takes the next onset, 0…1.
  mutating func append(_ onset: Float) {
    if onsets.count < Self.memory {
      onsets.append(onset)
    } else {
      histogram[place(onsets[oldest])] -= 1
      onsets[oldest] = onset
      oldest = (oldest + 1) % Self.memory
    }
    histogram[place(onset)] += 1
  }

  private func place(_ onset: Float) -> Int { min(1024, Int(onset / Self.step)) }

  /// The value that so many of the onsets do not exceed.
  private func percentile(_ rank: Int) -> Float {
    var seen = 0
    for (index, number) in histogram.enumerated() {
      seen += number
      if seen > rank { return Float(index) * Self.step }
    }
    return 1
  }

  /// Looks for a pulse in what is remembered.
  mutating func find() -> (bpm: Double, regularity: Double) {
    count = onsets.count
    guard Double(count) >= 4 * lags[0].lag, removeFloor() else { return (.nan, 0) }
    correlate()
    guard correlation[0] > 0, let (lag, periodicity) = bestLag() else { return (.nan, 0) }
    let beats = beats(refine(lag))
    let found = beats.filter(\.isThere)
    guard found.count >= 3 else { return (.nan, 0) }
    let line = line(found)
    let heights = found.map(\.height).sorted()
    let strength = ramp(Double(heights[heights.count / 2]), 0.03, 0.07)
    let share = Double(found.count) / Double(beats.count)
    let missing = beats.reversed().prefix { !$0.isThere }.count
    let seconds = (found[found.count - 1].place - found[0].place) / hopsPerSecond
    let evidence =
      ramp(seconds, 1.5, 4) * ramp(Double(found.count), 4, 9) * ramp(share, 0.4, 0.8)
      * ramp(Double(missing), 5, 1)
      * ramp(line.error / line.period, 0.008, 0.003)
    return (60 * hopsPerSecond / line.period, min(1, max(0, periodicity)) * strength * evidence)
  }

  private func ramp(_ value: Double, _ none: Double, _ full: Double) -> Double {
    min(1, max(0, (value - none) / (full - none)))
  }

  // MARK: steps

  /// Leaves what stands above the usual, limited so that no single onset speaks for all.
  private mutating func removeFloor() -> Bool {
    let median = percentile(count / 2)
    let floor = median + 3 * (median - percentile(count / 4)) + Self.step
    let limit = 2 * (percentile(count - max(3, count / 128)) - floor)
    guard limit > 0 else { return false }
    for index in 0..<count {
      clean[index] = min(limit, max(0, onsets[(oldest + index) % count] - floor))
    }
    return true
  }

  /// Smooths by a bell of two hops, 20 ms, and correlates with itself.
  private mutating func correlate() {
    for index in smooth.indices { smooth[index] = 0 }
    for index in 0..<count where clean[index] > 0 {
      for offset in max(0, index - 8)...min(count - 1, index + 8) {
        smooth[offset] += clean[index] * Self.bell[abs(offset - index)]
      }
    }
    var mean: Float = 0
    for index in 0..<count { mean += smooth[index] }
    mean /= Float(count)
    for index in 0..<count { smooth[index] -= mean }
    transform.transform(smooth, from: 0, window: flat)
    transform.copySquares(into: &squares, scaledBy: 1)
    // the transform of an even row is real, so that a second forward transform leads back
    for index in 0...Self.memory { smooth[index] = squares[index] }
    for index in 1..<Self.memory { smooth[2 * Self.memory - index] = squares[index] }
    transform.transform(smooth, from: 0, window: flat)
    for index in 0...Self.memory { correlation[index] = Double(transform.value(of: index).real) }
  }

  private static let bell: [Float] = (0...8).map { exp(-Float($0 * $0) / 8) }

  /// Correlation at a lag between two hops, as if all of the memory overlapped.
  private func correlation(at lag: Double) -> Double {
    let whole = Int(lag)
    let value =
      correlation[whole] + (lag - Double(whole)) * (correlation[whole + 1] - correlation[whole])
    let overlap = max(Double(count) - lag, Double(count) / 4) / Double(count)
    return value / correlation[0] / overlap
  }

  private func periodicity(_ lag: Double) -> Double {
    let (one, two, three) = (
      correlation(at: lag), correlation(at: 2 * lag), correlation(at: 3 * lag)
    )
    return ((one + two + three) / 3 + min(one, two, three)) / 2
  }

  /// The lag of the most likely tempo; twice as fast where that is nearly as periodic.
  private func bestLag() -> (lag: Double, periodicity: Double)? {
    var best: (lag: Double, periodicity: Double, likelihood: Double)?
    for (lag, prior) in lags where 3 * lag <= 0.75 * Double(count) {
      let found = periodicity(lag)
      if found * prior > best?.likelihood ?? 0 { best = (lag, found, found * prior) }
    }
    guard let best else { return nil }
    var faster: (lag: Double, periodicity: Double)?
    for (lag, _) in lags where (2 * lag / best.lag - 1).magnitude < 0.03 {
      let found = periodicity(lag)
      if found > max(0.85 * best.periodicity, faster?.periodicity ?? 0) { faster = (lag, found) }
    }
    return faster ?? (best.lag, best.periodicity)
  }

  /// The period from the maxima of the correlation at its multiples, least squares.
  private func refine(_ lag: Double) -> Double {
    var (products, squares) = (0.0, 0.0)
    var period = lag
    var multiple = 1.0
    while multiple * period < 0.6 * Double(count) {
      let reach = min(0.1 * period, 4)
      let low = Int((multiple * period - reach).rounded())
      let high = Int((multiple * period + reach).rounded())
      if low >= 1, let top = (low...high).max(by: { correlation[$0] < correlation[$1] }),
        top > low, top < high, correlation[top] > 0
      {
        let (a, b, c) = (correlation[top - 1], correlation[top], correlation[top + 1])
        let place = Double(top) + 0.5 * (a - c) / (a - 2 * b + c)
        products += multiple * place * b
        squares += multiple * multiple * b
        period = products / squares
      }
      multiple += 1
    }
    return period
  }

  /// A beat that should be there.
  private struct Beat {
    var number: Double
    /// The strongest onset near it, and the middle of the onsets near it, in hops.
    var height: Float = 0
    var place = 0.0
    var isThere = false
  }

  /// What stands at each beat of the likeliest phase, oldest first.
  private func beats(_ period: Double) -> [Beat] {
    var beats: [Beat] = []
    let first = phase(period)
    var beat = Beat(number: 0)
    while first + (beat.number + 0.15) * period < Double(count) {
      let middle = first + beat.number * period
      let low = max(0, Int((middle - 0.15 * period).rounded(.up)))
      var (sum, moment) = (0.0, 0.0)
      beat.height = 0
      for index in low...max(low, Int(middle + 0.15 * period)) {
        beat.height = max(beat.height, clean[index])
        sum += Double(clean[index])
        moment += Double(clean[index]) * Double(index)
      }
      beat.place = sum > 0 ? moment / sum : middle
      beats.append(beat)
      beat.number += 1
    }
    let sorted = beats.map(\.height).sorted()
    let usual = sorted.isEmpty ? 0 : sorted[sorted.count * 3 / 4]
    for index in beats.indices { beats[index].isThere = beats[index].height > 0.25 * usual }
    return beats
  }

  /// Where the first beat lies, hops.
  private func phase(_ period: Double) -> Double {
    var profile = [Float](repeating: 0, count: 32)
    for index in 0..<count where clean[index] > 0 {
      let turns = Double(index) / period
      profile[Int((turns - turns.rounded(.down)) * 32) % 32] += clean[index]
    }
    let around: [Float] = (0..<32).map { (place: Int) -> Float in
      profile[(place + 31) % 32] + profile[place] + profile[(place + 1) % 32]
    }
    let best = (0..<32).max { around[$0] < around[$1] } ?? 0
    return (Double(best) + 0.5) / 32 * period
  }

  /// The straight line through the beats: its slope is the period.
  private func line(_ beats: [Beat]) -> (period: Double, error: Double) {
    let size = Double(beats.count)
    let middle = beats.reduce(0) { $0 + $1.number } / size
    let place = beats.reduce(0) { $0 + $1.place } / size
    let spread = beats.reduce(0) { $0 + ($1.number - middle) * ($1.number - middle) }
    let slope =
      beats.reduce(0) { $0 + ($1.number - middle) * ($1.place - place) } / spread
    let rest = beats.reduce(0.0) { sum, beat in
      let miss = beat.place - place - slope * (beat.number - middle)
      return sum + miss * miss
    }
    return (slope, (rest / (size - 2) / spread).squareRoot())
  }
}
