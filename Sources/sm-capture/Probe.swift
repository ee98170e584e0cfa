import SampleIO

/// Says what a source is, as lines of a key and a value.
enum Probe {
  static func run(_ source: inout CaptureSource) throws {
    var record = Record()
    var output = TextOutput()
    while try source.next(into: &record) {
      guard record.startsSource, !record.header.isUnread else { continue }
      if !output.text.bytes.isEmpty { output.text.append("\n") }
      RecordFields.columns(record) { name, value in
        guard name.hasPrefix("source.") else { return }
        line(String(name.dropFirst(7)), value, &output)
      }
      if let frames = record.sourceFrames {
        line("seconds", .time(Double(frames) / record.header.rate), &output)
      }
      line("block", .count(Int64(record.header.frames)), &output)
      source.leave()
    }
    try output.flush()
  }

  private static func line(_ name: String, _ value: Value, _ output: inout TextOutput) {
    output.text.append(name + String(repeating: " ", count: max(10 - name.count, 1)))
    if value == .missing || value == .text("") { output.text.append("-") }
    if case .text(let text) = value {
      output.text.append(text.asLine)
    } else {
      value.appendPlain(to: &output.text, exact: true)
    }
    output.text.append("\n")
  }
}
