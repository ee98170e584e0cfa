import DSP
import Glibc

/// Bands of equal width in octaves, and which share of each bin falls into them.
///
/// Bin k stands for a constant density from (k − ½) to (k + ½) times the resolution, cut at 0 Hz and at half
/// the rate. So the bands of a range hold its energy, no more and no less, however narrow they are.
struct BandMap {
  /// A stretch of bins for each band that starts below half the rate; with it the others have no value.
  private var sums = WeightedSums()
  private let rate: Double
  private let length: Int

  /// - Parameters:
  ///   - count: bands.
  ///   - low: Hz, where they begin.
  ///   - high: Hz, where they end.
  ///   - rate: Hz.
  ///   - length: samples of the transform.
  ///   - density: whether the level is that of a width of 1 Hz: dBFS/√Hz.
  init(count: Int, low: Double, high: Double, rate: Double, length: Int, density: Bool = false) {
    self.rate = rate
    self.length = length
    let edges = (0...count).map { low * pow(high / low, Double($0) / Double(count)) }
    for (lower, upper) in zip(edges, edges.dropFirst()) where lower < rate / 2 {
      add(lower, min(upper, rate / 2), density)
    }
  }

  /// Bins that the powers must have: more than a transform has, 0 behind its last.
  var reach: Int { sums.reach }

  private mutating func add(_ lower: Double, _ upper: Double, _ density: Bool) {
    let resolution = rate / Double(length)
    let last = min(Int((upper / resolution).rounded(.toNearestOrAwayFromZero)), length / 2)
    let first = min(Int((lower / resolution).rounded(.toNearestOrAwayFromZero)), last)
    // a full-scale sine has a mean square of ½
    let factor = density ? 2 / (upper - lower) : 2
    sums.append(
      from: first,
      weights: (first...last).map { bin in
        let left = max(0, (Double(bin) - 0.5) * resolution)
        let right = min(rate / 2, (Double(bin) + 0.5) * resolution)
        return Float(factor * max(0, min(right, upper) - max(left, lower)) / (right - left))
      })
  }

  /// Levels in dBFS: a full-scale sine wholly inside a band reads 0.
  ///
  /// - Parameters:
  ///   - power: mean square of each bin; at least `reach`.
  ///   - levels: gets one a band; NaN for a band that starts at or above half the rate.
  func copyLevels(of power: [Float], into levels: inout [Float]) {
    sums.copySums(of: power, into: &levels)
    for band in sums.count..<levels.count { levels[band] = .nan }
    Decibels.convertPowers(&levels)
  }
}
