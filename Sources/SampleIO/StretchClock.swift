/// When frames were heard: the times that live records carry, carried over to another
/// rate or tempo.
struct StretchClock {
  private var marks: [(position: Int64, nanoseconds: Int64)] = []

  /// Remembers when a record was heard.
  mutating func note(_ header: RecordHeader) {
    guard !header.flags.isDisjoint(with: [.live, .wasLive]) else { return }
    marks.append((header.position, header.timeNanoseconds))
  }

  /// When a frame that comes out was heard; nil for sound that never was live.
  ///
  /// - Parameters:
  ///   - frame: not before those asked for earlier.
  ///   - change: where frames go.
  /// - Returns: ns, from the latest record that began at or before it.
  mutating func time(of frame: Int64, _ change: RateChange) -> Int64? {
    let place = Double(frame) * change.tempo * change.from / change.to
    guard !marks.isEmpty else { return nil }
    let gone = (marks.firstIndex { Double($0.position) > place } ?? marks.count) - 1
    if gone > 0 { marks.removeFirst(gone) }
    let offset = (place - Double(marks[0].position)) / change.from * 1e9
    return marks[0].nanoseconds + Int64(offset.rounded())
  }
}
