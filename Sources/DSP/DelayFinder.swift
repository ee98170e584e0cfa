/// Finds how much later a signal is than another one, by cross-correlation.
public enum DelayFinder {
  /// A delay and how sure it is.
  public struct Found: Equatable, Sendable {
    /// Positive where the signal is later than the reference.
    public var frames: Int
    /// −1…1: of the parts that overlap; negative where one is the other upside down.
    public var correlation: Double
  }

  /// - Parameters:
  ///   - signal: one channel.
  ///   - reference: one channel.
  ///   - most: frames, the largest delay that is looked for; at least half of the shorter must overlap.
  /// - Returns: nil where one of them is silent. Of delays that fit alike the smallest.
  public static func find(_ signal: [Float], _ reference: [Float], most: Int) -> Found? {
    let shorter = min(signal.count, reference.count)
    let most = min(most, shorter / 2)
    guard shorter > 0 else { return nil }
    var points = 2
    while points < max(signal.count, reference.count) + most + 1 { points *= 2 }
    let products = correlate(signal, reference, SplitTransform(points: points))
    let (energies, others) = (sums(signal), sums(reference))
    var found: Found?
    for size in 0...most {
      for lag in size == 0 ? [0] : [-size, size] {
        let start = max(0, -lag)
        let end = min(reference.count, signal.count - lag)
        let energy = energies[end + lag] - energies[start + lag]
        let other = others[end] - others[start]
        guard energy > 0, other > 0 else { continue }
        let value = products[lag < 0 ? lag + points : lag] / (energy * other).squareRoot()
        // A later one has to be better, not just as good by rounding.
        guard value.magnitude > (found?.correlation.magnitude ?? 0) + 1e-6 else { continue }
        found = Found(frames: lag, correlation: max(-1, min(1, value)))
      }
    }
    return found
  }

  /// Σ signal[n + lag] · reference[n], negative lags counted from the end.
  private static func correlate(
    _ signal: [Float], _ reference: [Float], _ transform: SplitTransform
  ) -> [Double] {
    let zeros = [Double](repeating: 0, count: transform.points)
    var (re, im) = (zeros, zeros)
    // Both are real: one is the real part, the other the imaginary part of one transform.
    for index in signal.indices { re[index] = Double(signal[index]) }
    for index in reference.indices { im[index] = Double(reference[index]) }
    transform.forward(&re, &im)
    var (product, other) = (zeros, zeros)
    for k in 0..<transform.points {
      let mirror = k == 0 ? 0 : transform.points - k
      let (sr, si) = ((re[k] + re[mirror]) / 2, (im[k] - im[mirror]) / 2)
      let (rr, ri) = ((im[k] + im[mirror]) / 2, (re[mirror] - re[k]) / 2)
      product[k] = sr * rr + si * ri
      other[k] = si * rr - sr * ri
    }
    transform.backward(&product, &other)
    return product.map { $0 / Double(transform.points) }
  }

  /// Energies of all beginnings.
  private static func sums(_ signal: [Float]) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(signal.count + 1)
    var sum = 0.0
    for sample in signal {
      sum += Double(sample) * Double(sample)
      sums.append(sum)
    }
    return sums
  }
}
