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

  var count: Int { list.count }

  /// The reading so many columns back from the newest.
  func reading(back: Int) -> Reading? {
    let place = list.count - 1 - back
    return list.indices.contains(place) ? list[place].reading : nil
  }
}
