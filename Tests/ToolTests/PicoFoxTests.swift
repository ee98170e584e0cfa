import Foundation
import Testing

/// The canonical file of the transmitter.
func deviceFile(_ samples: [Int], rate: Int = 5000) -> Data {
  wav(samples, channels: 1, rate: rate)
}

/// Samples of such a file.
func deviceSamples(_ file: Data) -> [Int] {
  let data = Array(file.dropFirst(44))
  return stride(from: 0, to: data.count - 1, by: 2).map { index in
    Int(Int16(bitPattern: UInt16(data[index]) | UInt16(data[index + 1]) << 8))
  }
}

/// The factory's file: its header promises 12,000 bytes more than there are.
func factoryFile() -> Data {
  var file = deviceFile((0..<144_000).map { $0 * 31 % 20_001 - 10_000 })
  file.replaceSubrange(4..<8, with: Data(little(300_036, 4)))
  file.replaceSubrange(40..<44, with: Data(little(300_000, 4)))
  return file
}

@Suite struct `sm-render picofox` {
  private func export(_ file: Data, _ options: String = "") throws -> Outcome {
    try shell("sm-render picofox -o - \(options) -i a.wav", files: ["a.wav": file])
  }

  private static let noise: [Float] = {
    var state: UInt64 = 1
    return (0..<20_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / 4_294_967_296
    }
  }()

  @Test(arguments: [
    ("", "say where to: picofox -o"), ("-o - --bits 16", "--bits goes with wav and preview"),
    ("-o x.wav --force", "--force goes with wav and preview"),
    ("-o - --profile x", "'x' is unknown"),
    ("-o - --trim 2", "START:END"), ("-o - --trim 2:1", "START:END"),
    ("-o - --trim=-1:1", "START:END"), ("-o - --speech --gain 1", "--speech is --normalize"),
    ("-o - --fade-in x", "'x' is not a number"), ("-o - --gain 500", "outside -120 to 120"),
    ("-o - --yes", "--yes goes with --default"), ("-o - --expect a", "not with -o -"),
    ("-o - --default --gain 1", "is what it is"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String)) throws
  {
    try shell("sm-capture --tone --duration 0.1 2>&1 | sm-render picofox \(one.0)")
      .expectRefusal(2, "sm-render", one.1)
  }

  // MARK: the file

  @Test(arguments: ["picofox", "picofox-8k"]) func `the file is 44 bytes and samples`(
    profile: String
  ) throws {
    let rate = profile == "picofox" ? 5000 : 8000
    for frames in [1, 2, 7, 1000, 10_000] {
      let outcome = try export(
        wav(Array(Self.noise.prefix(frames)), channels: 1), "--profile \(profile)")
      #expect(outcome.errors == "")
      let samples = deviceSamples(outcome.output)
      #expect(samples.count == max(1, (2 * frames * rate + 48_000) / 96_000))
      #expect(outcome.output == deviceFile(samples, rate: rate))
    }
  }

  @Test func `the samples are the kernel's definition, to a step`() throws {
    for rate in [48_000, 44_100, 22_050] {
      let ratio = 5000.0 / Double(rate)
      let (cutoff, radius) = (ratio * 0.94, (20 / (ratio * 0.94)).rounded(.up))
      let samples = deviceSamples(
        try export(wav(Self.noise, channels: 1, rate: rate)).output)
      #expect(samples.count == Int((20_000 * ratio).rounded()))
      var worst = 0
      for (frame, sample) in samples.enumerated() {
        let centre = Double(frame) / ratio
        var (sum, weights) = (0.0, 0.0)
        for index in max(0, Int(centre - radius))...min(19_999, Int(centre + radius)) {
          let distance = Double(index) - centre
          guard abs(distance) < radius else { continue }
          let x = Double.pi * cutoff * distance
          let weight = (x == 0 ? 1 : sin(x) / x) * (0.5 + 0.5 * cos(.pi * distance / radius))
          sum += weight * Double(Self.noise[index])
          weights += weight
        }
        worst = max(worst, abs(sample - Int((sum / weights * 32_767).rounded())))
      }
      #expect(worst <= 1)
    }
  }

  @Test func `the device's own file goes through byte for byte`() throws {
    let file = deviceFile((0..<5000).map { $0 * 6151 % 65_536 - 32_768 })
    #expect(try export(file).output == file)
    let piped = try shell("sm-capture a.wav | sm-render picofox -o -", files: ["a.wav": file])
    #expect(piped.output == file)
    // Edited it is no longer what it was.
    #expect(try export(file, "--gain -1").output != file)
    #expect(try export(file, "--profile picofox-8k").output.count == 44 + 16_000)
  }

  @Test func `the factory's file is read as what it is, and no other`() throws {
    let file = factoryFile()
    let outcome = try export(file)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output == deviceFile(deviceSamples(file)))
    for broken in [file.dropLast(), file + [0], file.dropLast(2)] {
      let refused = try shell(
        "sm-render picofox -o x.wav -i a.wav; s=$?; ls; exit $s", files: ["a.wav": Data(broken)])
      #expect(refused.status == 1)
      #expect(refused.text == "a.wav\n")
    }
  }

  // MARK: limits

  @Test(arguments: [
    ("-r 48000 -c 8", 4800, ""), ("-r 48000 -c 9", 4800, "9 channels; at most 8"),
    ("-r 1000 -c 1", 4800, ""), ("-r 999 -c 1", 4800, "999 Hz; whole rates from 1000"),
    ("-r 192000 -c 1", 4800, ""), ("-r 192001 -c 1", 4800, "192001 Hz; whole rates"),
    ("-r 1000 -c 1", 600_000, ""), ("-r 1000 -c 1", 600_001, "600.001 s of sound; at most ten"),
    ("-r 192000 -c 1 -f u8", 12_000_000, ""),
    ("-r 192000 -c 1 -f u8", 12_000_001, "12000001 frames; at most 12000000"),
    ("-r 48000 -c 8 -f f64", 1_048_576, ""),
    ("-r 48000 -c 8 -f f64", 1_048_577, "67108928 bytes; at most 64 MB (67108864 bytes)"),
  ]) func `each limit holds, and one more is refused`(one: (String, Int, String)) throws {
    let bytes = one.0.contains("u8") ? 1 : one.0.contains("f64") ? 8 : 4
    let channels = Int(one.0.split(separator: " ")[3]) ?? 1
    let outcome = try shell(
      "truncate -s \(one.1 * channels * bytes) a; sm-render picofox -o x.wav \(one.0) -i a; s=$?; "
        + "ls | grep -v '^a$'; exit $s")
    #expect(outcome.status == (one.2.isEmpty ? 0 : 1))
    #expect(outcome.text == (one.2.isEmpty ? "x.wav\n" : ""))
    #expect(one.2.isEmpty || outcome.errors.contains(one.2))
    #expect(outcome.errors.isEmpty == one.2.isEmpty)
  }

  @Test func `a pipe without end is refused when the limit is passed`() throws {
    let outcome = try shell(
      "cat /dev/zero | sm-render picofox -o x.wav -r 192k -c 1; s=$?; ls; exit $s")
    outcome.expectRefusal(1, "sm-render", "more than 12000000 frames")
  }

  // MARK: edits

  @Test func `opposite channels cancel, and silence stays silence`() throws {
    let opposite = Self.noise.prefix(9600).flatMap { [$0, -$0] }
    for file in [wav(opposite, channels: 2), wav([Float](repeating: 0, count: 9600), channels: 1)] {
      for options in ["", "--normalize", "--speech --fade-in 0.01", "--gain 40"] {
        let outcome = try export(file, options)
        #expect(outcome.errors == "")
        #expect(outcome.output == deviceFile([Int](repeating: 0, count: 1000)))
      }
    }
  }

  @Test(arguments: [
    ("0:1", 1, 0..<5000), ("0.2:0.4", 1, 1000..<2000), ("0.5:", 1, 2500..<5000),
    (":0.1", 1, 0..<500), ("0:0.0002", 1, 0..<1), ("0.9998:1", 1, 4999..<5000),
  ]) func `trimming keeps a part, its end not`(one: (String, Int, Range<Int>)) throws {
    let samples = (0..<5000).map { $0 * 7 % 20_001 - 10_000 }
    let outcome = try export(deviceFile(samples), "--trim \(one.0)")
    // The part is scaled by 32767 / 32768.
    let wanted = samples[one.2].map { Int((Double($0) / 32_768 * 32_767).rounded()) }
    #expect(deviceSamples(outcome.output) == wanted)
  }

  @Test(arguments: [
    ("0:1.0002", "the sound is 1.000000 s long"), ("1:", "the sound is 1.000000 s long"),
    ("3:4", "the sound is 1.000000 s long"), ("0.5:0.50005", "at least one frame has to stay"),
  ]) func `a part that is not there is refused`(one: (String, String)) throws {
    try export(deviceFile([Int](repeating: 1, count: 5000)), "--trim \(one.0)")
      .expectRefusal(1, "sm-render", one.1)
  }

  @Test func `gain is the same for all samples, and never flattens a peak`() throws {
    let samples = (0..<5000).map { Int(12_000 * sin(Double($0) * 0.1)) }
    let top = Double(samples.max() ?? 0) / 32_768
    for (options, factor) in [
      ("--gain -6", pow(10, -0.3)), ("--gain 3", pow(10, 0.15)), ("--normalize", 0.95 / top),
      ("--normalize --gain -6", 0.95 / top * pow(10, -0.3)),
      ("--speech", 0.95 / top * pow(10, -0.3)),
      ("--gain 20", 1 / top), ("--normalize --gain 1", 1 / top),
    ] {
      let outcome = try export(deviceFile(samples), options)
      let worst = zip(deviceSamples(outcome.output), samples).map { sample, was in
        abs(Double(sample) - Double(was) / 32_768 * factor * 32_767)
      }.max()
      #expect(worst ?? 9 < 0.51, "\(options)")
      let isProtected = factor == 1 / top
      #expect(outcome.errors.isEmpty == !isProtected)
      if isProtected { #expect(outcome.errors.contains("all of it is 8.7")) }
    }
  }

  @Test func `fades are linear, over half the sound at most`() throws {
    let flat = deviceFile([Int](repeating: 16_384, count: 1000))
    let samples = deviceSamples(try export(flat, "--fade-in 0.02 --fade-out 0.04").output)
    let full = 16_383.5
    for frame in 0..<1000 {
      let wanted = full * min(1, Double(frame) / 100, Double(999 - frame) / 200)
      #expect(abs(Double(samples[frame]) - wanted) <= 1)
    }
    let short = deviceSamples(try export(flat, "--fade-in 9 --fade-out 9").output)
    #expect(abs(Double(short[250]) - full / 2) <= 1)
    #expect(abs(Double(short[749]) - full / 2) <= 1)
  }

  @Test func `what overshoots makes all of it softer`() throws {
    let square = (0..<48_000).map { Float($0 / 60 % 2 == 0 ? 1 : -1) }
    let outcome = try export(wav(square, channels: 1))
    let samples = deviceSamples(outcome.output)
    #expect(samples.map(abs).max() == 32_767)
    #expect(samples.count { abs($0) == 32_767 } < samples.count / 10)
    #expect(outcome.errors.contains("dB softer"))
  }

  // MARK: preview

  @Test func `a preview is what it will sound like`() throws {
    let tones = try [1000, 3000].map { tone -> [Double] in
      let line =
        "sm-capture --tone \(tone) --level -6 --duration 2 > a; for o in '' --as-device; do "
        + "sm-render preview $o < a > x; head -c 4 x >&2; sm-loudness -i x | "
        + "sm-render csv --fields position,rate,channels,loudness.momentary_max --last | tail -1; done"
      let outcome = try shell(line)
      #expect(outcome.errors == "RIFFRIFF")
      #expect(outcome.lines.allSatisfy { $0.hasPrefix("96000,48000,1,") })
      return outcome.lines.map { Double($0.split(separator: ",").last ?? "") ?? -99 }
    }
    // One channel of a sine of −6 dBFS; K-weighting adds 3 dB from 1 to 3 kHz.
    #expect(abs(tones[0][0] - -9.01) < 0.1)
    #expect(abs(tones[0][1] - tones[0][0]) < 0.1)
    #expect(tones[1][1] < tones[1][0] - 60 || tones[1][1] == -99)
  }

  @Test func `a preview has the same edits and changes nothing`() throws {
    let outcome = try shell(
      "sm-capture --noise pink --duration 2 > a; o='--trim 0.5:1.5 --speech --fade-out 0.2'; "
        + "sm-render picofox -o x.wav $o < a; sm-render preview $o -o y.wav < a; "
        + "sm-render preview --as-device $o --bits float < a > z.wav; sm-render picofox -o - $o < a | "
        + "cmp - x.wav; sm-capture x.wav | sm-resample 48k --sinc | sm-render compare z.wav "
        + "--tolerance -80; sm-capture y.wav | sm-resample 5k --sinc | "
        + "sm-render compare x.wav --tolerance -60; sm-render preview -o y.wav < a; ls")
    #expect(
      outcome.lines.filter { $0.hasPrefix("first difference over the tolerance: none") }.count == 2)
    #expect(
      outcome.errors == "sm-render: y.wav: there is such a file; choose another name, or "
        + "replace it with --force\n")
    #expect(outcome.lines.suffix(4) == ["a", "x.wav", "y.wav", "z.wav"])
  }
}
