// sm-effect: slow, fast, high, low, echo and reverb.  See man/man1/sm-effect.1.

import SampleIO
import Stretching

@main
struct Effect: Tool {
  static let summary = "change tempo and pitch of a stream, and add echo and reverb"
  static let operands = "[EFFECT ...]"
  static var expectedOperands: Expected? { .words(EffectRequest.words) }
  static var libraries: [String] { [Stretcher.version] }
  static let options =
    Option.input + Option.output + [
      Option(
        "tempo", nil, "RATIO", "so much faster at the same pitch, 0.1 to 10; slow is 0.5, fast 1.5"),
      Option("pitch", nil, "CENTS", "so much higher at the same tempo; high is 1000, low -1000"),
      Option(
        "echo", nil, "DELAY:DECAY:MIX", "seconds, what is left of each repeat, part (0.3:0.5:0.5)"),
      Option("reverb", nil, "SECONDS:MIX", "time to fall by 60 dB, part of the result (6:0.5)"),
      Option("formant", nil, nil, "a voice keeps its vowels while its pitch changes"),
      Option("fast", nil, nil, "change tempo and pitch with less work and less quality"),
      Option("no-tail", nil, nil, "end with the sound, not when echo and reverb have died away"),
    ]

  static func run(_ arguments: Arguments) throws {
    let request = try EffectRequest(arguments)
    var input = StreamInput(try InputRequest(arguments))
    var output = try StreamOutput(.likeInput(arguments), for: &input)
    var stage = EffectStage(request)
    var record = Record()
    while try input.next(into: &record) {
      try stage.take(&record) { try output.write(&$0) }
    }
    try output.finish()
  }
}
