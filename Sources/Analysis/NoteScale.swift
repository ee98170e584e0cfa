import Glibc

extension Note {
  /// The note nearest to a frequency, nil below the lowest C or without a frequency.
  ///
  /// 69 + 12 log2(f / A4), rounded; the rest is cents.
  ///
  /// - Parameters:
  ///   - frequency: Hz.
  ///   - a4: Hz of A4.
  init?(frequency: Double, a4: Double) {
    let place = 69 + 12 * log2(frequency / a4)
    let nearest = place.rounded()
    guard nearest >= 0, nearest < 1000 else { return nil }
    number = UInt32(nearest)
    cents = Float(100 * (place - nearest))
  }
}
