/// What a record says, key by key: the one walk that JSON, CSV and `check` share.
///
/// The words of records.md: groups are `source`, the header's own keys, `levels` (a row a
/// channel), `weighted`, `loudness`, `spectrum` (the newest) and `spectra` (all, where there are
/// several), `beat`, `scope` and `scopes` likewise, `response` (a row a channel) and `tally` (a row
/// a process).
public enum RecordFields {
  /// What comes by on the walk.
  public enum Event {
    /// A key with its value.
    case value(String, Value)
    /// A key with many values, which are no columns of a table.
    case list(String, [Value])
    /// A group of keys, or with rows; `isThere` tells whether the record has it.
    case begin(String, rows: Int?, isThere: Bool)
    /// A row of a group, numbered from 1, and whether it holds anything.
    case row(Int, isUsed: Bool)
    case endRow
    case end
    /// A key whose value is a list of numbers, each of them a column of a table.
    case beginList(String, count: Int)
    case element(Value)
    case endList
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
    group("spectrum", .spectrum, index: newestSpectrum(record), .spectrum, record, visit)
    several("spectra", .spectrum, .spectrum, record, visit)
    group("beat", .beat, .beat, record, visit)
    group("scope", .scope, .scope, record, visit)
    several("scopes", .scope, .scope, record, visit)
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
      visit(.row(channel + 1, isUsed: true))
      visit(.list("frequency", list(\.frequency, .frequency)))
      visit(.list("gain", list(\.gain, .level)))
      visit(.list("phase", list(\.phase, .frequency)))
      visit(.endRow)
    }
    visit(.end)
  }

  /// Which of several spectra is that of the latest window; of one moment the first.
  static func newestSpectrum(_ record: borrowing Record) -> Int {
    var newest: (index: Int, position: Int64) = (0, -2)
    for index in 0..<record.count(of: .spectrum) {
      let position = record.count("position", .spectrum, index, .spectrum) ?? -1
      if position > newest.position { newest = (index, position) }
    }
    return newest.index
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
    _ name: String, _ tag: Tag, index: Int = 0, _ layout: Layout, _ record: borrowing Record,
    _ visit: (Event) -> Void
  ) {
    visit(.begin(name, rows: nil, isThere: record.has(tag)))
    _ = record.read(tag, index: index, layout) { $0.walk(visit) }
    visit(.end)
  }

  /// All sections of a name, where there are more than one.
  private static func several(
    _ name: String, _ tag: Tag, _ layout: Layout, _ record: borrowing Record,
    _ visit: (Event) -> Void
  ) {
    let count = record.count(of: tag)
    visit(.begin(name, rows: count, isThere: count > 1))
    for index in 0..<(count > 1 ? count : 0) {
      visit(.row(index + 1, isUsed: true))
      _ = record.read(tag, index: index, layout) { $0.walk(visit) }
      visit(.endRow)
    }
    visit(.end)
  }

  private static func rows(
    _ name: String, _ tag: Tag, _ layout: Layout, _ record: borrowing Record,
    _ visit: (Event) -> Void
  ) {
    let count = record.rows(of: tag)
    visit(.begin(name, rows: count, isThere: record.has(tag)))
    for row in 0..<count {
      visit(.row(row + 1, isUsed: true))
      _ = record.read(tag, row: row, layout) { $0.walk(visit) }
      visit(.endRow)
    }
    visit(.end)
  }

  /// What stands behind the rows of LEVL.
  private static func weighted(_ record: borrowing Record, _ visit: (Event) -> Void) {
    let count = record.rows(of: .levels)
    visit(.begin("weighted", rows: nil, isThere: record.has(.levels)))
    _ = record.read(.levels, row: count, .weighted) { $0.walk(visit) }
    visit(.end)
  }

  /// Walks through a record with full names, as columns are called.
  ///
  /// - Parameters:
  ///   - record: any.
  ///   - visit: gets name and value of each key.
  public static func columns(_ record: borrowing Record, _ visit: (String, Value) -> Void) {
    var prefix = ""
    var outer: [String] = []
    var number = 0
    walk(record) { event in
      switch event {
      case .value(let name, let value):
        visit(prefix + name, value)
      case .list: break
      case .begin(let name, _, _), .beginList(let name, _):
        outer.append(prefix)
        prefix += name + "."
        number = 0
      case .row(let row, _):
        outer.append(prefix)
        prefix += String(row) + "."
      case .element(let value):
        number += 1
        visit(prefix + String(number), value)
      case .end, .endRow, .endList:
        prefix = outer.popLast() ?? ""
      }
    }
  }
}
