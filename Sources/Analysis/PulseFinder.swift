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
  private static let lagStep = 0.25

  private let hopsPerSecond: Double
  /// Lags in hops from the fastest tempo to the slowest, and how likely each tempo is.
  private let lags: [(comb: OnsetCorrelation.Comb, prior: Float)]
  private var memory = OnsetMemory()
  private var correlation: OnsetCorrelation
  /// What stands above the usual, oldest first.
  private var onsets = [Float](repeating: 0, count: OnsetMemory.capacity)

  init(hopsPerSecond: Double) throws(FourierError) {
    self.hopsPerSecond = hopsPerSecond
    correlation = try OnsetCorrelation(capacity: OnsetMemory.capacity)
    let first = 60 / Self.fastest * hopsPerSecond
    let last = 60 / Self.slowest * hopsPerSecond
    lags = stride(from: first, through: last + Self.lagStep, by: Self.lagStep).map { lag in
      let octaves = log2(60 * hopsPerSecond / lag / 115)
      return (OnsetCorrelation.Comb(lag: lag), Float(exp(-0.5 * octaves * octaves / 1.44)))
    }
  }

  mutating func forget() { memory.forget() }

  /// Takes the next onset, 0…1.
  mutating func append(_ onset: Float) { memory.append(onset) }

  /// Looks for a pulse in what is remembered.
  mutating func find() -> (bpm: Double, regularity: Double) {
    let count = memory.count
    guard Double(count) >= 4 * lags[0].comb.lag, memory.copyOutstanding(into: &onsets),
      correlation.take(onsets, count: count), let (lag, periodicity) = bestLag(of: count)
    else { return (.nan, 0) }
    let row = BeatRow(onsets, count: count, period: correlation.refined(lag))
    let found = row.found
    guard found.count >= 3 else { return (.nan, 0) }
    let line = BeatRow.line(found)
    let bpm = 60 * hopsPerSecond / line.period
    guard 0.99 * Self.slowest...1.01 * Self.fastest ~= bpm else { return (.nan, 0) }
    let heights = found.map(\.height).sorted()
    let strength = ramp(Double(heights[heights.count / 2]), 0.03, 0.07)
    let share = Double(found.count) / Double(row.beats.count)
    let seconds = (found[found.count - 1].place - found[0].place) / hopsPerSecond
    let evidence =
      ramp(seconds, 1.5, 4) * ramp(Double(found.count), 4, 9) * ramp(share, 0.4, 0.8)
      * ramp(Double(row.missingAtEnd), 5, 1)
      * ramp(line.error / line.period, 0.008, 0.003)
    return (
      min(Self.fastest, max(Self.slowest, bpm)), min(1, max(0, periodicity)) * strength * evidence
    )
  }

  private func ramp(_ value: Double, _ none: Double, _ full: Double) -> Double {
    min(1, max(0, (value - none) / (full - none)))
  }

  /// The lag of the most likely tempo; twice as fast where that is nearly as periodic.
  private func bestLag(of count: Int) -> (lag: Double, periodicity: Double)? {
    var best: (lag: Double, periodicity: Float)?
    var highest: Float = 0
    for (comb, prior) in lags where comb.lag <= 0.25 * Double(count) {
      let found = correlation.periodicity(comb)
      if found * prior > highest { (best, highest) = ((comb.lag, found), found * prior) }
    }
    guard var best else { return nil }
    let slow = best
    for (comb, _) in lags where (2 * comb.lag / slow.lag - 1).magnitude < 0.03 {
      let found = correlation.periodicity(comb)
      let isFirst = best.lag == slow.lag
      if found > max(0.85 * slow.periodicity, isFirst ? 0 : best.periodicity) {
        best = (comb.lag, found)
      }
    }
    return (best.lag, Double(best.periodicity))
  }
}
