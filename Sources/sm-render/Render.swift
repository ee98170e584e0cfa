// sm-render: what leaves the chain, for programs, people and tests.  See man/man1/sm-render.1.

import SampleIO
import Views

@main
struct Render: Tool {
  static let summary = "end a chain: for eyes, programs, tests, players and a transmitter"
  static let operands =
    "VIEW | json | csv | text | check CONDITION ... | compare FILE | wav | picofox | preview"
  static let options =
    Option.input + Option.views + [
      Option("at", nil, "HZ", "json: the level at one frequency too, of its bin or its band"),
      Option("exact", nil, nil, "json, csv: the shortest digits that read back the same"),
      Option("every", nil, "SECONDS", "text: say where things stand every so often"),
      Option("fields", nil, "NAMES", "csv: only these columns, such as time,loudness.momentary"),
      Option("last", nil, nil, "json, csv: only the final values of each source"),
      Option("pcm", nil, nil, "json: the samples too"),
    ] + CompareView.options + WAVView.options + PicoFoxView.options + PreviewView.options

  /// The targets that an option is for; the others would pass over it in silence.
  private static let belonging = [
    ("exact", ["json", "csv"]), ("last", ["json", "csv"]), ("every", ["text"]),
    ("fields", ["csv"]), ("pcm", ["json"]),
  ]

  static func run(_ arguments: Arguments) throws {
    if arguments.operands == ["picofox"], try PicoFoxView.runAlone(arguments) { return }
    var view = try view(arguments)
    var input = StreamInput(try InputRequest(arguments))
    if let companion = view.companion { input.accompany(companion) }
    var record = Record()
    do {
      while try input.next(into: &record) { try view.add(record) }
    } catch {
      let first = error
      do { try view.giveUp() } catch { Diagnostics.say("\(error)") }
      throw first
    }
    try view.finish()
  }

  private static let views = ViewKind.allCases.map(\.rawValue).joined(separator: ", ")

  private static func view(_ arguments: Arguments) throws -> any View {
    guard let target = arguments.operands.first else {
      throw UsageError("say what is wanted: sm-render \(views), json, csv, text, check CONDITION …")
    }
    let rest = Array(arguments.operands.dropFirst())
    if target != "check", target != "compare", let word = rest.first {
      throw UsageError("'\(word)': \(target) takes no operand; a file is read with -i FILE")
    }
    if ["json", "csv", "text", "check", "compare"].contains(target), arguments.has("output") {
      throw UsageError(
        "--output is for views, wav, picofox and preview; \(target) prints: use > FILE")
    }
    for (option, targets) in belonging where arguments.has(option) && !targets.contains(target) {
      throw UsageError("--\(option) goes with \(targets.joined(separator: " and "))")
    }
    switch target {
    case "json": return try JSONView(arguments)
    case "csv": return try CSVView(arguments)
    case "text": return try TextView(arguments)
    case "check": return try CheckView(rest)
    case "compare": return try CompareView(arguments, rest)
    case "wav": return try WAVView(arguments)
    case "picofox": return try PicoFoxView(arguments)
    case "preview": return try PreviewView(arguments)
    default:
      guard let kind = ViewKind(rawValue: target) else {
        throw UsageError(
          "'\(target)' is unknown; one of \(views), json, csv, text, check, compare, wav, picofox "
            + "or preview")
      }
      return try PictureView(kind, arguments)
    }
  }
}

/// Something that is shown record by record.
protocol View {
  /// Takes one record in.
  mutating func add(_ record: borrowing Record) throws
  /// What is looked after while the input is silent.
  var companion: (any Companion)? { get }
  /// After the last record.
  mutating func finish() throws
  /// When the input or the output has failed, instead.
  mutating func giveUp() throws
}

extension View {
  mutating func finish() throws {}
  var companion: (any Companion)? { nil }
  mutating func giveUp() throws {}
}
