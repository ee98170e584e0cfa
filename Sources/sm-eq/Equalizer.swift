// sm-eq: equalizer.  A stream in, the same kind of stream out.  See man/man1/sm-eq.1.

import Presets
import SampleIO

@main
struct Equalizer: Tool {
  static let summary = "equalize a stream: fourteen bands for two sides, or the presets people have"
  static let operands = "[FILTER ...]"
  static let options = Option.input + Option.output + filters + presets + extras

  static let filters = [
    Option("left", nil, "GAINS", "fourteen gains for the left, dB: 0,3,…"),
    Option("right", nil, "GAINS", "fourteen gains for the right"),
    Option("gains", nil, "GAINS", "fourteen gains for both"),
    Option("band", nil, "BAND", "one gain, such as 1k=3, or L:1k=3 for one side", repeats: true),
    Option("bandwidth", nil, "OCTAVES", "how wide the bands are, 0.05 to 5 (1)"),
    Option("q", nil, "Q", "the same as a quality, 0.18 to 28.85"),
    Option("channel-map", nil, "SIDES", "which side drives each channel: L,R,L,- (L,R,L,R …)"),
    Option(
      "preamp", nil, "DB", "gain of all channels, or auto: no frequency above 0 dB",
      .words(["auto"])),
    Option(
      "design", nil, "DESIGN", "matched to the analogue response, or rbj as most programs",
      .words(FilterDesign.allCases.map(\.rawValue))),
    Option(
      "limit", nil, "DB", "mute a block more than so far over full scale, or off", .words(["off"])),
  ]

  static let presets = [
    Option(
      "preset", "p", "PRESET", "a file, or a name in the presets folder", names, repeats: true),
    Option(
      "ls-means", nil, "MEANING", "the frequency of LS and HS: corner, centre or auto (auto)",
      .words(ShelfMeaning.allCases.map(\.rawValue))),
    Option("strict", nil, nil, "a line that is not understood is an error"),
    Option("check", nil, nil, "print the filters as they are understood, and exit"),
    Option("save", nil, "NAME", "keep what is asked for as a preset, and exit"),
    Option("list", nil, nil, "print the names of the presets, and exit"),
    Option("show", nil, "NAME", "print a preset, and exit", names),
    Option(
      "watch", nil, nil, "take the preset anew when its file changes; SIGHUP does at any time"),
  ]

  private static let names = Expected.printed(by: "sm-eq --list")

  static let extras = [
    Option("bands", nil, nil, "print the fourteen bands, and exit"),
    Option("response", nil, nil, "write the frequency response as a record, and exit"),
    Option("response-text", nil, nil, "print the frequency response, Hz and dB, and exit"),
    Option("mixer", nil, nil, "sliders on the terminal while the sound flows through"),
  ]

  static func run(_ arguments: Arguments) throws {
    let request = try EqualizerRequest(arguments)
    if try EqualizerAnswers.give(arguments, request) { return }
    var input = StreamInput(try InputRequest(arguments))
    Attention.watchForReloadRequests()
    var output = try StreamOutput(request.output, for: &input)
    var stage = try EqualizerStage.open(request)
    if let companion = stage.companion { output.accompany(companion) }
    var record = Record()
    while try input.next(into: &record) {
      try stage.process(&record)
      try output.write(&record)
    }
    try output.finish()
    stage.finish()
  }
}
