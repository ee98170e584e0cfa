/// The rows of a running spectrogram: each column is pooled once, for as long as the layout stays.
struct RollingPicture {
  private var pooling: RowPooling?
  private var axis: FrequencyAxis?
  private var perCell: Int64 = 0
  private var done: [Int64: [Float]] = [:]
  private var scratch: [Float] = []

  /// How many columns of the history share one of the picture, and how many of the picture there are.
  ///
  /// All of the history is shown where that leaves little room at the left, else as much as fills
  /// the width.
  static func fit(_ width: Int) -> (perCell: Int, shown: Int) {
    let capacity = RollingHistory.capacity
    let width = max(width, 1)
    guard width < capacity else { return (1, capacity) }
    let all = (capacity + width - 1) / width
    let shown = capacity / all
    if Double(width - shown) <= 0.15 * Double(width) || all == 1 { return (all, shown) }
    return (all - 1, width)
  }

  /// Lays the history out.
  ///
  /// - Parameters:
  ///   - history: the columns.
  ///   - width: of the picture.
  ///   - rows: of the picture.
  ///   - axis: of frequency.
  /// - Returns: levels, dB, row by row, of as many columns as `fit` shows; NaN where there is nothing.
  mutating func lay(
    _ history: RollingHistory, width: Int, rows: Int, axis: FrequencyAxis
  ) -> [Float] {
    let fit = Self.fit(width)
    var levels = Array(repeating: Float.nan, count: fit.shown * rows)
    guard rows > 0, let last = history.columns.last?.number else { return levels }
    let per = Int64(fit.perCell)
    let pooling = prepare(history, rows, axis, per)
    let lastCell = last / per
    build(history, pooling, per, last)
    for (cell, column) in done where cell <= lastCell {
      let x = fit.shown - 1 - Int(lastCell - cell)
      guard x >= 0 else { continue }
      for row in 0..<rows { levels[row * fit.shown + x] = column[row] }
    }
    // The newest may still grow, and what has left is forgotten.
    done[lastCell] = nil
    let first = (history.columns.first?.number ?? 0) / per
    if done.count > 2 * RollingHistory.capacity { done = done.filter { $0.key >= first } }
    return levels
  }

  private mutating func prepare(
    _ history: RollingHistory, _ rows: Int, _ axis: FrequencyAxis, _ per: Int64
  ) -> RowPooling {
    if let pooling, self.axis == axis, pooling.rows == rows, pooling.cells == history.cells,
      perCell == per
    {
      return pooling
    }
    // A density is made of power before: here the mean is what counts.
    let made = RowPooling(history.cells, rows: rows, axis: axis, isDensity: history.isDensity)
    (pooling, self.axis, perCell) = (made, axis, per)
    done.removeAll()
    scratch = Array(repeating: .nan, count: rows)
    return made
  }

  /// Pools the cells that are not there yet.
  private mutating func build(
    _ history: RollingHistory, _ pooling: RowPooling, _ per: Int64, _ last: Int64
  ) {
    var index = 0
    let columns = history.columns
    while index < columns.count, columns[index].number <= last {
      let cell = columns[index].number / per
      var end = index
      while end < columns.count, columns[end].number / per == cell, columns[end].number <= last {
        end += 1
      }
      if done[cell] == nil {
        done[cell] = pooled(history, index..<end, pooling)
      }
      index = end
    }
  }

  private mutating func pooled(
    _ history: RollingHistory, _ range: Range<Int>, _ pooling: RowPooling
  ) -> [Float] {
    var result = Array(repeating: -Float.infinity, count: pooling.rows)
    if history.isDensity { result = Array(repeating: 0, count: pooling.rows) }
    for index in range {
      pooling.pool(history.levels(history.columns[index]), into: &scratch)
      for row in 0..<pooling.rows {
        let (old, value) = (result[row], scratch[row])
        result[row] = history.isDensity ? old + value : value > old || value.isNaN ? value : old
      }
    }
    guard history.isDensity else { return result }
    return result.map { Decibels.ofPower($0 / Float(range.count)) }
  }
}
