import SampleIO

/// A row for each record under one line of names.
///
/// The columns are those of the source's first record; a source with other columns gets a new
/// header after an empty line. Source: RFC 4180, but with a plain newline.
struct CSVView: View {
  private let exact: Bool
  private let onlyLast: Bool
  private let chosen: [String]?
  private var stages: MissingStages
  private var columns: [String] = []
  /// Of each column, where its value stands in the row; nil where this record has none.
  private var places: [Int?] = []
  private var row = RecordRow()
  private var hasHeader = false
  /// Whether the source is the response of a filter, a table of its own.
  private var hasTable = false
  private var output = TextOutput()

  init(_ arguments: Arguments) throws {
    exact = arguments.has("exact")
    onlyLast = arguments.has("last")
    chosen = arguments.text("fields").map { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    stages = MissingStages("csv", chosen ?? [])
    if let name = chosen?.first(where: { !RecordFields.isName($0) }) {
      throw UsageError(
        "--fields: no field is called '\(name)'"
          + Nearest.question(name, among: RecordFields.names, or: "; sm-render(1) lists them"))
    }
  }

  mutating func add(_ record: borrowing Record) throws {
    if record.has(.response), chosen == nil { return try addResponse(record) }
    stages.look(record)
    guard !onlyLast || record.header.isFinal, !hasTable else { return }
    let isOther = row.read(record)
    let begins = record.startsSource || !hasHeader || onlyLast
    if begins { begin() }
    if begins || isOther {
      let found = Dictionary(zip(row.names, row.names.indices)) { first, _ in first }
      places = columns.map { found[$0] }
    }
    for (column, place) in places.enumerated() {
      if column > 0 { output.text.append(",") }
      if let place { append(row.values[place]) }
    }
    output.text.append("\n")
    try output.flush()
  }

  mutating func finish() throws {
    for line in stages.words { Diagnostics.remark(line) }
  }

  /// A row for each point of each channel.
  private mutating func addResponse(_ record: borrowing Record) throws {
    if hasTable || hasHeader { output.text.append("\n") }
    hasTable = true
    output.text.append("channel,frequency,gain,phase\n")
    for channel in 0..<record.rows(of: .response) {
      for point in record.response(channel: channel) {
        output.text.append(Int64(channel + 1))
        for (value, quantity) in [
          (point.frequency, Quantity.frequency), (point.gain, .level), (point.phase, .frequency),
        ] {
          output.text.append(",")
          guard value.isFinite else { continue }
          Value.number(Double(value), quantity, isSingle: true)
            .appendPlain(to: &output.text, exact: exact)
        }
        output.text.append("\n")
      }
    }
    try output.flush()
  }

  private mutating func begin() {
    let found = chosen ?? row.names
    guard !hasHeader || found != columns else { return }
    if hasHeader { output.text.append("\n") }
    hasHeader = true
    columns = found
    output.text.append(found.joined(separator: ",") + "\n")
  }

  private mutating func append(_ value: Value) {
    // By bytes: a line end and what follows it may be one Character.
    guard case .text(let text) = value,
      text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) })
    else { return value.appendPlain(to: &output.text, exact: exact) }
    let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    output.text.append(
      "\"" + parts.map { String(Substring($0)) }.joined(separator: "\"\"") + "\"")
  }
}
