/// Readings of the last 30 s, for those who stop and look back; one for each column of the timeline.
struct PastReadings {
  private var list: [(column: Int64, reading: Reading)] = []

  /// Keeps the newest reading of each column.
  mutating func add(_ reading: Reading, _ column: Int64) {
    var kept = reading
    if let count = kept.spectrum?.bins.count, count > RollingHistory.mostCells {
      kept.spectrum?.bins = []
    }
    if list.last?.column == column { list.removeLast() }
    list.append((column, kept))
    if list.count > RollingHistory.capacity { list.removeFirst() }
  }

  /// Goes on with another number of columns a second.
  ///
  /// - Parameters:
  ///   - ratio: of the new number to the old: a power of two.
  ///   - latest: the column of the newest reading, by the new number.
  mutating func change(by ratio: Double, latest: Int64) {
    let count = Int64(max(ratio, 1).rounded())
    var changed: [(column: Int64, reading: Reading)] = []
    for entry in list {
      let first = Int64((Double(entry.column) * ratio).rounded(.down))
      for column in first..<first + count where column <= latest {
        // Of several that share a column the newest is kept.
        if changed.last?.column == column { changed.removeLast() }
        changed.append((column, entry.reading))
      }
    }
    list = changed.suffix(RollingHistory.capacity)
  }

  var count: Int { list.count }

  /// The reading so many columns back from the newest.
  func reading(back: Int) -> Reading? {
    let place = list.count - 1 - back
    return list.indices.contains(place) ? list[place].reading : nil
  }
}
