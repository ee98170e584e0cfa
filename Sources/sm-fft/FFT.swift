// sm-fft: the spectrum of a stream, and its beat.  See man/man1/sm-fft.1.

import Analysis
import DSP
import Fourier
import SampleIO

@main
struct FFT: Tool {
  static let summary = "measure spectrum and beat; write records with SPEC and BEAT"
  static let operands = ""
  static let options =
    Option.input + Option.records + [
      Option("length", "n", "SAMPLES", "of a transform, an even number, 64 to 65536 (2048)"),
      Option(
        "window", nil, "NAME", "hann, hamming, blackman-harris, flattop or rectangular (hann)",
        .words(Window.allCases.map(\.name))),
      Option("hop", nil, "FRAMES", "from spectrum to spectrum; unless given, one a record"),
      Option(
        "fold", nil, "SIGNAL", "mean, left, right, side, each or a channel's number (mean)",
        .words(Fold.words)),
      Option("range", nil, "LO:HI", "where the bands begin and end, Hz (45:16000)"),
      Option("bands", nil, "COUNT", "how many bands, 1 to 1024 (64)"),
      Option("bins", nil, nil, "add the level of every bin"),
      Option("pad", nil, "FACTOR", "bins so many times as close, by zeros: 1, 2, 4, 8 or 16 (1)"),
      Option("density", nil, nil, "show bands in dBFS/√Hz, where white noise is flat"),
      Option("a4", nil, "HZ", "the pitch of A4 (440)"),
      Option("hold", nil, "SECONDS", "how long a held band stands (1.5)"),
      Option("decay", nil, "DB", "how fast it falls then, dB a second (20)"),
      Option("measure", nil, nil, "let FFTW try for the fastest plan; last digits may differ"),
      Option("no-pcm", nil, nil, "let the records go on without their sound"),
    ]

  static var libraries: [String] { [RealTransform.version] }

  static func run(_ arguments: Arguments) throws {
    let request = try SpectrumRequest(arguments)
    var input = try StreamInput(arguments)
    var output = try StreamOutput(.records(arguments), for: &input)
    var stage = SpectrumStage(request)
    Attention.watchForSessionRequests()
    var record = Record()
    while try input.next(into: &record) {
      try stage.measure(&record) { try output.write(&$0) }
      try output.write(&record)
    }
    try output.finish()
  }
}
