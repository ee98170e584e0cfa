import DSP
import Glibc

extension [CurvePoint] {
  /// The curve's gain: straight lines over the logarithm of frequency, level outside.
  ///
  /// - Parameter frequency: Hz.
  /// - Returns: dB.
  public func gain(at frequency: Double) -> Double {
    guard let first, let last else { return 0 }
    if frequency <= first.frequency { return first.gainDB }
    if frequency >= last.frequency { return last.gainDB }
    var (low, high) = (0, count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].frequency <= frequency { low = middle } else { high = middle }
    }
    let (a, b) = (self[low], self[high])
    guard a.gainDB.isFinite, b.gainDB.isFinite else {
      return frequency == a.frequency ? a.gainDB : -.infinity
    }
    let share = log(frequency / a.frequency) / log(b.frequency / a.frequency)
    return a.gainDB + share * (b.gainDB - a.gainDB)
  }

  /// The curve as an impulse response of minimum phase: 16,384 taps up to 50 kHz, and as long at higher rates.
  func taps(rate: Double) -> [Double] {
    var taps = 16_384
    var limit = 50_000.0
    while rate > limit, taps < 131_072 {
      taps *= 2
      limit *= 2
    }
    return MinimumPhase.taps(taps, rate: rate) { gain(at: $0) }
  }
}
