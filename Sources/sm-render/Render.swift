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

  /// Refuses options of other targets, which this one would pass over in silence; on a terminal one view becomes
  /// another, so an option of one view is one of all.
  private static func checkOptions(_ arguments: Arguments, _ target: String) throws {
    let isView = ViewKind(rawValue: target) != nil
    for option in options where arguments.has(option.long) {
      let names = option.targets(among: targets)
      guard
        names.isEmpty || names.contains(target)
          || isView && names.contains(where: { ViewKind(rawValue: $0) != nil })
      else {
        throw UsageError("--\(option.long) goes with \(names.joined(separator: " and "))")
      }
    }
  }

  private static func view(_ arguments: Arguments) throws -> any View {
    guard let target = arguments.operands.first else {
      let names = targets.map(\.name).joined(separator: ", ")
      throw UsageError("say what is wanted: sm-render with one of \(names)")
    }
    let rest = Array(arguments.operands.dropFirst())
    if target != "check", target != "compare", let word = rest.first {
      throw UsageError("'\(word)': \(target) takes no operand; a file is read with -i FILE")
    }
    if ["json", "csv", "text", "check", "compare"].contains(target), arguments.has("output") {
      throw UsageError(
        "--output is for views, wav, picofox and preview; \(target) prints: use > FILE")
    }
    try checkOptions(arguments, target)
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
        throw UsageError(unknown: target, of: targets.map(\.name))
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
