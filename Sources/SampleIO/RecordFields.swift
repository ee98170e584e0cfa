/// What a record says, key by key: the one walk that JSON, CSV and `check` share.
///
/// The words of records.md: groups are `source`, the header's own keys, `levels` (a row a
/// channel), `weighted`, `loudness`, `response` (a row a channel) and `tally` (a row a process).
public enum RecordFields {
  /// What comes by on the walk.
  public enum Event {
    /// A key with its value.
    case value(String, Value)
    /// A key with many values, which are no columns of a table.
    case list(String, [Value])
    /// A group of keys, or with rows; `isThere` tells whether the record has it.
    case begin(String, rows: Int?, isThere: Bool)
    /// A row of a group, numbered from 1.
    case row(Int)
    case endRow
    case end
  }

  /// Walks through a record.
  ///
  /// - Parameters:
  ///   - record: any.
  ///   - visit: gets every event in order. Groups that are not there have no keys.
  public static func walk(_ record: borrowing Record, _ visit: (Event) -> Void) {
    group("source", .source, .source, record, visit)
    header(record, visit)
    rows("levels", .levels, .levels, record, visit)
    weighted(record, visit)
    group("loudness", .loudness, .loudness, record, visit)
    response(record, visit)
    rows("tally", .tally, .tally, record, visit)
  }

  private static func response(_ record: borrowing Record, _ visit: (Event) -> Void) {
    let channels = record.rows(of: .response)
    visit(.begin("response", rows: channels, isThere: record.has(.response)))
    for channel in 0..<channels {
      let points = record.response(channel: channel)
      let list = { (value: (ResponsePoint) -> Float, quantity: Quantity) in
        points.map { point -> Value in
          let number = value(point)
          return number.isFinite ? .number(Double(number), quantity, isSingle: true) : .missing
        }
      }
      visit(.row(channel + 1))
      visit(.list("frequency", list(\.frequency, .frequency)))
      visit(.list("gain", list(\.gain, .level)))
      visit(.list("phase", list(\.phase, .frequency)))
      visit(.endRow)
    }
    visit(.end)
  }

  private static func header(_ record: borrowing Record, _ visit: (Event) -> Void) {
    let header = record.header
    visit(.value("position", .count(header.position)))
    visit(.value("time", .time(Double(header.position) / header.rate)))
    visit(.value("utc", utc(header).map { .text($0) } ?? .missing))
    visit(.value("rate", .number(header.rate, .rate, isSingle: false)))
    visit(.value("channels", .count(Int64(header.channels))))
    visit(.value("frames", .count(Int64(header.frames))))
    visit(.value("lost", .count(header.lost)))
    visit(.value("live", .flag(header.flags.contains(.live))))
    visit(.value("gap", .flag(header.flags.contains(.gap))))
    visit(.value("end", header.isEnd ? .text(header.end.word) : .missing))
    visit(.value("session_end", .flag(header.flags.contains(.sessionEnd))))
  }

  /// The time of the first frame, ISO 8601, of a source that is or was live.
  private static func utc(_ header: RecordHeader) -> String? {
    guard !header.flags.isDisjoint(with: [.live, .wasLive]) else { return nil }
    return Calendar.iso8601(nanoseconds: header.timeNanoseconds)
  }

  private static func group(
    _ name: String, _ tag: Tag, _ layout: Layout, _ record: borrowing Record,
    _ visit: (Event) -> Void
  ) {
    visit(.begin(name, rows: nil, isThere: record.has(tag)))
    _ = record.read(tag, layout) { $0.forEach { visit(.value($0, $1)) } }
    visit(.end)
  }

  private static func rows(
    _ name: String, _ tag: Tag, _ layout: Layout, _ record: borrowing Record,
    _ visit: (Event) -> Void
  ) {
    let count = record.rows(of: tag)
    visit(.begin(name, rows: count, isThere: record.has(tag)))
    for row in 0..<count {
      visit(.row(row + 1))
      _ = record.read(tag, row: row, layout) { $0.forEach { visit(.value($0, $1)) } }
      visit(.endRow)
    }
    visit(.end)
  }

  /// What stands behind the rows of LEVL.
  private static func weighted(_ record: borrowing Record, _ visit: (Event) -> Void) {
    let count = record.rows(of: .levels)
    visit(.begin("weighted", rows: nil, isThere: record.has(.levels)))
    _ = record.read(.levels, row: count, .weighted) { $0.forEach { visit(.value($0, $1)) } }
    visit(.end)
  }

  // MARK: names

  /// Whether a name such as `loudness.integrated` or `levels.1.peak` can stand in a record.
  public static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1:
      return headerNames.contains(name)
    case 2:
      let layouts: [String: Layout] = [
        "source": .source, "weighted": .weighted, "loudness": .loudness,
      ]
      return layouts[parts[0]]?.keys.contains(parts[1]) ?? false
    case 3:
      let layouts: [String: Layout] = ["levels": .levels, "tally": .tally]
      guard let number = Int(parts[1]), number >= 1 else { return false }
      return layouts[parts[0]]?.keys.contains(parts[2]) ?? false
    default:
      return false
    }
  }

  private static let headerNames: Set<String> = [
    "position", "time", "utc", "rate", "channels", "frames", "lost", "live", "gap", "end",
    "session_end",
  ]

  /// Walks through a record with full names, as columns are called.
  ///
  /// - Parameters:
  ///   - record: any.
  ///   - visit: gets name and value of each key.
  public static func columns(_ record: borrowing Record, _ visit: (String, Value) -> Void) {
    var prefix: [String] = []
    walk(record) { event in
      switch event {
      case .value(let name, let value):
        visit(prefix.isEmpty ? name : prefix.joined(separator: ".") + "." + name, value)
      case .list: break
      case .begin(let name, _, _): prefix = [name]
      case .row(let number): prefix.append(String(number))
      case .endRow: prefix.removeLast()
      case .end: prefix = []
      }
    }
  }
}

extension Layout {
  /// The keys in order; a word of flags has a key for each flag.
  var keys: [String] {
    fields.flatMap { field in
      if case .flags(let names) = field.storage { return names }
      return [field.name]
    }
  }
}

extension Record {
  /// What each process of the chain has lost, in one line: for the end of a source.
  var lossLine: String {
    var parts: [String] = []
    for row in 0..<rows(of: .tally) {
      var (stage, lost) = ("", "0")
      _ = read(.tally, row: row, .tally) { reader in
        reader.forEach { name, value in
          if name == "stage", case .text(let text) = value { stage = text }
          if name == "lost", case .count(let count) = value { lost = String(count) }
        }
      }
      parts.append("\(stage) \(lost)")
    }
    return "\(header.position) frames to the end of the source, \(header.lost) lost"
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}
