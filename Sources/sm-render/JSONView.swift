import SampleIO

/// A line of JSON for each record.
///
/// Every key is there; what has no value is null. Levels have 4 decimals, frequencies 3, other
/// measures six significant digits.
struct JSONView: View {
  private let exact: Bool
  private let onlyLast: Bool
  private let withPCM: Bool
  private let frequency: Double?
  private var output = TextOutput()
  private var samples: [Float] = []

  init(_ arguments: Arguments) throws {
    frequency = try arguments.number("at", in: 0...10_000_000, unit: "Hz")
    exact = arguments.has("exact")
    onlyLast = arguments.has("last")
    withPCM = arguments.has("pcm")
  }

  mutating func add(_ record: borrowing Record) throws {
    guard !onlyLast || record.header.isFinal else { return }
    var text = output.text
    output.text = NumberText()
    text.append("{")
    var first = true
    // What closes each open group; where the record has no such group `null` stands for it.
    var closing: [String] = []
    var skipsRow = false
    let exact = exact
    RecordFields.walk(record) { event in
      if skipsRow {
        if case .endRow = event { skipsRow = false }
        return
      }
      switch event {
      case .value(let key, let value):
        text.begin(key, &first)
        value.appendJSON(to: &text, exact: exact)
      case .list(let key, let values):
        text.begin(key, &first)
        text.append("[")
        for (index, value) in values.enumerated() {
          if index > 0 { text.append(",") }
          value.appendJSON(to: &text, exact: exact)
        }
        text.append("]")
      case .begin(let key, let rows, let isThere):
        text.begin(key, &first)
        closing.append(!isThere ? "" : rows != nil ? "]" : "}")
        text.append(!isThere ? "null" : rows != nil ? "[" : "{")
        if isThere { first = true }
      case .row(_, let isUsed):
        skipsRow = !isUsed
        guard isUsed else { return }
        if !first { text.append(",") }
        text.append("{")
        first = true
      case .endRow:
        text.append("}")
        first = false
      case .end:
        text.append(closing.popLast() ?? "")
        first = false
      case .beginList(let key, let count):
        text.begin(key, &first)
        closing.append(count > 0 ? "]" : "")
        text.append(count > 0 ? "[" : "null")
        first = true
      case .element(let value):
        if !first { text.append(",") }
        first = false
        value.appendJSON(to: &text, exact: exact)
      case .endList:
        text.append(closing.popLast() ?? "")
        first = false
      }
    }
    if let frequency { append(record.spectrum(at: frequency), to: &text) }
    if withPCM { appendSamples(of: record, to: &text) }
    text.append("}\n")
    output.text = text
    try output.flush()
  }

  /// What the newest spectrum says of one frequency.
  private func append(_ point: SpectrumPoint?, to text: inout NumberText) {
    text.append(",\"at\":")
    guard let point else { return text.append("null") }
    text.append("{")
    var first = true
    for (key, value) in point.fields {
      text.begin(key, &first)
      value.appendJSON(to: &text, exact: exact)
    }
    text.append("}")
  }

  private mutating func appendSamples(of record: borrowing Record, to text: inout NumberText) {
    text.append(",\"pcm\":")
    guard record.copyPCM(into: &samples) else {
      text.append("null")
      return
    }
    text.append("[")
    for index in 0..<record.header.frames * record.header.channels {
      if index > 0 { text.append(",") }
      text.append(exact: samples[index])
    }
    text.append("]")
  }
}

extension NumberText {
  fileprivate mutating func begin(_ key: String, _ first: inout Bool) {
    append(first ? "\"" : ",\"")
    append(key)
    append("\":")
    first = false
  }
}
