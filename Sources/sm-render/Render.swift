// sm-render: what leaves the chain, for programs, people and tests.  See man/man1/sm-render.1.

import Drawing
import SampleIO
import Views

@main
struct Render: Tool {
  static let summary = "end a chain: for eyes, programs, tests, players and a transmitter"
  static let operands =
    "VIEW | json | csv | text | check CONDITION ... | compare FILE | wav | picofox | preview"
  static let targets =
    ViewKind.allCases.map { Target($0.rawValue, $0.help, group: "views") } + [
      Target("json", "a line a record"),
      Target("csv", "a row a record"),
      Target("text", "a summary in words"),
      Target(
        "check", "status 1 where a condition does not hold", operands: .words(RecordFields.names)),
      Target("compare", "status 1 where it differs from a file", operands: .file),
      Target("wav", "a sound file"),
      Target("picofox", "the transmitter's file"),
      Target("preview", "what an edit, or the transmitter, will sound like"),
    ]
  static let options =
    Option.input + Option.views + [
      Option("at", nil, "HZ", "json: the level at one frequency too, of its bin or its band"),
      Option("exact", nil, nil, "json, csv: the shortest digits that read back the same"),
      Option("every", nil, "SECONDS", "text: say where things stand every so often"),
      Option(
        "fields", nil, "NAMES", "csv: only these columns, such as time,loudness.momentary",
        .list(RecordFields.names)),
      Option("last", nil, nil, "json, csv: only the final values of each source"),
      Option("pcm", nil, nil, "json: the samples too"),
    ] + CompareView.options + WAVView.options + PicoFoxView.options + PreviewView.options

  static var libraries: [String] { [CairoCanvas.version] }

  static func run(_ arguments: Arguments) throws {
    let target = try target(arguments)
    if target == "picofox", try PicoFoxView.runAlone(arguments) { return }
    var view = try view(target, arguments)
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

  /// What prints, and has no file of its own.
  private static let printed = ["json", "csv", "text", "check", "compare"]

  /// What is wanted, with nothing on the command line that is for something else.
  private static func target(_ arguments: Arguments) throws -> String {
    let names = targets.map(\.name)
    guard let target = arguments.operands.first else {
      throw UsageError("say what is wanted: sm-render with \(names.joined(separator: ", "))")
    }
    guard names.contains(target) else { throw UsageError(unknown: target, of: names) }
    if target != "check", target != "compare", let word = arguments.operands.dropFirst().first {
      throw UsageError("'\(word)': \(target) takes no operand; a file is read with -i FILE")
    }
    if printed.contains(target), arguments.has("output") {
      throw UsageError(
        "--output is for views, wav, picofox and preview; \(target) prints: use > FILE")
    }
    let kind = ViewKind(rawValue: target)
    try arguments.refuseStrangers(
      to: target, kind.map { PictureView.names($0, arguments) } ?? [], in: options)
    return target
  }

  private static func view(_ target: String, _ arguments: Arguments) throws -> any View {
    let rest = Array(arguments.operands.dropFirst())
    switch target {
    case "csv": return try CSVView(arguments)
    case "text": return try TextView(arguments)
    case "check": return try CheckView(rest)
    case "compare": return try CompareView(arguments, rest)
    case "wav": return try WAVView(arguments)
    case "picofox": return try PicoFoxView(arguments)
    case "preview": return try PreviewView(arguments)
    default:
      guard let kind = ViewKind(rawValue: target) else { return try JSONView(arguments) }
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
