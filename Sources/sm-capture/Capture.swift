// sm-capture: makes a stream of anything.  See man/man1/sm-capture.1.

import DSP
import SampleIO

@main
struct Capture: Tool {
  static let summary = "make a stream of files, standard input, or a generated signal"
  static let operands = "[FILE ...]"
  static let options =
    Option.input + Option.output + selection + generators + cards + Option.recording

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

  static let cards = [
    Option(
      "device", "D", "NAME", "record from a sound card, by ALSA's name, through arecord",
      .printed(by: "arecord -L 2>/dev/null | grep '^[^ ]'")),
    Option("list-devices", nil, nil, "show ALSA's names of sound cards, and exit"),
    Option("retry", nil, "SECONDS", "when the sound card goes, wait and begin a new source"),
    Option("realtime", nil, nil, "play files or a generated signal at their own pace, as live"),
  ]

  static func run(_ arguments: Arguments) throws {
    if arguments.has("list-devices") { return try StreamInput.listDevices() }
    let picked = try ChannelPick(arguments)
    var source = try CaptureSource(arguments)
    if arguments.has("probe") { return try Probe.run(&source) }
    var recorder = try Recorder(arguments)
    var output = try StreamOutput(
      OutputRequest(arguments), for: &source.input, besideRecording: recorder.isWanted)
    var progress = Progress(isWanted: !arguments.has("no-progress") && !arguments.has("quiet"))
    defer { progress.finish() }
    var pace = Pace(isWanted: arguments.has("realtime"))
    var record = Record()
    while try source.next(into: &record) {
      try picked.apply(to: &record)
      try pace.wait(for: &record, output)
      try recorder.record(record)
      try output.write(&record)
      guard output.hasReader || recorder.goesOnAlone else { break }
      progress.update(recorder.state)
    }
    recorder.close()
    try output.finish()
    try recorder.finish()
  }
}
