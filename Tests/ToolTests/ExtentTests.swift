import Foundation
import Testing

/// Eight seconds: silence, with a tone of 440 Hz from 2 to 3 s and from 6 s to the end.
private let bursts = (0..<384_000).map { frame -> Float in
  let isSounding = 96_000..<144_000 ~= frame || frame >= 288_000
  return isSounding ? Float(sin(2 * .pi * 440 * Double(frame) / 48_000)) / 2 : 0
}
private let files = ["x.wav": wav(bursts, channels: 1)]

/// A chain, and from where to where the tone is heard in it, as parts of what is heard.
struct Cut: CustomTestStringConvertible, Sendable {
  let chain: String
  let tones: [ClosedRange<Double>]
  var testDescription: String { chain }

  init(_ chain: String, _ tones: ClosedRange<Double>...) {
    (self.chain, self.tones) = (chain, tones)
  }

  static let all = [
    Cut("sm-capture x.wav", 0.25...0.375, 0.75...1),
    Cut("sm-capture x.wav | sm-resample 96k", 0.25...0.375, 0.75...1),
    Cut("sm-capture x.wav | sm-resample 16000", 0.25...0.375, 0.75...1),
    Cut("sm-capture x.wav | sm-effect slow", 0.25...0.375, 0.75...1),
    Cut("sm-capture x.wav | sm-effect fast", 0.25...0.375, 0.75...1),
    Cut("sm-capture x.wav --start 4", 0.5...1),
    Cut("sm-capture x.wav --duration 4", 0.5...0.75),
    Cut("sm-capture x.wav --start 5 --duration 2", 0.5...1),
    Cut("sm-capture x.wav --start 4 | sm-resample 32k", 0.5...1),
    Cut("head -c 768044 x.wav | sm-capture -q 2>&- -", 0.5...0.75),
  ]
}

@Suite struct ExtentTests {
  /// Where the columns that fulfil a condition begin and end.
  private func runs(_ columns: Range<Int>, _ holds: (Int) -> Bool) -> [ClosedRange<Int>] {
    columns.filter(holds).reduce(into: []) { runs, x in
      guard let last = runs.last, last.upperBound == x - 1 else { return runs.append(x...x) }
      runs[runs.count - 1] = last.lowerBound...x
    }
  }

  private func compare(
    _ found: [ClosedRange<Int>], _ cut: Cut, _ plot: ClosedRange<Double>, within limit: Double
  ) {
    let wide = plot.upperBound - plot.lowerBound
    #expect(found.count == cut.tones.count, "\(cut.chain): \(found)")
    for (run, tone) in zip(found, cut.tones) {
      let wanted = (
        plot.lowerBound + wide * tone.lowerBound, plot.lowerBound + wide * tone.upperBound
      )
      #expect(abs(Double(run.lowerBound) - wanted.0) <= limit, "\(cut.chain): \(run), \(wanted)")
      #expect(
        abs(Double(run.upperBound) + 1 - wanted.1) <= limit, "\(cut.chain): \(run), \(wanted)")
    }
  }

  private func image(_ chain: String, _ view: String) throws -> PNGImage {
    let made = try shell("\(chain) | sm-render \(view) -o x.png; cat x.png", files: files)
    return try PNGImage(made.output)
  }

  // A spectrum is 43 ms long: up to 18 of the 824 columns, where two seconds fill them.
  @Test(arguments: Cut.all)
  func `a timeline's axis is what was heard`(cut: Cut) throws {
    let picture = try image(
      "\(cut.chain) | sm-fft --bins --no-pcm", "timeline --fmax 8000 --colors grey")
    let row = Int(504 - 468 * log2(440 / 45.0) / log2(8000 / 45.0))
    let found = runs(56..<880) { x in
      (row - 6...row + 6).contains { picture.pixel(x, $0) & 255 > 160 }
    }
    compare(found, cut, 56...880, within: 20)
  }

  @Test(arguments: Cut.all)
  func `a waveform's axis is what was heard`(cut: Cut) throws {
    let picture = try image(cut.chain, "waveform")
    let found = runs(64..<936) { picture.pixel($0, 210) == 0x7CC6FE }
    compare(found, cut, 64...936, within: cut.chain.contains("effect") ? 12 : 3)
  }

  @Test(arguments: ["timeline", "waveform"])
  func `a piece keeps the times of its source`(view: String) throws {
    let shown = try shell(
      "sm-capture x.wav --start 3 --duration 4 | sm-fft | sm-render \(view) --size 100x20",
      files: files, environment: ["LC_ALL": "C.UTF-8"])
    let labels = (shown.text.split(separator: "\n").last ?? "").split(separator: " ")
      .filter { $0.contains(":") }
    #expect(labels.first == "0:03.0" && labels.last == "0:07.0", "\(labels)")
    #expect(shown.text.prefix(100).contains("0:04.0"))
  }

  @Test func `a trim is counted from the first frame that was heard`() throws {
    let shown = try image("sm-capture x.wav --start 4 --duration 4", "waveform --trim 1:3")
    let marks = (64..<936).filter { shown.pixel($0, 480) == 0xEA6552 }
    #expect(marks.allSatisfy { x in [282, 718].contains { abs($0 - x) <= 2 } } && marks.count == 4)
  }
}
