import Foundation
import Testing

@testable import SampleIO

@Suite struct `sm-effect` {
  @Test(arguments: [
    ("softer", "'softer' is no effect; there are slow, fast, high"),
    ("x.wav", "a file is read with -i FILE"),
    ("slow fast", "slow and fast: there is one tempo"),
    ("slow --tempo 2", "slow and --tempo"), ("high low", "high and low: there is one pitch"),
    ("--tempo 0", "--tempo: 0 is outside 0.1 to 10"), ("--tempo quick", "not a number"),
    ("--pitch 2401", "outside -2400 to 2400 cents"),
    ("slow --formant", "--formant: there is no pitch"), ("reverb --fast", "neither is"),
    ("--echo 0", "--echo: 0 is outside 0.001 to 5 s"),
    ("--echo 0.3:50:0.5", "50 is outside 0 to 0.95; 0.5 is the same as 50%"),
    ("--echo 1:0.5:0.5:0.5", "more than 3 numbers; such as 0.3:0.5:0.5"),
    ("--echo :0.5", "'' is not a number"), ("--reverb 6:half", "'half' is not a number"),
    ("--reverb 60", "60 is outside 0.1 to 30 s"), ("--reverb 6:101%", "outside 0 to 1"),
    ("slow --to s16", "records hold Float32"), ("--bogus", "unknown option --bogus"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String)) throws
  {
    try shell("sm-capture --tone --duration 0.1 2>&1 | sm-effect \(one.0)")
      .expectRefusal(2, "sm-effect", one.1)
  }

  // MARK: sound

  @Test(arguments: [("high", 783.99), ("low", 246.94), ("--pitch=1000 --fast", 783.99)])
  func `440 Hz and 1,000 cents are 783.99 Hz, and the length stays`(
    one: (words: String, hertz: Double)
  ) throws {
    let outcome = try shell(
      "sm-capture --tone 440 --duration 3 -c 1 | sm-effect \(one.words) > a; "
        + "sm-fft -n 32768 --no-pcm -i a | sm-render json | sed -n 60p; "
        + "sm-render json --last -i a")
    #expect(outcome.errors == "")
    let objects = try outcome.objects()
    try #require(objects.count == 2)
    let spectrum = try #require(objects[0]["spectrum"] as? [String: Any])
    let component = try #require((spectrum["components"] as? [[String: Any]])?.first)
    let found = try #require(component["frequency"] as? Double)
    #expect(abs(found - one.hertz) < 0.5)
    #expect(objects[1]["position"] as? Int == 144_000)
  }

  @Test(arguments: [
    "", "--tempo 1", "--pitch 0 --formant", "--echo 1:0.5:0", "--reverb 6:0%", "--tempo 1 --fast",
  ]) func `what changes nothing copies bit for bit`(options: String) throws {
    let file = wav(ramp(5000), channels: 2, rate: 44_100)
    let outcome = try shell("sm-effect \(options)", input: file)
    #expect(outcome.output.suffix(40_000) == file.suffix(40_000))
    #expect(outcome.errors == "")
    let same = try shell(
      "sm-capture --demo --duration 1 | sm-loudness | tee a | sm-effect \(options) > b; "
        + "for i in a b; do sm-capture -t raw $i | md5sum; done; "
        + "sm-render csv -i b --fields loudness.momentary | tail -1")
    #expect(same.errors == "")
    try #require(same.lines.count == 3)
    #expect(same.lines[0] == same.lines[1])
    #expect(Double(same.lines[2]) != nil)
  }

  static let effects = ["slow", "high --fast", "echo", "reverb", "--tempo 1.3 low echo reverb"]

  @Test(arguments: [1, 7, 1001], effects) func `it does not matter how the pipe cuts the bytes`(
    size: Int, effects: String
  ) throws {
    let outcome = try shell(
      "cat > a; sm-effect \(effects) --no-tail -r 48k -c 2 -f f32 < a > b; dd bs=\(size) "
        + "status=none < a | sm-effect \(effects) --no-tail -r 48k -c 2 -f f32 | cmp - b",
      input: raw(ramp(3000)))
    #expect(outcome.status == 0)
    #expect(outcome.text + outcome.errors == "")
  }

  @Test(arguments: effects) func `the block changes no sample`(effects: String) throws {
    let outcome = try shell(
      "cat > a; for b in 16 77 2048; do sm-effect \(effects) -b $b -r 48k -c 2 -f f32 < a > $b; "
        + "done; cmp 16 77 && cmp 77 2048", input: raw(ramp(20_000)))
    #expect(outcome.status == 0)
    #expect(outcome.text + outcome.errors == "")
  }

  @Test func `the order is time, echo, reverb, whatever the command line's`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 1 > a; sm-effect reverb echo slow -i a > b; "
        + "sm-effect slow --no-tail -i a | sm-effect echo --no-tail | sm-effect reverb --no-tail > c; "
        + "sm-effect slow echo reverb --no-tail -i a | sm-render compare c; "
        + "sm-effect slow echo reverb -i a | cmp - b")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test func `an impulse becomes itself and its echoes`() throws {
    let input = raw([1] + [Float](repeating: 0, count: 99))
    let outcome = try shell(
      "sm-effect --echo 0.05:50%:0.25 -r 1000 -c 1 -f f32 | od -An -v -t f4 -w4", input: input)
    let values = outcome.lines.compactMap { Float($0.trimmingCharacters(in: .whitespaces)) }
    // 100 frames and ten repeats, of which the last 50 frames fade
    #expect(values.count == 600)
    for (frame, value) in values.enumerated().prefix(550) {
      let wanted: Float =
        frame == 0 ? 0.75 : frame % 50 == 0 ? 0.25 * exp2(1 - Float(frame / 50)) : 0
      #expect(abs(value - wanted) < 1e-6)
    }
  }

  // MARK: length

  @Test func `no frame is lost or added`() throws {
    for (options, tempo) in [
      ("slow", 0.5), ("fast", 1.5), ("low", 1), ("--tempo 0.937 --fast", 0.937),
    ] {
      let lengths = [0, 1, 2, 7, 1000, 44_101]
      let script = lengths.map {
        "head -c \(8 * $0) /dev/zero | sm-effect \(options) -r 44100 -c 2 -f f32 | wc -c"
      }
      let outcome = try shell(script.joined(separator: "\n"))
      #expect(outcome.errors == "")
      #expect(outcome.lines == lengths.map { String(8 * Int((Double($0) / tempo).rounded())) })
    }
  }

  @Test func `a tail is kept, unless it is not wanted`() throws {
    let outcome = try shell(
      "for o in 'echo' 'reverb --no-tail' 'slow --reverb 1' '--echo 5:0.95'; do "
        + "sm-capture --tone --duration 1 -c 1 -r 8000 | sm-effect $o | "
        + "sm-render csv --last --fields position | tail -1; done")
    // 10 repeats of 0.3 s; 1 s and what lies before; no more than two minutes
    #expect(outcome.lines == ["32000", "8000", "\(16_000 + 8788)", "968000"])
    #expect(outcome.errors == "")
    let empty = try shell("sm-effect reverb echo -r 48k -c 2 -f f32 | wc -c")
    #expect(empty.lines == ["0"])
  }

  @Test func `a tail dies away and ends without a step`() throws {
    let outcome = try shell(
      "sm-capture --noise white --level -12 --duration 1 -c 1 | sm-effect reverb -t raw")
    let samples = unsafe outcome.output.withUnsafeBytes {
      unsafe Array($0.bindMemory(to: Float.self))
    }
    let level = { (part: ArraySlice<Float>) in
      10 * log10(part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count))
    }
    #expect(level(samples.suffix(9600).dropLast(4800)) < level(samples[48_000..<52_800]) - 50)
    #expect(samples.last.map { abs($0) < 1e-8 } ?? false)
  }

  @Test func `a length that is known stays known, and is the new one`() throws {
    for (options, frames) in [
      ("slow", 9600), ("fast reverb --no-tail", 3200), ("echo", 4800 + 144_000),
    ] {
      let sized = try shell(
        "sm-effect \(options) < a.wav | tee b | cat > c; cat c; stat -c %s b >&2",
        files: ["a.wav": wav(ramp(4800), channels: 2)])
      #expect(sized.output.range(of: Data("data".utf8) + Data(little(frames * 8, 4))) != nil)
      #expect(Data(sized.output[4..<8]) == Data(little(sized.output.count - 8, 4)))
    }
  }

  @Test func `a container answers its like, and the command line overrules`() throws {
    for (kind, head) in ["wav": "RIFF", "au": ".snd"] {
      let outcome = try shell("sm-capture --tone -t \(kind) | sm-effect slow | head -c 4")
      #expect(outcome.text == head)
    }
    let outcome = try shell(
      "sm-capture --tone --duration 0.5 | sm-effect fast -t wav --to s16 > a.wav; "
        + "sm-capture a.wav | sm-render csv --last --fields source.format,source.frames | tail -1")
    #expect(outcome.lines == ["s16,16000"])
  }

  // MARK: records

  @Test func `records keep their block, place, time and source`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --duration 0.5 -r 48k --note x -b 1000 | sm-loudness | "
        + "tee a | sm-effect --tempo 0.8 | sm-render json; sm-render json -i a")
    #expect(outcome.errors == "")
    let objects = try outcome.objects()
    // 30,000 frames in blocks of 1000, and the end; 24 blocks went in.
    #expect(objects.count == 31 + 25)
    for (index, object) in objects.prefix(31).enumerated() {
      #expect(object["position"] as? Int == index * 1000)
      #expect(object["frames"] as? Int == (index < 30 ? 1000 : 0))
      #expect(object["rate"] as? Int == 48_000)
      let time = try #require(object["time"] as? Double)
      #expect(abs(time - Double(index) / 48) < 1e-6)
      #expect(object["source"] as? NSDictionary == objects[31]["source"] as? NSDictionary)
      #expect(object["loudness"] is NSNull)
    }
    #expect(objects[30]["end"] as? String == "eof")
    let tally = try #require(objects[0]["tally"] as? [[String: Any]])
    #expect(tally.map { $0["stage"] as? String } == ["sm-capture", "sm-loudness", "sm-effect"])
  }

  /// A stream of 20 blocks of 480 frames without the fifth and sixth.
  private static let gapped =
    "sm-capture --tone 440 --duration 0.2 -b 480 -c 1 > a; "
    + "n=$(( ($(stat -c %s a) - $(sm-capture --silence --duration 0 -c 1 | wc -c)) / 20 )); "
    + "(head -c $((4 * n)) a; tail -c +$((6 * n + 1)) a) > b; "

  @Test func `a gap ends a stretch, and time goes on`() throws {
    let outcome = try shell(
      Self.gapped + "sm-effect slow -i b | tee c | sm-render json; "
        + "head -c $((4 * n)) a > d; sm-effect slow -i d 2>/dev/null | "
        + "sm-capture -q -t raw > e 2>/dev/null; sm-capture -t raw --gaps join c | "
        + "head -c 15360 | cmp - e >&2")
    let objects = try outcome.objects()
    let places = objects.map { [$0["position"] as? Int, $0["frames"] as? Int] }
    // 1920 frames, a gap of 960, 6720 frames: twice as many.
    let wanted =
      stride(from: 0, to: 3840, by: 480).map { [$0, 480] }
      + stride(from: 5760, to: 19_200, by: 480).map { [$0, 480] } + [[19_200, 0]]
    #expect(places == wanted)
    let gaps = objects.indices.filter { objects[$0]["gap"] as? Bool == true }
    #expect(gaps == [8])
    // What stood before the gap is what a source that ends there gives.
    #expect(outcome.errors == "")
  }

  @Test func `the room rings on through a gap`() throws {
    // the same sound with silence in place of the gap, and with a gap: the same behind it
    let outcome = try shell(
      Self.gapped + "sm-capture -t raw --gaps fill b > f 2>/dev/null; "
        + "sm-effect reverb echo --no-tail -i b -t raw --gaps fill > c; "
        + "sm-capture -t raw -i a 2>/dev/null > /dev/null; "
        + "(head -c 7680 f; head -c 3840 /dev/zero; tail -c +11521 f) > g; "
        + "sm-effect reverb echo --no-tail -r 48k -c 1 -f f32 < g > h; "
        + "cmp <(head -c 7680 c) <(head -c 7680 h) && cmp <(tail -c +11521 c) <(tail -c +11521 h)")
    #expect(outcome.status == 0)
    #expect(outcome.text == "")
  }

  @Test func `sources of one stream have a tail each`() throws {
    let outcome = try shell(
      "(sm-capture --tone --duration 1 -r 44100 -c 1; sm-capture --tone --duration 1 -c 2) | "
        + "sm-effect echo fast | tee a | sm-render csv --last --fields position,rate,channels; "
        + "sm-effect echo fast -i a > b; sm-capture --tone --duration 1 -c 2 | "
        + "sm-effect echo fast > c; tail -c $(stat -c %s c) a | cmp - c")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.dropFirst()
        == ["\(29_400 + 132_300),44100,1", "\(32_000 + 144_000),48000,2"])
  }

  // MARK: live and endings

  @Test func `a live source stays live, and its tail is not lost`() throws {
    let outcome = try shell(
      "sm-capture --realtime --tone --duration 0.4 -b 480 -c 1 | sm-effect --reverb 0.5 high | "
        + "(sleep 0.1; cat) | sm-render json")
    let objects = try outcome.objects()
    let last = try #require(objects.last)
    #expect(last["position"] as? Int == 19_200 + Int((0.5 + 0.25 * (0.137 + 0.06)) * 48_000))
    #expect(last["lost"] as? Int == 0)
    #expect(outcome.errors == "")
    let live = objects.map { $0["live"] as? Bool == true }
    #expect(live.prefix(38).allSatisfy { $0 })
    #expect(live.suffix(10).allSatisfy { !$0 })
  }

  @Test func `an interrupted source ends at once`() async throws {
    let run = try await quietly({ try $0.rows().last?.end == "interrupted" }) {
      let chain = try Chain([
        "sm-capture --tone 997 --realtime --duration 60", "sm-effect reverb", "sm-render json",
      ])
      chain.wait { chain.arrived.count > 20 }
      chain.signalAll(SIGINT)
      return chain.finish()
    }
    let last = try #require(try run.rows().last)
    #expect(run.statuses == [130, 130, 130])
    #expect(run.errors.joined() == "")
    #expect(last.end == "interrupted")
    // a tail would be 6 s
    #expect(last.position < 240_000)
  }

  @Test func `a reader that goes ends it quietly`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 60 | sm-effect reverb -t raw | head -c 100000 | wc -c; "
        + "echo ${PIPESTATUS[@]}")
    #expect(outcome.lines == ["100000", "141 141 0 0"])
    #expect(outcome.errors == "")
  }

  @Test func `a cut input gives what is whole, and status 1`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 1 -b 4800 | head -c 100000 | sm-effect slow > a; echo $?; "
        + "sm-render csv --last --fields end,position -i a | tail -1")
    #expect(outcome.lines == ["1", "no_end_record,19200"])
    #expect(outcome.errors.hasPrefix("sm-effect: "))
    #expect(outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func `records without sound are refused`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.2 | sm-loudness --no-pcm | sm-effect slow > a")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("hold no sound to change"))
  }

  @Test func `memory does not grow with the sound`() throws {
    let outcome = try shell(
      "sm-capture --silence -c 2 --duration 900 -t raw | (ulimit -v 150000; "
        + "sm-effect reverb echo --no-tail -r 48k -c 2 -f f32) | wc -c; "
        + "sm-capture --silence -c 1 --duration 120 -r 8000 -t raw | (ulimit -v 150000; "
        + "sm-effect --tempo 10 --fast -r 8000 -c 1 -f f32) | wc -c")
    #expect(outcome.errors == "")
    #expect(outcome.lines == ["\(900 * 48_000 * 8)", "\(12 * 8000 * 4)"])
  }
}
