/// What outputs can be at most, so that the few that matter are found without a close look at all.
struct PeakBounds {
  /// Not below 0; set by the owner, before `use`.
  var values: [Float]
  /// Sixteens that are in use.
  private var rows = 0

  /// - Parameter capacity: the most that there can be.
  init(capacity: Int) {
    values = [Float](repeating: 0, count: (capacity + 15) / 16 * 16)
  }

  /// Takes the first `count` values as they stand, and what is behind them in their sixteen as 0.
  mutating func use(count: Int) {
    rows = (count + 15) / 16
    for place in count..<16 * rows { values[place] = 0 }
  }

  /// The highest of all.
  var highest: Float {
    var highest = SIMD16<Float>()
    for row in 0..<rows { highest = highest.raised(to: values.sixteen(from: 16 &* row)) }
    return highest.highest
  }

  /// Goes through the values above a limit that rises meanwhile, beginning with the highest.
  ///
  /// - Parameters:
  ///   - limit: where it begins.
  ///   - raise: gets the place of a value and the limit, and returns what the limit is from there on.
  /// - Returns: the limit at the end.
  func raise(_ limit: Float, _ raise: (_ place: Int, _ limit: Float) -> Float) -> Float {
    let highest = highest
    guard highest > limit else { return limit }
    var limit = limit
    if let row = (0..<rows).first(where: { any(values.sixteen(from: 16 &* $0) .== highest) }) {
      for place in 16 * row..<16 * row + 16 where values[place] == highest {
        limit = raise(place, limit)
      }
    }
    for row in 0..<rows where any(values.sixteen(from: 16 &* row) .> limit) {
      for place in 16 * row..<16 * row + 16 where values[place] > limit {
        limit = raise(place, limit)
      }
    }
    return limit
  }
}
