import Glibc

extension Frame {
  /// A round step, so that there are at most so many.
  static func step(_ span: Double, most: Double) -> Double {
    let raw = span / most
    guard raw.isFinite, raw > 0 else { return 1 }
    let power = exp2(log2(10) * log10(raw).rounded(.down))
    let factor = [1, 2, 5, 10, 20].first { $0 * power >= raw * 0.999 } ?? 10
    // Six and twelve are what decibels are read by.
    let decibels = [1, 2, 3, 6, 12, 20, 24].first { $0 >= raw * 0.999 }
    return raw > 0.9 && raw < 24 ? decibels ?? 20 : factor * power
  }

  /// A step of seconds that clocks are read by.
  static func timeStep(_ span: Double, most: Double) -> Double {
    let raw = span / most
    let steps = [
      0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200,
    ]
    if raw < 0.4 { return step(span, most: most) }
    return steps.first { $0 >= raw } ?? 86_400 * (raw / 86_400).rounded(.up)
  }

  /// The multiples of a step within two ends.
  static func ticks(_ low: Double, _ high: Double, _ step: Double) -> [Double] {
    guard step > 0, high > low, (high - low) / step < 1000 else { return [] }
    let first = (low / step - 1e-9).rounded(.up)
    let last = (high / step + 1e-9).rounded(.down)
    guard last >= first else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// Round frequencies of an axis: the decades first, then 2 and 5, then what lies between.
  static func frequencyTicks(_ axis: FrequencyAxis, most: Double) -> [Double] {
    if axis.isLinear {
      let span = axis.high - axis.low
      let raw = span / max(most, 1)
      let steps = [10, 20, 50, 100, 200, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000.0]
      return ticks(axis.low, axis.high, steps.first { $0 >= raw } ?? 100_000)
    }
    let octaves = log2(axis.high / axis.low)
    let choices: [[Double]] = [
      [1, 2, 3, 4, 5, 6, 8], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1],
    ]
    let wanted = choices.first { Double($0.count) * octaves / 3.32 <= most } ?? [1]
    let decades = [1, 10, 100, 1000, 10_000, 100_000.0]
    let order = [1, 2, 5, 3, 4, 6, 8.0].filter { wanted.contains($0) }
    return order.flatMap { digit in decades.map { digit * $0 } }
      .filter { axis.low * 0.999 <= $0 && $0 <= axis.high * 1.001 }
  }
}
