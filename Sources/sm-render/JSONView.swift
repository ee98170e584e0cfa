import SampleIO

/// A line of JSON for each record.
///
/// Every key is there; what has no value is null. Levels have 4 decimals, frequencies 3, other
/// measures six significant digits.
struct JSONView: View {
  private let exact: Bool
  private let onlyLast: Bool
  private let withPCM: Bool
  private var output = TextOutput()
  private var samples: [Float] = []

  init(_ arguments: Arguments) {
    exact = arguments.has("exact")
    onlyLast = arguments.has("last")
    withPCM = arguments.has("pcm")
  }

  mutating func add(_ record: borrowing Record) throws {
    guard !onlyLast || record.header.isEnd else { return }
    var text = output.text
    output.text = NumberText()
    text.append("{")
    var first = true
    // Where the record has no such group, `null` stands for it and its end writes nothing.
    var open = ""
    let exact = exact
    RecordFields.walk(record) { event in
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
        open = !isThere ? "" : rows != nil ? "]" : "}"
        text.append(!isThere ? "null" : rows != nil ? "[" : "{")
        if isThere { first = true }
      case .row:
        if !first { text.append(",") }
        text.append("{")
        first = true
      case .endRow:
        text.append("}")
        first = false
      case .end:
        text.append(open)
        first = false
      }
    }
    if withPCM { appendSamples(of: record, to: &text) }
    text.append("}\n")
    output.text = text
    try output.flush()
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
