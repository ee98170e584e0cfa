import DSP
import Fourier
import Glibc

/// How alike the onsets are to themselves some hops later: the autocorrelation, 1 at 0.
struct OnsetCorrelation: ~Copyable {
  private let capacity: Int
  private var transform: RealTransform
  private let flat: [Float]
  /// The squared spectrum of the bell that onsets are smoothed by, two hops or 20 ms wide.
  private let bell: [Float]
  /// The onsets with silence behind them, then their squared spectrum and its mirror image.
  private var row: [Float]
  private var squares: [Float]
  private var values: [Float]
  private var count = 0

  /// - Parameter capacity: onsets at most.
  /// - Throws: `noPlan`.
  init(capacity: Int) throws(FourierError) {
    self.capacity = capacity
    transform = try RealTransform(length: 2 * capacity)
    flat = Array(repeating: 1, count: 2 * capacity)
    row = Array(repeating: 0, count: 2 * capacity)
    squares = Array(repeating: 0, count: capacity + 1)
    // e^(−n² / 8), whose transform is e^(−2 (2πk/N)²) but for a factor
    bell = (0...capacity).map { bin in
      let turn = Float.pi * Float(bin) / Float(capacity)
      return exp(-4 * turn * turn)
    }
    values = squares
  }

  /// Takes onsets.
  ///
  /// - Parameters:
  ///   - onsets: what stands above the usual.
  ///   - count: how many of them.
  /// - Returns: false where there is nothing to correlate.
  mutating func take(_ onsets: [Float], count: Int) -> Bool {
    precondition(count > 0 && count <= capacity && count <= onsets.count)
    self.count = count
    Self.copyAlternating(onsets, count, into: &row)
    transform.transform(row, from: 0, window: flat)
    transform.copySquares(into: &squares, scaledBy: 1)
    // the transform of an even row is real, so that a second forward transform leads back
    Self.mirror(squares, times: bell, into: &row)
    transform.transform(row, from: 0, window: flat)
    transform.copyReal(into: &values)
    guard values[0] > 0 else { return false }
    Self.normalise(&values, count)
    return true
  }

  /// Takes the mean out of the onsets, and puts silence behind them.
  private static func copyAlternating(_ onsets: [Float], _ count: Int, into row: inout [Float]) {
    var target = row.mutableSpan
    precondition(onsets.count >= count && target.count >= count)
    let whole = count / 16 * 16
    var sums = SIMD16<Float>()
    for first in stride(from: 0, to: whole, by: 16) { sums += onsets.sixteen(from: first) }
    let mean = onsets[whole..<count].reduce(sums.total, +) / Float(count)
    for index in 0..<count { target[index] = onsets[index] - mean }
    for index in count..<target.count { target[index] = 0 }
  }

  /// Half a row, weighted, and its mirror image.
  private static func mirror(
    _ half: [Float], times weights: [Float], into row: inout [Float]
  ) {
    var target = row.mutableSpan
    let last = half.count - 1
    precondition(target.count == 2 &* last && weights.count == half.count)
    for index in 0...last { target[index] = half[index] * weights[index] }
    for index in 1..<last { target[2 &* last &- index] = target[index] }
  }

  /// Makes 1 of the correlation at 0, and of the others what they were if all of the onsets overlapped.
  private static func normalise(_ values: inout [Float], _ count: Int) {
    var target = values.mutableSpan
    let size = Float(count)
    let gain = size / target[0]
    for lag in 0..<target.count {
      let overlap = size - Float(lag)
      target[lag] *= gain / (overlap > size / 4 ? overlap : size / 4)
    }
  }

  /// The correlation at a lag of whole hops.
  subscript(lag: Int) -> Float { values[lag] }

  /// Where the correlation at one, two and three periods lies.
  struct Comb {
    /// Of a period, less than a third of the capacity, hops.
    let lag: Double
    fileprivate let teeth: (Tooth, Tooth, Tooth)

    /// A lag between two hops.
    fileprivate struct Tooth {
      let whole: Int
      let rest: Float

      init(_ lag: Double) {
        whole = Int(lag)
        rest = Float(lag - Double(whole))
      }
    }

    init(lag: Double) {
      self.lag = lag
      teeth = (Tooth(lag), Tooth(2 * lag), Tooth(3 * lag))
    }
  }

  private func value(at tooth: Comb.Tooth) -> Float {
    values[tooth.whole] + tooth.rest * (values[tooth.whole &+ 1] - values[tooth.whole])
  }

  /// How alike the onsets are one, two and three periods later: half the mean and half the least.
  func periodicity(_ comb: Comb) -> Float {
    let (one, two) = (value(at: comb.teeth.0), value(at: comb.teeth.1))
    let three = value(at: comb.teeth.2)
    return ((one + two + three) * (1 / 3) + min(one, two, three)) * 0.5
  }

  /// The period from the maxima of the correlation at its multiples, least squares.
  ///
  /// - Parameter lag: about where it is, hops.
  /// - Returns: hops.
  func refined(_ lag: Double) -> Double {
    var (products, squares) = (0.0, 0.0)
    var period = lag
    var multiple = 1.0
    while multiple * period < 0.6 * Double(count) {
      let reach = min(0.1 * period, 4)
      let low = Int((multiple * period - reach).rounded())
      let high = Int((multiple * period + reach).rounded())
      if low >= 1, let top = (low...high).max(by: { values[$0] < values[$1] }), top > low,
        top < high, values[top] > 0
      {
        let (a, b, c) = (Double(values[top - 1]), Double(values[top]), Double(values[top + 1]))
        let place = Double(top) + 0.5 * (a - c) / (a - 2 * b + c)
        products += multiple * place * b
        squares += multiple * multiple * b
        period = products / squares
      }
      multiple += 1
    }
    return period
  }
}
