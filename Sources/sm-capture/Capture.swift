// sm-capture: makes a stream of anything.  See man/man1/sm-capture.1.

import DSP
import SampleIO

@main
struct Capture: Tool {
  static let summary = "make a stream of files, standard input, or a generated signal"
  static let operands = "[FILE ...]"
  static let options =
    Option.input + Option.output + selection + generators
    + Option.recording

  static let selection = [
    Option("start", nil, "SECONDS", "begin at this time of each source"),
    Option("duration", nil, "SECONDS", "stop after this much of each source"),
    Option("channel", nil, "NUMBER", "take one channel, numbered from 1"),
    Option("mono", nil, nil, "take the equal-gain mean of all channels"),
    Option("scrub", nil, nil, "replace samples of a file that are no finite numbers by zero"),
    Option("note", nil, "TEXT", "words for the stream to remember, up to 255 bytes"),
    Option("anonymous", nil, nil, "leave the file's name out of the stream"),
    Option("probe", nil, nil, "say what the source is, and exit"),
    Option("no-progress", nil, nil, "draw no progress on a terminal"),
  ]

  static let generators = [
    Option("demo", nil, nil, "ten seconds that move every meter, again and again (30 s)"),
    Option("tone", nil, "HZ", fallback: "600", "a sine, 20 to 20000 Hz (600 Hz, 3 s)"),
    Option("noise", nil, "white|pink", "noise (10 s)"),
    Option("seed", nil, "NUMBER", "which noise (1)"),
    Option("sweep", nil, nil, "a sine from 20 Hz to 20 kHz (10 s)"),
    Option("impulse", nil, nil, "one sample, then silence (1 s)"),
    Option("silence", nil, nil, "digital silence (10 s)"),
    Option("level", nil, "DBFS", "level of what is generated: peak, of noise RMS"),
  ]

  static func run(_ arguments: Arguments) throws {
    let picked = try ChannelPick(arguments)
    var source = try CaptureSource(arguments)
    if arguments.has("probe") { return try Probe.run(&source) }
    var recorder = try Recorder(arguments)
    var output = try CaptureOutput(arguments, recorder)
    var progress = Progress(isWanted: !arguments.has("no-progress") && !arguments.has("quiet"))
    defer { progress.finish() }
    var record = Record()
    while try source.next(into: &record) {
      try picked.apply(to: &record)
      try recorder.record(record)
      guard try output.write(&record, recorder) else { break }
      progress.update(recorder.state)
    }
    try output.finish()
    try recorder.finish()
  }
}
