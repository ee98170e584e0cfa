import DSP
import Glibc

/// Bands of equal width in octaves, and which share of each bin falls into them.
///
/// Bin k stands for a constant density from (k − ½) to (k + ½) times the resolution, cut at 0 Hz and at half
/// the rate. So the bands of a range hold its energy, no more and no less, however narrow they are.
struct BandMap {
  /// The edges in Hz, one more than there are bands.
  let edges: [Double]
  private let pieces: [Piece?]

  /// What one band takes.
  private struct Piece {
    var first: Int
    var last: Int
    var firstShare: Float
    var lastShare: Float
    /// Hz below half the rate.
    var width: Float
  }

  init(count: Int, low: Double, high: Double, rate: Double, length: Int) {
    edges = (0...count).map { low * pow(high / low, Double($0) / Double(count)) }
    let resolution = rate / Double(length)
    pieces = zip(edges, edges.dropFirst()).map { lower, upper in
      let upper = min(upper, rate / 2)
      guard lower < upper else { return nil }
      let first = Int((lower / resolution).rounded(.toNearestOrAwayFromZero))
      let last = min(Int((upper / resolution).rounded(.toNearestOrAwayFromZero)), length / 2)
      let share = { (bin: Int) in
        let left = max(0, (Double(bin) - 0.5) * resolution)
        let right = min(rate / 2, (Double(bin) + 0.5) * resolution)
        return Float(max(0, min(right, upper) - max(left, lower)) / (right - left))
      }
      return Piece(
        first: min(first, last), last: last, firstShare: share(min(first, last)),
        lastShare: share(last), width: Float(upper - lower))
    }
  }

  /// Levels in dBFS: a full-scale sine wholly inside a band reads 0.
  ///
  /// - Parameters:
  ///   - power: mean square of each bin.
  ///   - density: whether the level is that of a width of 1 Hz: dBFS/√Hz.
  /// - Returns: one a band; NaN for a band that starts at or above half the rate.
  func levels(_ power: SumTree, density: Bool) -> [Float] {
    pieces.map { piece in
      guard let piece else { return .nan }
      var sum = power.sum(piece.first, piece.first + 1) * piece.firstShare
      if piece.last > piece.first {
        sum += power.sum(piece.first + 1, piece.last)
        sum += power.sum(piece.last, piece.last + 1) * piece.lastShare
      }
      return Decibels.ofSinglePower(2 * (density ? sum / piece.width : sum))
    }
  }
}
