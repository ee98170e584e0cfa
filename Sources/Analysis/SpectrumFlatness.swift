import DSP
import Glibc

/// The geometric by the arithmetic mean of a spectrum's powers: 1 for an impulse, near 0 for a tone.
///
/// Four powers are multiplied before a logarithm is taken: each is between −90 dB and 0 dB of the highest,
/// so that the product fits into a Float32.
struct SpectrumFlatness {
  /// The least power that counts, beside the highest: −90 dB.
  private static let floor: Float = 1e-9
  private static let lanes = 16

  /// Powers above 0 Hz.
  private let count: Int
  /// Each beside the highest; 1 behind the last, which changes no product.
  private var shares: [Float]
  private var products: [Float]

  /// - Parameter bins: of the spectrum, that of 0 Hz included.
  init(bins: Int) {
    count = bins - 1
    let columns = (count + 4 * Self.lanes - 1) / (4 * Self.lanes) * Self.lanes
    shares = Array(repeating: 1, count: 4 * columns)
    products = Array(repeating: 1, count: columns)
  }

  /// - Parameters:
  ///   - power: of each bin from 0 Hz on, where it is 0.
  ///   - total: their sum, more than 0.
  /// - Returns: 0…1.
  mutating func measure(_ power: [Float], total: Float) -> Float {
    let scale = 1 / HighestMagnitude.of(power, count: count + 1)
    Self.copyShares(of: power, count, scale, into: &shares)
    Self.multiply(shares, into: &products)
    BinaryLogarithm.apply(to: &products, times: 1)
    var sum = SIMD16<Float>()
    for first in stride(from: 0, to: products.count, by: Self.lanes) {
      sum += products.sixteen(from: first)
    }
    let size = Double(count)
    return Float(exp2(Double(sum.total) / size) * size / Double(total * scale))
  }

  private static func copyShares(
    of power: [Float], _ count: Int, _ scale: Float, into shares: inout [Float]
  ) {
    var target = shares.mutableSpan
    precondition(power.count > count && target.count >= count)
    for index in 0..<count {
      let share = power[index &+ 1] * scale
      target[index] = share > floor ? share : floor
    }
  }

  /// Multiplies four rows of numbers, column by column.
  private static func multiply(_ rows: [Float], into products: inout [Float]) {
    var target = products.mutableSpan
    let columns = target.count
    precondition(rows.count == 4 &* columns)
    for column in 0..<columns {
      let (first, second) = (rows[column], rows[column &+ columns])
      let (third, fourth) = (rows[column &+ 2 &* columns], rows[column &+ 3 &* columns])
      target[column] = first * second * (third * fourth)
    }
  }
}
