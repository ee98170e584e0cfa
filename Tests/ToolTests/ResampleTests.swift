import Foundation
import Testing

@Suite struct `sm-resample` {
  @Test(arguments: [
    ("", "say which rate"), ("bogus", "'bogus' is no rate"), ("0", "rates are 1 to 1536000"),
    ("2000k", "rates are 1 to 1536000"), ("48k x.wav", "one rate is enough"),
    ("48k --quality best", "'best' is unknown; one of quick, low"),
    ("48k --phase none", "'none' is unknown; one of linear"),
    ("48k --sinc --steep", "--steep is for the other"),
    ("48k --sinc --quality low", "--quality is for the other"),
    ("48k --quality quick --phase minimum", "has no filter"),
    ("44100.5 --sinc", "whole rates only"), ("48k --to s16", "records hold Float32"),
    ("48k --bogus", "unknown option --bogus"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String)) throws
  {
    try shell("sm-capture --tone --duration 0.1 2>&1 | sm-resample \(one.0)")
      .expectRefusal(2, "sm-resample", one.1)
  }

  @Test(arguments: ["1", "1000k"]) func `a step of more than 256 is refused`(rate: String) throws {
    let source = rate == "1" ? "sm-capture --silence" : "sm-capture --silence -r 2000"
    try shell("\(source) | sm-resample \(rate)").expectRefusal(1, "sm-resample", "factor of 256")
  }

  // MARK: length

  private static let rates = [
    (48_000, 44_100), (44_100, 48_000), (44_100, 44_101), (48_000, 5000), (8000, 192_000),
    (44_100, 44_100), (256, 65_536), (65_536, 256),
  ]

  @Test(arguments: rates, [true, false])
  func `no frame is lost or added`(rate: (from: Int, to: Int), isSinc: Bool) throws {
    let lengths = [0, 1, 2, 7, 1000, 44_101]
    let script = lengths.map { frames in
      "head -c \(8 * frames) /dev/zero | sm-resample \(rate.to) \(isSinc ? "--sinc" : "") "
        + "-r \(rate.from) -c 2 -f f32 | wc -c"
    }
    let outcome = try shell(script.joined(separator: "\n"))
    #expect(outcome.errors == "")
    let wanted = lengths.map { frames in
      let exact = (2 * frames * rate.to + rate.from) / (2 * rate.from)
      return String(8 * (isSinc && frames > 0 ? max(1, exact) : exact))
    }
    #expect(outcome.lines == wanted)
  }

  @Test func `a length that would round to none is promised as one by the sinc`() throws {
    let outcome = try shell(
      "sm-resample 256 --sinc -i a.wav -t wav | cat",
      files: ["a.wav": wav([0.5], channels: 1, rate: 48_000)])
    #expect(outcome.output.suffix(8) == Data(little(4, 4)) + raw([0.5]))
    #expect(outcome.errors == "")
  }

  // MARK: sound

  @Test func `equal rates copy bit for bit`() throws {
    let file = wav(ramp(5000), channels: 2, rate: 44_100)
    for options in ["", "--sinc", "--quality very-high"] {
      let outcome = try shell("sm-resample 44.1k \(options)", input: file)
      #expect(outcome.output.suffix(40_000) == file.suffix(40_000))
      #expect(outcome.errors == "")
    }
  }

  @Test(arguments: [1, 7, 1001]) func `it does not matter how the pipe cuts the bytes`(
    size: Int
  ) throws {
    for options in ["44100", "5000 --sinc", "96k -b 77"] {
      let outcome = try shell(
        "cat > a; sm-resample \(options) -r 48k -c 2 -f f32 < a > b; "
          + "dd bs=\(size) status=none < a | sm-resample \(options) -r 48k -c 2 -f f32 | cmp - b",
        input: raw(ramp(3000)))
      #expect(outcome.status == 0)
      #expect(outcome.text + outcome.errors == "")
    }
  }

  @Test(arguments: ["", "--sinc"]) func `the block changes no sample`(options: String) throws {
    let outcome = try shell(
      "cat > a; for b in 16 77 2048; do sm-resample 44100 \(options) -b $b -r 48k -c 2 -f f32 < a "
        + "> $b; done; cmp 16 77 && cmp 77 2048", input: raw(ramp(5000)))
    #expect(outcome.status == 0)
  }

  @Test func `samples above full scale pass, and integers are limited and counted`() throws {
    // At a quarter of the rate, 45 degrees beside the samples: the peaks are 3 dB above them.
    let samples = (0..<8000).map { Float([1, 1, -1, -1][$0 % 4]) }
    let float = try shell("sm-resample 96k -r 48k -c 1 -f f32", input: raw(samples))
    let values = unsafe float.output.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    let peak = values[4000..<12_000].map(abs).max() ?? 0
    #expect(abs(peak - Float(2).squareRoot()) < 1e-3)
    #expect(float.errors == "")
    let whole = try shell("sm-resample 96k -r 48k -c 1 -f f32 --to s16", input: raw(samples))
    #expect(whole.errors.contains("samples were over full scale"))
    let numbers = unsafe whole.output.withUnsafeBytes {
      unsafe Array($0.bindMemory(to: Int16.self))
    }
    #expect(numbers.max() == 32_767)
    #expect(numbers.min() == -32_768)
  }

  @Test func `odd pairs need no more memory the longer they run`() throws {
    let outcome = try shell(
      "for o in '' --sinc; do sm-capture --silence -c 1 -r 44100 --duration 800 -t raw | "
        + "(ulimit -v 150000; sm-resample 44101 $o -r 44100 -c 1 -f f32) | wc -c; done")
    #expect(outcome.errors == "")
    #expect(outcome.lines == Array(repeating: "\(44_101 * 800 * 4)", count: 2))
  }

  // MARK: records

  @Test func `records keep their block, place, time and source`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --duration 0.5 -r 48k --note x -b 1000 | "
        + "tee a | sm-resample 44100 | sm-render json; sm-render json -i a")
    #expect(outcome.errors == "")
    let objects = try outcome.objects()
    // 22,050 frames in blocks of 1000, and the end; 24 blocks went in.
    let out = objects.prefix(24)
    #expect(objects.count == 24 + 25)
    for (index, object) in out.enumerated() {
      #expect(object["position"] as? Int == min(index * 1000, 22_050))
      #expect(object["frames"] as? Int == (index < 22 ? 1000 : index == 22 ? 50 : 0))
      #expect(object["rate"] as? Int == 44_100)
      let time = try #require(object["time"] as? Double)
      #expect(abs(time - Double(min(index * 1000, 22_050)) / 44_100) < 1e-6)
      #expect(object["source"] as? NSDictionary == objects[24]["source"] as? NSDictionary)
    }
    #expect(out.last?["end"] as? String == "eof")
    let tally = try #require(out[0]["tally"] as? [[String: Any]])
    #expect(tally.map { $0["stage"] as? String } == ["sm-capture", "sm-resample"])
    #expect(tally.map { $0["rate"] as? Int } == [48_000, 44_100])
  }

  @Test func `what was measured before is dropped`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.5 | sm-loudness | sm-resample 44100 | sm-render json")
    let objects = try outcome.objects()
    #expect(objects.allSatisfy { $0["levels"] is NSNull && $0["loudness"] is NSNull })
    let same = try shell(
      "sm-capture --tone --duration 0.5 | sm-loudness | sm-resample 48k | sm-render json"
    ).objects()
    #expect(same.allSatisfy { !($0["levels"] is NSNull) })
  }

  /// A stream of 20 blocks of 480 frames without the fifth and sixth.
  private static let gapped =
    "sm-capture --tone 440 --duration 0.2 -b 480 -c 1 > a; "
    + "n=$(( ($(stat -c %s a) - $(sm-capture --silence --duration 0 -c 1 | wc -c)) / 20 )); "
    + "(head -c $((4 * n)) a; tail -c +$((6 * n + 1)) a) > b; "

  @Test(arguments: ["", "--sinc"]) func `a gap ends a stretch, and time goes on`(
    options: String
  ) throws {
    let outcome = try shell(
      Self.gapped + "sm-resample 8000 \(options) -i b | tee c | sm-render json; "
        + "head -c $((4 * n)) a > d; sm-resample 8000 \(options) -i d 2>/dev/null | "
        + "sm-capture -q -t raw > e 2>/dev/null; sm-capture -t raw --gaps join c | head -c 1280 | "
        + "cmp - e >&2")
    let objects = try outcome.objects()
    let places = objects.map { [$0["position"] as? Int, $0["frames"] as? Int] }
    // 1920 frames, a gap of 960, 6720 frames: 320, 160 and 1120 at 8 kHz.
    #expect(places == [[0, 320], [480, 480], [960, 480], [1440, 160], [1600, 0]])
    #expect(objects.map { $0["gap"] as? Bool } == [false, true, false, false, false])
    // What stood before the gap is what a source that ends there gives.
    #expect(outcome.errors == "")
  }

  @Test func `two sources of different rates become one stream`() throws {
    let outcome = try shell(
      "(sm-capture --tone --duration 1 -r 44100; sm-capture --tone --duration 1 -r 48k) | "
        + "sm-resample 32k | tee a | sm-capture -t wav | wc -c; sm-render json --last -i a")
    #expect(outcome.errors == "")
    let bytes = Int(outcome.lines.first ?? "") ?? 0
    #expect((64_000 * 8)...(64_000 * 8 + 100) ~= bytes)
    #expect(outcome.lines.dropFirst().allSatisfy { $0.contains("\"position\":32000") })
    #expect(outcome.lines.count == 3)
  }

  @Test func `a live source stays live, with its times`() throws {
    let outcome = try shell(
      "sm-capture --realtime --tone --duration 0.4 -b 480 | sm-resample 16k | sm-render json")
    let objects = try outcome.objects()
    #expect(objects.allSatisfy { $0["live"] as? Bool == true })
    #expect(objects.last?["position"] as? Int == 6400)
    let style = ISO8601DateFormatter()
    style.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let times = objects.dropLast().compactMap { object -> Double? in
      guard let text = object["utc"] as? String else { return nil }
      return style.date(from: text)?.timeIntervalSince1970
    }
    #expect(times.count == objects.count - 1)
    let positions = objects.map { Double($0["position"] as? Int ?? 0) / 16_000 }
    for index in times.indices {
      #expect(abs(times[index] - times[0] - positions[index]) < 0.1)
    }
  }

  @Test func `a container answers its like`() throws {
    let heads = try ["wav": "RIFF", "au": ".snd"].map { kind, head in
      let outcome = try shell("sm-capture --tone -t \(kind) | sm-resample 44100 | head -c 4")
      return outcome.text == head
    }
    #expect(heads == [true, true])
    // A length that is known stays known, and is the new one.
    let sized = try shell(
      "sm-resample 44100 < a.wav | cat", files: ["a.wav": wav(ramp(4800), channels: 2)])
    let all = sized.output.count
    #expect(sized.output.range(of: Data("data".utf8) + Data(little(4410 * 8, 4))) != nil)
    #expect(Data(sized.output[4..<8]) == Data(little(all - 8, 4)))
  }

  @Test func `records without sound are refused`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.2 | sm-loudness --no-pcm | sm-resample 44100 > a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("hold no sound to resample"))
  }
}
