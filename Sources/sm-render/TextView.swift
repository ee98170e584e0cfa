import SampleIO

/// What a person would want to hear read out: sentences with units, at the end of each source,
/// and on the way if asked.
struct TextView: View {
  private let everySeconds: Double?
  private var nextReport = 0.0
  private var isFirst = true
  /// The gains of a filter, told at the end of the source.
  private var response: [String] = []
  /// Whether anything has measured loudness.
  private var stages = MissingStages("text", ["loudness"])
  private var output = TextOutput()

  init(_ arguments: Arguments) throws {
    everySeconds = try arguments.number("every", in: 0.1...86_400, unit: "s")
  }

  mutating func add(_ record: borrowing Record) throws {
    if record.startsSource {
      nextReport = everySeconds ?? 0
      stages = MissingStages("text", ["loudness"])
    }
    stages.look(record)
    if record.has(.response) { response = Summary.response(record) }
    var values: [String: Value] = [:]
    if record.header.isFinal {
      RecordFields.columns(record) { values[$0] = $1 }
      if !isFirst { output.text.append("\n") }
      isFirst = false
      let isMeasured = !stages.explains("loudness")
      output.text.append(
        Summary(values, record, response: response, isMeasured: isMeasured).text)
      response = []
      try output.flush()
    } else if let everySeconds {
      let end = Double(record.header.position + Int64(record.header.frames)) / record.header.rate
      guard end >= nextReport else { return }
      nextReport = (end / everySeconds).rounded(.down) * everySeconds + everySeconds
      RecordFields.columns(record) { values[$0] = $1 }
      output.text.append(Summary(values, record).progress(atSeconds: end))
      try output.flush()
    }
  }
}
