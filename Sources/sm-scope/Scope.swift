// sm-scope: what an oscilloscope would draw of a stream.  See man/man1/sm-scope.1.

import Analysis
import SampleIO

@main
struct Scope: Tool {
  static let summary = "draw triggered traces of the signal; write records with SCOP"
  static let operands = ""
  static let options =
    Option.input + Option.records + [
      Option("span", nil, "SECONDS", "what a trace covers (2048 frames)"),
      Option("bins", nil, "COUNT", "how many minima, maxima and means it has, 2 to 4096 (256)"),
      Option(
        "trigger", nil, "SLOPE", "rising, falling or off (rising)",
        .words(["rising", "falling", "off"])),
      Option("level", nil, "LEVEL", "the level that has to be crossed, linear (0)"),
      Option("holdoff", nil, "SECONDS", "ignore triggers for so long after one (0)"),
      Option("normal", nil, nil, "let the last trace stand while nothing triggers"),
      Option(
        "fold", nil, "SIGNAL", "mean, left, right, side, each or a channel's number (mean)",
        .words(Fold.words)),
      Option("no-pcm", nil, nil, "let the records go on without their sound"),
    ]

  static func run(_ arguments: Arguments) throws {
    let request = try ScopeRequest(arguments)
    var input = try StreamInput(arguments)
    var output = try StreamOutput(.records(arguments), for: &input)
    var stage = ScopeStage(request)
    var record = Record()
    while try input.next(into: &record) {
      try stage.measure(&record)
      try output.write(&record)
    }
    try output.finish()
  }
}
