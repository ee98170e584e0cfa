import SampleIO

/// Checks conditions at the end of every source and session; one that does not hold makes the status 1.
struct CheckView: View {
  private let conditions: [Condition]
  private var failed = false
  private var stages: MissingStages

  init(_ texts: [String]) throws {
    guard !texts.isEmpty else {
      throw UsageError("check needs conditions: sm-render check 'loudness.integrated < -14'")
    }
    conditions = try texts.map { try Condition($0) }
    stages = MissingStages("check", conditions.map(\.name))
  }

  mutating func add(_ record: borrowing Record) throws {
    stages.look(record)
    guard record.header.isFinal else { return }
    var found: [String: Value] = [:]
    RecordFields.columns(record) { found[$0] = $1 }
    let source = found["source.name"].flatMap { $0.word } ?? ""
    let place = source.isEmpty ? "" : "\(source): "
    guard !record.header.isUnread else {
      failed = true
      return Diagnostics.say(place + "could not be read, and nothing of it was checked")
    }
    for condition in conditions {
      let value = found[condition.name] ?? .missing
      guard !condition.holds(value) else { continue }
      failed = true
      if value == .missing, stages.explains(condition.name) { continue }
      var text = NumberText()
      value.appendPlain(to: &text, exact: false)
      Diagnostics.say(
        place + "\(condition.text): "
          + (value == .missing ? "it has no value" : "it is \(text.string)"))
    }
  }

  mutating func finish() throws {
    for line in stages.words { Diagnostics.say(line) }
    if failed { throw Verdict(status: 1) }
  }
}

/// One condition: a name, a comparison, a value.
struct Condition {
  /// As it was typed.
  let text: String
  let name: String
  private let test: Test

  private enum Test {
    case inside(ClosedRange<Double>)
    case number(String, Double)
    case word(String, String)
  }

  /// - Parameter text: `NAME in A..B` or `NAME OP VALUE`, OP one of < <= > >= == !=.
  /// - Throws: `UsageError` with what is wrong.
  init(_ text: String) throws {
    self.text = text
    let parts = text.split(separator: " ").map(String.init)
    let form = "'NAME in A..B' or 'NAME < VALUE' (also <= > >= == !=)"
    guard parts.count >= 3 else { throw UsageError("check '\(text)': the form is \(form)") }
    name = parts[0]
    guard RecordFields.isName(name) else {
      throw UsageError(
        "check '\(text)': no field is called '\(name)'"
          + Nearest.question(name, among: RecordFields.names, or: "; sm-render(1) lists them"))
    }
    let value = parts[2...].joined(separator: " ")
    switch parts[1] {
    case "in":
      let ends = value.split(separator: "..").map { Arguments.parse(String($0)) }
      guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else {
        throw UsageError("check '\(text)': '\(value)' is no range such as -23.5..-22.5")
      }
      test = .inside(low...high)
    case "<", "<=", ">", ">=", "==", "!=":
      if let number = Arguments.parse(value) {
        test = .number(parts[1], number)
      } else if parts[1] == "==" || parts[1] == "!=" {
        test = .word(parts[1], value)
      } else {
        throw UsageError("check '\(text)': '\(value)' is not a number")
      }
    default:
      throw UsageError("check '\(text)': '\(parts[1])' is no comparison; the form is \(form)")
    }
  }

  /// Whether the condition holds; none holds for a value that is missing.
  func holds(_ value: Value) -> Bool {
    switch test {
    case .inside(let range):
      return value.number.map { range.contains($0) } ?? false
    case .number(let comparison, let limit):
      guard let number = value.number else { return false }
      switch comparison {
      case "<": return number < limit
      case "<=": return number <= limit
      case ">": return number > limit
      case ">=": return number >= limit
      case "==": return number == limit
      default: return number != limit
      }
    case .word(let comparison, let wanted):
      guard let word = value.word else { return false }
      return (word == wanted) == (comparison == "==")
    }
  }
}

extension Value {
  /// The value as a word, or nil.
  var word: String? {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    default: nil
    }
  }
}
