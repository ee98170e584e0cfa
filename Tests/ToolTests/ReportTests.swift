import Foundation
import Testing

/// Where the scripts are, for the environment of `shell`.
let pipelines = ["PIPELINES": project.appendingPathComponent("pipelines").path]

private let rate = 48_000

/// A stereo WAV of what each channel is at a time.
private func stereo(
  _ seconds: Double, _ left: (Double) -> Double, _ right: (Double) -> Double
) -> Data {
  let samples = (0..<Int(seconds * Double(rate))).flatMap { frame -> [Float] in
    let time = Double(frame) / Double(rate)
    return [Float(left(time)), Float(right(time))]
  }
  return wav(samples, channels: 2)
}

private func sine(_ time: Double, _ hertz: Double = 997) -> Double {
  0.25 * sin(2 * .pi * hertz * time)
}

private struct Finding {
  let from: Double
  let to: Double
  let channels: [Int]
  let value: Double?
}

extension Outcome {
  /// The findings of a kind in the report's line about a file.
  fileprivate func findings(_ kind: String, file: Int = 0) throws -> [Finding] {
    let list = try #require(try objects()[file]["findings"] as? [[String: Any]])
    return try list.filter { $0["kind"] as? String == kind }.map {
      Finding(
        from: try #require($0["from"] as? Double), to: try #require($0["to"] as? Double),
        channels: try #require($0["channels"] as? [Int]), value: $0["value"] as? Double)
    }
  }
}

private func report(_ words: String, _ files: [String: Data] = [:]) throws -> Outcome {
  try shell("\"$PIPELINES\"/loudness-report.sh \(words)", files: files, environment: pipelines)
}

@Suite struct ReportTests {
  @Test func `clipping, overs, silence and the loudest moment are found where they are`() throws {
    // A second of silence, two of tone, and full scale on the right for 100 ms.
    let file = stereo(
      4, { $0 < 1 ? 0 : sine($0) },
      { $0 < 1 ? 0 : 2.5..<2.6 ~= $0 ? (sine($0) < 0 ? -1 : 1) : sine($0) })
    let made = try report("--json x.wav", ["x.wav": file])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")

    let silence = try made.findings("silence")
    #expect(silence.count == 1)
    #expect(silence.allSatisfy { abs($0.from) < 0.01 && abs($0.to - 1) < 0.01 })

    let clipping = try made.findings("clipping")
    #expect(clipping.count == 1)
    for one in clipping {
      #expect(abs(one.from - 2.5) < 0.01 && abs(one.to - 2.6) < 0.01 && one.channels == [2])
      // Each half wave of 997 Hz that is cut is a plateau; between them it stays at full scale.
      #expect((one.value ?? 0) >= 1)
    }
    let overs = try made.findings("true_peak")
    #expect(overs.count == 1 && overs.allSatisfy { $0.channels == [2] && ($0.value ?? 0) > -1 })
    for one in overs { #expect(abs(one.from - 2.5) < 0.01 && abs(one.to - 2.6) < 0.01) }

    // The 0.4 s and the 3 s that hold most of it.
    let momentary = try made.findings("loudest_momentary")
    #expect(momentary.count == 1)
    for one in momentary { #expect(one.from <= 2.51 && one.to >= 2.59 && one.to < 3.01) }
    let short = try made.findings("loudest_short_term")
    #expect(short.count == 1 && short.allSatisfy { $0.from <= 1.01 && $0.to >= 3.9 })
    for kind in ["dc", "polarity", "dead_channel", "dropout", "same_channels", "lost"] {
      #expect(try made.findings(kind).isEmpty, "\(kind)")
    }
  }

  @Test func `the numbers are those of sm-render`() throws {
    let made = try shell(
      """
      sm-capture --demo --duration 10 -t wav >x.wav
      "$PIPELINES"/loudness-report.sh --json x.wav
      sm-capture x.wav | sm-loudness | sm-render json --last
      """, environment: pipelines)
    let (ours, theirs) = (try made.objects()[0], try made.objects()[1])
    let loudness = try #require(theirs["loudness"] as? [String: Any])
    for key in ["integrated", "range", "momentary_max", "short_term_max", "true_peak_max", "plr"] {
      let expected = try #require(loudness[key] as? Double)
      #expect(ours[key] as? Double == expected, "\(key)")
    }
    #expect(ours["clip_events"] as? Int == 200)
    #expect(ours["seconds"] as? Double == 10)
  }

  @Test func `a name that is no text keeps its length, and others are as they are`() throws {
    let made = try shell(
      """
      sm-capture --tone --duration 1 -t wav >x.wav
      cp x.wav "$(printf 'n\\344me.wav')"; cp x.wav näme.wav
      "$PIPELINES"/loudness-report.sh --json n*.wav
      """, environment: pipelines)
    let names = try made.objects().compactMap { $0["file"] as? String }
    #expect(Set(names) == ["n?me.wav", "näme.wav"])
  }

  @Test func `faults of channels are found`() throws {
    let noise = { (time: Double) in sine(time, 211) + sine(time, 1307) / 2 }
    let made = try report(
      "--json inverted.wav dead.wav same.wav offset.wav dropout.wav wide.wav",
      [
        "inverted.wav": stereo(4, noise, { $0 < 2 ? noise($0) : -noise($0) }),
        "dead.wav": stereo(3, noise, { _ in 0 }),
        "same.wav": stereo(3, noise, noise),
        "offset.wav": stereo(4, { noise($0) + 0.02 }, { sine($0, 500) }),
        "dropout.wav": stereo(5, noise, { 2..<3.5 ~= $0 ? 0 : sine($0, 500) }),
        "wide.wav": stereo(3, noise, { sine($0, 500) }),
      ])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let kinds = ["polarity", "dead_channel", "same_channels", "dc", "dropout"]
    for (file, expected) in (kinds + [""]).enumerated() {
      for kind in kinds {
        let found = try made.findings(kind, file: file).count
        #expect(found == (kind == expected ? 1 : 0), "\(kind) in file \(file)")
      }
    }
    let inverted = try made.findings("polarity")[0]
    #expect(abs(inverted.from - 2) < 0.05 && abs(inverted.to - 4) < 0.05)
    #expect((inverted.value ?? 0) < -0.99)
    #expect(try made.findings("dead_channel", file: 1)[0].channels == [2])
    let offset = try made.findings("dc", file: 3)[0]
    #expect(offset.channels == [1] && abs((offset.value ?? 0) - 0.02) < 1e-4)
    let dropout = try made.findings("dropout", file: 4)[0]
    #expect(dropout.channels == [2] && abs(dropout.from - 2) < 0.02 && abs(dropout.to - 3.5) < 0.02)
  }

  @Test func `low noise is no offset`() throws {
    let made = try shell(
      """
      for seed in 1 2 3 4 5; do
        sm-capture --noise pink --level -20 --seed $seed --duration 6 -t wav >$seed.wav
      done
      "$PIPELINES"/loudness-report.sh --json ?.wav
      """, environment: pipelines)
    #expect(try made.objects().count == 5)
    for file in 0..<5 { #expect(try made.findings("dc", file: file).isEmpty) }
  }

  @Test func `the status tells what is outside the target`() throws {
    // A sine in phase in two channels reads its level.
    let make = "for x in 23 20; do sm-capture --tone 997 --level -$x -t wav >$x.wav; done"
    let run = { (words: String) in
      try shell("\(make); \"$PIPELINES\"/loudness-report.sh \(words)", environment: pipelines)
    }
    #expect(try run("--target ebu 23.wav").status == 0)
    #expect(try run("--target -20 --json 20.wav").objects()[0]["outside"] as? Bool == false)
    let both = try run("--target ebu 23.wav 20.wav --json")
    #expect(both.status == 1 && both.errors.isEmpty)
    let objects = try both.objects()
    #expect(objects.map { $0["outside"] as? Bool } == [false, true])
    #expect(objects[1]["reason"] as? String == "3.0 LU above the target")
    #expect(try run("--target ebu --tolerance 3.5 20.wav").status == 0)
    #expect(try run("--target -20 --peak -21 20.wav").status == 1)
    #expect(try run("20.wav").status == 0)
    #expect(try run("--target ebu 20.wav").text.contains("3.0 LU above the target"))
  }

  @Test func `table, JSON and CSV hold any name`() throws {
    let names = ["-dash.wav", "two\nlines.wav", "a \"b\" \\ <c> & 'd', e.wav"]
    let sound = stereo(1, { sine($0) }, { sine($0, 500) })
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, sound) })
    let made = try report("--json -- *.wav", files)
    #expect(made.status == 0)
    #expect(Set(try made.objects().map { $0["file"] as? String }) == Set(names))
    #expect(try report("-- *.wav", files).lines.contains { $0.hasPrefix("two?lines.wav  ") })
    let csv = try report("--csv -- *.wav", files)
    #expect(csv.lines[0] == "file,kind,from,to,channels,value,unit,text")
    #expect(csv.text.contains("\n\"a \"\"b\"\" \\ <c> & 'd', e.wav\",integrated,0.0000,1.0000,,"))
    #expect(csv.text.contains("\n\"two\nlines.wav\",true_peak_max,"))
  }

  @Test func `what cannot be measured is a line each, and the rest is done`() throws {
    let whole = stereo(1, { sine($0) }, { sine($0, 500) })
    let made = try report(
      "--json cut.wav text.wav gone.wav empty.wav whole.wav",
      [
        "cut.wav": whole.prefix(200_000), "text.wav": Data("hello".utf8), "empty.wav": Data(),
        "whole.wav": whole,
      ])
    #expect(made.status == 1)
    #expect(try made.objects().map { $0["file"] as? String } == ["whole.wav"])
    let errors = made.errors.split(separator: "\n")
    #expect(errors.count == 4, "\(made.errors)")
    for (line, name) in zip(errors, ["cut", "text", "gone", "empty"]) {
      #expect(line.hasPrefix("loudness-report.sh: \(name).wav: "), "\(line)")
    }
  }

  @Test(arguments: [
    ("", "say which files"), ("--nope x", "unrecognized option '--nope'"),
    ("--html", "'--html' requires an argument"),
    ("--target loud x", "--target: 'loud' is no number"),
    ("--peak 1,0 x", "--peak: '1,0' is no number"),
  ])
  func `wrong usage is one line and status 2`(words: String, message: String) throws {
    try report(words).expectRefusal(2, "loudness-report.sh", message)
  }

  @Test func `records that have their sound are read, blocks and all`() throws {
    let made = try shell(
      """
      sm-capture --demo --duration 10 -b 1000 >x.sm
      sm-capture --demo --duration 10 -t wav >x.wav
      cat x.sm x.sm >two.sm
      sm-loudness -i x.sm --no-pcm >mute.sm
      "$PIPELINES"/loudness-report.sh --json x.sm x.wav two.sm mute.sm
      """, environment: pipelines)
    let objects = try made.objects()
    #expect(objects.count == 2 && made.status == 1)
    #expect(objects[0]["integrated"] as? Double == objects[1]["integrated"] as? Double)
    #expect(made.errors.split(separator: "\n").count == 2)
    #expect(made.errors.contains("two.sm: several sources"))
    #expect(made.errors.contains("mute.sm: frame 0: the records hold no sound"))
  }

  @Test func `nothing is left behind when the reader goes`() throws {
    let made = try shell(
      """
      mkdir t
      sm-capture --demo --duration 10 -t wav >x.wav
      TMPDIR=$PWD/t "$PIPELINES"/loudness-report.sh x.wav x.wav x.wav | head -n 1
      sleep 0.2
      ls t
      """, environment: pipelines)
    #expect(made.lines.count == 1 && made.errors.isEmpty, "\(made.text)\(made.errors)")
  }
}
