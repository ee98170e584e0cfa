// sm-loudness: loudness, true peak and levels of a stream.  See man/man1/sm-loudness.1.

import Analysis
import SampleIO

@main
struct Loudness: Tool {
  static let summary = "measure loudness, true peak and levels; write records with LEVL and LOUD"
  static let operands = ""
  static let options =
    Option.input + Option.records + [
      Option(
        "target", nil, "LUFS", "say how far from streaming, ebu, atsc or a number of LUFS",
        .words(["streaming", "ebu", "atsc"])),
      Option(
        "layout", nil, "NAME", "what the channels are: mono, stereo, 5.1 ... or L,R,C,LFE",
        .words(ChannelLayout.names)),
      Option("dual-mono", nil, nil, "count a single channel as two, 3.01 LU more"),
      Option("mono", nil, nil, "measure the equal-gain mean of all channels"),
      Option("channel", nil, "NUMBER", "measure one channel, numbered from 1"),
      Option("reset-every", nil, "SECONDS", "begin a new session every so often"),
      Option("no-pcm", nil, nil, "let the records go on without their sound"),
      Option("clip-level", nil, "LEVEL", "a sample of this magnitude is clipped (0.999969)"),
      Option("clip-run", nil, "SAMPLES", "so many in a row make a clip event (1)"),
      Option("hold", nil, "SECONDS", "how long a held peak stands (1.5)"),
      Option("decay", nil, "DB", "how fast it falls then, dB a second (20)"),
    ]

  static func run(_ arguments: Arguments) throws {
    let request = try MeterRequest(arguments)
    var input = try StreamInput(arguments)
    var output = try StreamOutput(.records(arguments), for: &input)
    var stage = MeterStage(request)
    Attention.watchForSessionRequests()
    var record = Record()
    while try input.next(into: &record) {
      try stage.measure(&record) { try output.write(&$0) }
      try output.write(&record)
    }
    try output.finish()
  }
}
