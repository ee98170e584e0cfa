// sm-resample: another sample rate.  See man/man1/sm-resample.1.

import Resampling
import SampleIO

@main
struct Resample: Tool {
  static let summary = "change the sample rate of a stream"
  static let operands = "RATE"
  static let expectedOperands: Expected? = .rates
  static let options =
    Option.input + Option.output + [
      Option(
        "quality", nil, "NAME", "quick, low, medium, high (default) or very-high",
        .words(ResamplingQuality.Level.allCases.map(\.rawValue))),
      Option(
        "phase", nil, "NAME", "linear (default), intermediate or minimum",
        .words(ResamplingQuality.Phase.allCases.map(\.rawValue))),
      Option("steep", nil, nil, "pass 99 % of the lower Nyquist frequency, not 91 %"),
      Option("sinc", nil, nil, "the windowed sinc that the transmitter's files are made with"),
    ]

  static var libraries: [String] { [Resampler.version] }

  static func run(_ arguments: Arguments) throws {
    let request = try ResampleRequest(arguments)
    var input = StreamInput(try InputRequest(arguments))
    var output = try StreamOutput(.likeInput(arguments), for: &input)
    var stage = ResampleStage(request)
    var record = Record()
    while try input.next(into: &record) {
      try stage.take(&record) { try output.write(&$0) }
    }
    try output.finish()
  }
}
