/// The last columns of a running spectrogram, in memory that does not grow.
struct RollingHistory {
  /// One column of it.
  struct Column {
    /// Counted from the source's start.
    var number: Int64
    /// The highest level of each cell, dB; or power.
    var levels: [Float]
    var spectra = 1
    var momentary = Double.nan
    var shortTerm = Double.nan
  }

  /// Columns kept: 30 s at 8 a second.
  static let capacity = 240
  /// A spectrum of more bins is thinned to so many by maximum; several lanes share them, and have
  /// fewer rows to show.
  static let mostCells = 4097
  private let mostCells: Int

  private(set) var columnsPerSecond: Double
  /// When the newest spectrum was heard, s.
  private var newest = 0.0
  let isDensity: Bool
  private(set) var cells = FrequencyCells.none
  /// The oldest first, at most `capacity`.
  private(set) var columns: [Column] = []
  private var thinning = 1

  init(columnsPerSecond: Double, isDensity: Bool, lanes: Int = 1) {
    mostCells = max(Self.mostCells / max(lanes, 1), 129)
    self.columnsPerSecond = columnsPerSecond
    self.isDensity = isDensity
    columns.reserveCapacity(Self.capacity + 1)
  }

  /// The column that a time belongs to.
  func number(_ seconds: Double) -> Int64 { Int64((seconds * columnsPerSecond).rounded(.down)) }

  /// Takes one spectrum.
  ///
  /// - Parameters:
  ///   - levels: of its cells, dB.
  ///   - found: what they stand for.
  ///   - seconds: when.
  ///   - afterGap: whether sound was lost in between.
  mutating func add(
    _ levels: [Float], _ found: FrequencyCells, seconds: Double, afterGap: Bool = false
  ) {
    let thinning = found.isBins ? (found.count + mostCells - 1) / mostCells : 1
    let cells = found.thinned(by: thinning)
    if cells != self.cells {
      self.cells = cells
      columns.removeAll(keepingCapacity: true)
    }
    let number = number(seconds)
    newest = seconds
    guard let last = columns.indices.last, columns[last].number == number else {
      append(Column(number: number, levels: folded(levels, thinning)), afterGap: afterGap)
      return
    }
    columns[last].spectra += 1
    for cell in 0..<cells.count {
      let value = folded(levels, cell, thinning)
      let old = columns[last].levels[cell]
      columns[last].levels[cell] = isDensity ? old + value : max(old, value)
    }
  }

  /// Goes on with another number of columns a second; those that are kept stay where their time is.
  ///
  /// - Parameter speed: twice or half as many as before, or so again and again.
  mutating func change(to speed: Double) {
    let ratio = speed / columnsPerSecond
    columnsPerSecond = speed
    columns =
      ratio < 1 ? joined(Int64((1 / ratio).rounded())) : repeated(Int64(ratio.rounded()))
  }

  private func joined(_ count: Int64) -> [Column] {
    columns.reduce(into: []) { result, column in
      var column = column
      column.number /= count
      guard let last = result.indices.last, result[last].number == column.number else {
        return result.append(column)
      }
      for cell in 0..<cells.count {
        let (old, value) = (result[last].levels[cell], column.levels[cell])
        result[last].levels[cell] = isDensity ? old + value : max(old, value)
      }
      result[last].spectra += column.spectra
      let (old, value) = (result[last].momentary, column.momentary)
      result[last].momentary = old > value ? old : value
      result[last].shortTerm = column.shortTerm
    }
  }

  private func repeated(_ count: Int64) -> [Column] {
    let latest = number(newest)
    let all = columns.suffix(Self.capacity).flatMap { column in
      (0..<count).map { step in
        var copy = column
        copy.number = column.number * count + step
        return copy
      }
    }
    return Array(all.filter { $0.number <= latest }.suffix(Self.capacity))
  }

  /// Notes loudness at the newest column.
  mutating func note(momentary: Double, shortTerm: Double) {
    guard let last = columns.indices.last else { return }
    let old = columns[last].momentary
    columns[last].momentary = old > momentary ? old : momentary
    columns[last].shortTerm = shortTerm
  }

  private mutating func append(_ column: Column, afterGap: Bool) {
    // Every number but those of lost sound has its column.
    if let last = columns.last {
      let gap = column.number - last.number
      if gap < 0 { columns.removeAll(keepingCapacity: true) }
      // A spectrum stands until the next, for up to half a second.
      if !afterGap, gap > 1, Double(gap) <= max(columnsPerSecond / 2, 2) {
        for step in 1..<gap {
          var copy = last
          copy.number += step
          columns.append(copy)
        }
      }
    }
    columns.append(column)
    if columns.count > Self.capacity { columns.removeFirst(columns.count - Self.capacity) }
  }

  private func folded(_ levels: [Float], _ thinning: Int) -> [Float] {
    (0..<cells.count).map { folded(levels, $0, thinning) }
  }

  private func folded(_ levels: [Float], _ cell: Int, _ thinning: Int) -> Float {
    let part = levels[cell * thinning..<min((cell + 1) * thinning, levels.count)]
    if isDensity {
      return part.reduce(0) { $0 + Decibels.power($1) } / Float(max(part.count, 1))
    }
    return part.max() ?? -.infinity
  }

  /// The levels of a column, dB.
  func levels(_ column: Column) -> [Float] {
    guard isDensity else { return column.levels }
    return column.levels.map { Decibels.ofPower($0 / Float(column.spectra)) }
  }
}
