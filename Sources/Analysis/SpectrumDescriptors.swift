import DSP
import Glibc

/// Centre, width, roll-off and flatness of a spectrum, each from the power of its bins.
struct SpectrumDescriptors {
  /// Mean square below which there is silence: −120 dB.
  private static let silence: Float = 1e-12
  private static let rollOffShare: Float = 0.85
  private static let lanes = 16

  private let resolution: Double
  private let bins: Int
  private let rows: Int
  private var flatness: SpectrumFlatness

  /// - Parameters:
  ///   - bins: of the spectrum.
  ///   - resolution: Hz from bin to bin.
  init(bins: Int, resolution: Double) {
    self.resolution = resolution
    self.bins = bins
    rows = (bins + Self.lanes - 1) / Self.lanes
    flatness = SpectrumFlatness(bins: bins)
  }

  /// Describes a spectrum; says nothing of silence.
  ///
  /// - Parameters:
  ///   - power: mean square of each bin, 0 at 0 Hz and behind the last up to a multiple of 16.
  ///   - reading: gets the four descriptors, or NaN.
  mutating func measure(_ power: [Float], into reading: inout SpectrumReading) {
    let (total, moment) = sums(power)
    guard total > Self.silence else {
      reading.centroid = .nan
      reading.bandwidth = .nan
      reading.rolloff85 = .nan
      reading.flatness = .nan
      return
    }
    let near = (moment / total).rounded() * Float(Self.lanes) + Float(Self.lanes / 2)
    let spread = spread(power, around: near, total: total)
    reading.centroid = Float(spread.centre * resolution)
    reading.bandwidth = Float(spread.deviation * resolution)
    let limit = Self.rollOffShare * total
    reading.rolloff85 = Float(Double(bin(power, reaching: limit)) * resolution)
    reading.flatness = flatness.measure(power, total: total)
  }

  /// The sum of the powers, and that of each times its row.
  private func sums(_ power: [Float]) -> (total: Float, moment: Float) {
    var (sum, moment) = (SIMD16<Float>(), SIMD16<Float>())
    for row in 0..<rows {
      let some = power.sixteen(from: row * Self.lanes)
      sum += some
      moment += some * Float(row)
    }
    return (sum.total, moment.total)
  }

  /// Mean and standard deviation of the bin's number, weighted with power.
  ///
  /// - Parameters:
  ///   - power: of each bin.
  ///   - middle: a bin near the mean, so that little cancels.
  ///   - total: the sum of the powers.
  /// - Returns: both in bins.
  private func spread(
    _ power: [Float], around middle: Float, total: Float
  ) -> (centre: Double, deviation: Double) {
    var (first, second) = (SIMD16<Float>(), SIMD16<Float>())
    var distance = SIMD16<Float>.counting - middle
    for row in 0..<rows {
      let moment = power.sixteen(from: row * Self.lanes) * distance
      first += moment
      second += moment * distance
      distance += Float(Self.lanes)
    }
    let offset = Double(first.total) / Double(total)
    let square = Double(second.total) / Double(total) - offset * offset
    return (Double(middle) + offset, max(0, square).squareRoot())
  }

  /// The first bin up to which the power reaches a limit.
  private func bin(_ power: [Float], reaching limit: Float) -> Int {
    var sum: Float = 0
    var row = 0
    while row < rows - 1 {
      let next = sum + power.sixteen(from: row * Self.lanes).total
      guard next < limit else { break }
      sum = next
      row += 1
    }
    var bin = row * Self.lanes
    let last = min(bins, bin + Self.lanes) - 1
    while bin < last, sum + power[bin] < limit {
      sum += power[bin]
      bin += 1
    }
    return bin
  }
}
