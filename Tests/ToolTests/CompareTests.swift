import Foundation
import Testing

@Suite struct `sm-render compare` {
  @Test(arguments: [
    ("compare", 2, "needs one file"), ("compare a b", 2, "needs one file"),
    ("compare nope.wav", 1, "nope.wav: open"), ("compare a.wav --tolerance x", 2, "'x' is not a"),
  ]) func `a wrong command line is refused`(one: (String, Int32, String)) throws {
    try shell("sm-capture --tone --duration 0.1 | sm-render \(one.0)")
      .expectRefusal(one.1, "sm-render", one.2)
  }

  private func compare(
    _ stream: Data, _ file: Data, _ options: String = ""
  ) throws -> Outcome {
    try shell(
      "sm-render compare b.wav \(options) < a.wav", files: ["a.wav": stream, "b.wav": file])
  }

  @Test(arguments: ["", "--align", "--tolerance -90"])
  func `of what could not be read nothing is compared`(options: String) throws {
    let made = "sm-capture --noise white --duration 1 -c 1 -t wav >b.wav; "
    let none = try shell(
      made + "sm-capture no.wav gone.wav 2>&- | sm-render compare b.wav \(options)")
    #expect(none.status == 1 && none.output.isEmpty && none.errors == "")
    let late = "{ head -c 58 b.wav; head -c 8820 /dev/zero; tail -c +59 b.wav; } >late.wav; "
    let some = try shell(
      made + late + "sm-capture no.wav late.wav 2>&- | sm-render compare b.wav --align")
    #expect(some.status == 1)
    #expect(some.text.contains("delay: 2205 frames"))
  }

  @Test func `equal streams are equal, in every container`() throws {
    let outcome = try shell(
      "sm-capture --noise pink --duration 3 > a; for t in wav au records; do "
        + "sm-capture a -t $t | sm-render compare a; done")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      Array(outcome.lines.prefix(6)) == [
        "frames: 144000 in the stream, 144000 in the file, 144000 compared",
        "first difference: none", "largest difference: none", "SNR: infinite",
        "level difference: 0.00 dB", "delay: 0 frames (0.000000 s), correlation 1.0000",
      ])
    #expect(outcome.lines.count == 18)
  }

  @Test func `the first and the largest difference are found`() throws {
    let one = ramp(5000)
    var other = one
    other[2 * 1000] += 0.001
    other[2 * 3000 + 1] += 0.01
    let outcome = try compare(wav(other, channels: 2), wav(one, channels: 2))
    #expect(outcome.status == 1)
    #expect(outcome.lines[1] == "first difference: frame 1000 (0.020833 s), channel 1")
    #expect(
      outcome.lines[2] == "largest difference: -40.00 dBFS, frame 3000 (0.062500 s), channel 2")
    let energy = one.reduce(0) { $0 + Double($1) * Double($1) }
    let noise = 10 * log10(energy / (0.001 * 0.001 + 0.01 * 0.01))
    let said = outcome.lines[3].split(separator: " ")[1]
    #expect(abs((Double(said) ?? 0) - noise) < 0.01)
    #expect(outcome.errors.hasPrefix("sm-render: b.wav: differs by up to -40.00 dBFS, first at"))
  }

  @Test func `with a tolerance the first difference is the first over it`() throws {
    let samples = ramp(500)
    var other = samples
    other[77] -= 0.01
    let outcome = try compare(
      wav(other, channels: 2), wav(samples, channels: 2), "--tolerance -39.9")
    #expect(outcome.lines[1] == "first difference over the tolerance: none")
    #expect(outcome.lines[2].hasPrefix("largest difference: -40.00 dBFS, frame 38 "))
  }

  @Test(arguments: [("-39.9", 0), ("-40.1", 1), ("-20", 0)])
  func `the tolerance decides`(one: (String, Int32)) throws {
    let samples = ramp(500)
    var other = samples
    other[77] -= 0.01
    let outcome = try compare(
      wav(other, channels: 2), wav(samples, channels: 2), "--tolerance \(one.0)")
    #expect(outcome.status == one.1)
    #expect(outcome.errors.isEmpty == (one.1 == 0))
  }

  @Test func `another length is a difference`() throws {
    let long = wav(ramp(500) + [Float](repeating: 0, count: 20), channels: 2)
    let short = wav(ramp(500), channels: 2)
    for (one, other) in [(long, short), (short, long)] {
      let outcome = try compare(one, other)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("b.wav: "))
      #expect(outcome.lines[0].contains("510") && outcome.lines[0].contains("500"))
      #expect(try compare(one, other, "--tolerance -90").status == 0)
    }
  }

  @Test(arguments: [-30_000, -777, 0, 1, 480, 40_000])
  func `a delay is found to the frame, and taken away`(delay: Int) throws {
    let line =
      "sm-capture --noise white --seed 3 --duration 3 -c 1 -t raw > n; "
      + "(head -c \(4 * max(delay, 0)) /dev/zero; tail -c +\(4 * max(-delay, 0) + 1) n) > d; "
      + "sm-render compare n -r 48k -c 1 -f f32 --align -i d"
    let outcome = try shell(line)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines[2] == "largest difference: none")
    #expect(outcome.lines[5].hasPrefix("delay: \(delay) frames"))
  }

  @Test func `level and polarity are told apart`() throws {
    let samples = ramp(20_000)
    let outcome = try compare(wav(samples.map { -$0 / 2 }, channels: 2), wav(samples, channels: 2))
    #expect(outcome.lines[4] == "level difference: -6.02 dB")
    #expect(outcome.lines[5].hasSuffix("correlation -1.0000"))
  }

  @Test func `silence has no ratio and no delay`() throws {
    let silence = wav([Float](repeating: 0, count: 2000), channels: 2)
    let outcome = try compare(silence, silence)
    #expect(outcome.status == 0)
    #expect(outcome.lines[3] == "SNR: no value, both are silent")
    #expect(outcome.lines[5] == "delay: unknown, one of them is silent")
    #expect(try compare(silence, wav(ramp(1000), channels: 2)).status == 1)
  }

  @Test func `another rate or other channels are refused with both values`() throws {
    let file = wav(ramp(500), channels: 2)
    for other in [wav(ramp(500), channels: 2, rate: 44_100), wav(ramp(500), channels: 1)] {
      let outcome = try compare(other, file)
      outcome.expectRefusal(1, "sm-render", "48000 Hz, 2 channels; the stream has")
    }
  }

  @Test func `a gap counts as silence`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --duration 0.2 -b 480 -c 1 > a; "
        + "n=$(( ($(stat -c %s a) - $(sm-capture --silence --duration 0 -c 1 | wc -c)) / 20 )); "
        + "(head -c $((4 * n)) a; tail -c +$((6 * n + 1)) a) | sm-render compare a")
    #expect(outcome.lines[0] == "frames: 9600 in the stream, 9600 in the file, 9600 compared")
    #expect(outcome.status == 1)
  }

  @Test func `two pipes can be compared`() throws {
    let outcome = try shell(
      "sm-render compare <(sm-capture --sweep --duration 2) -i <(sm-capture --sweep --duration 2)")
    #expect(outcome.status == 0)
  }
}
