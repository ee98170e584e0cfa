import Foundation
import Testing

/// Real speech from the package alsa-utils, 48 kHz mono.
private let speech = "/usr/share/sounds/alsa/Front_Center.wav"

/// Real music from the package sonic-pi-samples.
private let music = "/usr/share/sonic-pi/samples"

private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

@Suite struct `sm-loudness` {
  // MARK: the command line

  @Test(arguments: [
    ("--target loud", "or a number of LUFS"), ("--target -90", "outside -70 to 0 LUFS"),
    ("--layout 5.2", "is unknown; one of mono"), ("--mono --channel 1", "choose one"),
    ("--layout stereo --mono", "does not go with"), ("--clip-run 0", "outside 1 to"),
    ("--reset-every x", "not a number"), ("file.wav", "no operand is expected"),
    ("--nothing", "unknown option"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String))
    throws
  {
    try shell("sm-loudness " + one.0).expectRefusal(2, "sm-loudness", one.1)
  }

  @Test func `channels that nobody names are refused with an example that works`() throws {
    let refused = try shell("sm-capture --tone -c 4 -t wav | sm-loudness")
    refused.expectRefusal(2, "sm-loudness", "--layout quad")
    let named = try shell(
      "sm-capture --tone -c 4 | sm-loudness --layout quad | sm-render csv --last --fields "
        + "loudness.layout")
    #expect(named.lines.last == "quad")
    try shell("sm-capture --tone -c 3 | sm-loudness --layout stereo")
      .expectRefusal(2, "sm-loudness", "has 2 channels, not 3")
    try shell("sm-capture --tone -c 2 | sm-loudness --channel 3")
      .expectRefusal(2, "sm-loudness", "the source has 2")
  }

  @Test func `a rate that is not measured is refused`() throws {
    try shell("sm-capture --tone 100 -r 4000 | sm-loudness")
      .expectRefusal(1, "sm-loudness", "from 8000 to 192000 Hz")
  }

  // MARK: streams

  @Test func `empty, cut and closed streams end as they should`() throws {
    try shell("sm-loudness < /dev/null").expectRefusal(1, "sm-loudness", "empty")
    let cut = try shell(
      "sm-capture --tone | head -c 200000 | sm-loudness | sm-render csv --last --fields end")
    #expect(cut.lines == ["end", "no_end_record"])
    #expect(cut.errors.hasPrefix("sm-loudness: standard input: ends at byte 200000"))
    #expect(cut.errors.count { $0 == "\n" } == 1)
    for ignored in ["", "trap '' PIPE; "] {
      let closed = try shell(
        "\(ignored)sm-capture --silence --duration 600 | sm-loudness | head -c 10 >/dev/null; "
          + "echo ${PIPESTATUS[1]}")
      #expect(closed.lines == ["141"])
      #expect(closed.errors == "")
    }
  }

  @Test(.enabled(if: exists(speech), "the package alsa-utils is not installed"))
  func `a file, a WAV pipe, a raw pipe and records give the same numbers`() throws {
    try sameByAnyRoute(speech, rate: 48_000, channels: 1)
  }

  @Test(.enabled(if: exists(music), "the package sonic-pi-samples is not installed"))
  func `the same holds for music in FLAC`() throws {
    try sameByAnyRoute(music + "/loop_amen.flac", rate: 44_100, channels: 2)
  }

  private func sameByAnyRoute(_ file: String, rate: Int, channels: Int) throws {
    let raw = "-r \(rate) -c \(channels)"
    let routes = [
      "sm-capture \(file)",
      "sm-capture \(file) -t wav | sm-capture -",
      "sm-capture \(file) -t raw | sm-capture \(raw) -",
      "sm-capture \(file) -t au | sm-capture -",
    ]
    let results = try routes.map { route in
      try shell(
        "\(route) | sm-loudness | sm-render json --exact | "
          + "sed 's/^{\"source\":{[^}]*},//'"
      ).output
    }
    #expect(results[0].count > 10_000)
    #expect(results.allSatisfy { $0 == results[0] })
    // Records that went through a second sm-capture have its row in the ledger as well.
    let stored = try shell(
      "sm-capture \(file) > x.sm; cat x.sm | sm-loudness | sm-render json --exact | "
        + "sed 's/^{\"source\":{[^}]*},//'"
    ).output
    #expect(stored == results[0])
  }

  @Test func `LEVL and LOUD do not depend on how the pipe cuts the bytes`() throws {
    let whole = try shell("sm-capture --demo --duration 1 | sm-loudness")
    for size in [1, 7, 1001] {
      let cut = try shell(
        "sm-capture --demo --duration 1 | dd bs=\(size) iflag=fullblock status=none | "
          + "sm-loudness")
      #expect(cut.output == whole.output)
    }
  }

  @Test func `final values do not depend on the size of the blocks`() throws {
    let results = try [16, 480, 2048, 65_536].map { size in
      let outcome = try shell(
        "sm-capture --demo -b \(size) | sm-loudness | sm-render json --last --exact")
      let object = try #require(try outcome.objects().first)
      let loudness = try #require(object["loudness"] as? [String: Any])
      return try JSONSerialization.data(withJSONObject: loudness, options: .sortedKeys)
    }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  @Test func `measuring twice replaces the sections, and --no-pcm leaves the sound out`() throws {
    let once = try shell("sm-capture --demo --duration 2 | sm-loudness | sm-render json --exact")
    let twice = try shell(
      "sm-capture --demo --duration 2 | sm-loudness | sm-loudness --no-pcm > x.sm; "
        + "sm-render json --exact -i x.sm; wc -c < x.sm; sm-loudness -i x.sm")
    let first = try once.objects().map { try #require($0["loudness"] as? NSDictionary) }
    let text = twice.lines.filter { $0.hasPrefix("{") }.joined(separator: "\n")
    let second = try Outcome(status: 0, output: Data(text.utf8), errors: "").objects()
      .map { try #require($0["loudness"] as? NSDictionary) }
    #expect(first == second)
    let bytes = try #require(twice.lines.compactMap { Int($0) }.first)
    #expect(bytes < 80_000)
    #expect(twice.status == 1)
    #expect(twice.errors.contains("the records hold no sound to measure"))
  }

  @Test func `every source is measured for itself`() throws {
    let outcome = try shell(
      "(sm-capture --tone 997 --level -20 --duration 5; "
        + "sm-capture --tone 997 --level -30 --duration 5 -r 44100 -c 1) | sm-loudness | "
        + "sm-render csv --last --fields loudness.integrated")
    let values = outcome.lines.compactMap { Double($0) }
    #expect(values.count == 2)
    #expect(abs(values[0] + 20) < 0.05)
    #expect(abs(values[1] + 33.01) < 0.05)
  }

  // MARK: what is asked for

  @Test func `targets, dual mono, fold and one channel`() throws {
    func integrated(_ source: String, _ options: String, _ field: String) throws -> Double {
      let outcome = try shell(
        "sm-capture \(source) | sm-loudness \(options) | sm-render csv --last --exact --fields "
          + field)
      return try #require(outcome.lines.last.flatMap(Double.init))
    }
    let tone = "--tone 997 --level -20 --duration 3"
    let stereo = try integrated(tone, "", "loudness.integrated")
    let mono = try integrated(tone + " -c 1", "", "loudness.integrated")
    let dual = try integrated(tone + " -c 1", "--dual-mono", "loudness.integrated")
    #expect(abs(stereo - mono - 3.0103) < 1e-4)
    #expect(abs(dual - stereo) < 1e-5)
    #expect(abs(try integrated(tone, "--mono", "loudness.integrated") - mono) < 1e-5)
    #expect(abs(try integrated(tone, "--channel 2", "loudness.integrated") - mono) < 1e-5)
    for (name, level) in [("streaming", -14.0), ("ebu", -23), ("atsc", -24), ("-16.5", -16.5)] {
      #expect(try integrated(tone, "--target \(name)", "loudness.target") == level)
      let delta = try integrated(tone, "--target \(name)", "loudness.target_delta")
      #expect(abs(delta - (stereo - level)) < 1e-5)
    }
  }

  @Test func `--reset-every ends sessions at blocks, with final values of each`() throws {
    let outcome = try shell(
      "sm-capture --tone 997 --duration 10 -b 480 | sm-loudness --reset-every 3 | "
        + "sm-render csv --fields position,frames,session_end,end,loudness.measured_seconds")
    let rows = outcome.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let ends = rows.filter { $0[2] == "true" || $0[3] == "eof" }
    #expect(ends.map { String($0[0]) } == ["144000", "288000", "432000", "480000"])
    #expect(ends.map { String($0[4]) } == ["3", "3", "3", "1"])
    #expect(ends.allSatisfy { $0[1] == "0" })
  }

  @Test func `SIGUSR2 begins a new session`() throws {
    let outcome = try shell(
      """
      sm-capture --tone 997 --duration 3 --realtime | {
        sm-loudness > x.sm & tool=$!
        sleep 1.5; kill -USR2 $tool; wait $tool
      }
      sm-render csv -i x.sm --fields session_end,loudness.measured_seconds | grep -c '^true'
      """)
    #expect(outcome.lines == ["1"])
  }

  @Test func `replaced samples mark the windows that they touch`() throws {
    var samples = [Float](repeating: 0.1, count: 2 * 48_000 * 4)
    samples[2 * 48_000] = .nan
    let outcome = try shell(
      "sm-capture -r 48000 -c 2 | sm-loudness | sm-render csv --fields "
        + "time,loudness.gap_momentary,loudness.momentary,tally.1.non_finite",
      input: raw(samples))
    let rows = outcome.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let marked = rows.filter { $0[1] == "true" }.compactMap { Double($0[0]) }
    #expect(outcome.errors.contains("1 samples were no finite numbers and became zero"))
    #expect(marked.count > 5)
    #expect(try #require(marked.first) > 0.9)
    #expect(try #require(marked.last) < 1.5)
    #expect(rows.last?[3] == "1")
    #expect(rows.last?[2] != "")
  }

  @Test func `loudness after one NaN is the loudness of the rest`() throws {
    // 3 s at -23, a NaN, 10 s at -9: a peer says -23.0 (peers.md 4.3).
    let parts = try shell(
      "sm-capture --tone 997 --level -23 --duration 3 -t raw; printf '\\0\\0\\300\\177\\0\\0\\0\\0'; "
        + "sm-capture --tone 997 --level -9 --duration 10 -t raw")
    let outcome = try shell(
      "sm-loudness -q -r 48000 -c 2 | sm-render csv --last --fields loudness.integrated",
      input: parts.output)
    let value = try #require(outcome.lines.last.flatMap(Double.init))
    #expect(abs(value + 9.1) < 0.1)
  }

  // MARK: other programs

  private struct Reading {
    var integrated: Double
    var range: Double
    var peak: Double
  }

  /// What we read of a file, without the silence of Tech 3342 that peers do not append.
  private func ours(_ file: String) throws -> Reading {
    let outcome = try shell(
      "sm-capture \(file) | sm-loudness | sm-render csv --last --exact --fields "
        + "loudness.integrated,loudness.range,loudness.true_peak_max")
    let values = try #require(outcome.lines.last).split(separator: ",").compactMap { Double($0) }
    try #require(values.count == 3)
    return Reading(integrated: values[0], range: values[1], peak: values[2])
  }

  /// What ffmpeg's ebur128 reads: printed with one decimal.
  private func ffmpeg(_ file: String) throws -> Reading {
    let outcome = try shell(
      "ffmpeg -hide_banner -nostats -i \(file) -af ebur128=peak=true -f null - 2>&1 | "
        + "grep -E '^ +(I|LRA|Peak):' | awk '{ print $2 }'")
    let values = outcome.lines.compactMap { Double($0) }
    try #require(values.count == 3)
    return Reading(integrated: values[0], range: values[1], peak: values[2])
  }

  @Test(
    .enabled(if: has("ffmpeg") && has("sox") && exists(music), "ffmpeg, sox, sonic-pi-samples"))
  func `ffmpeg agrees on real sound`() throws {
    // Loops end to end to a minute, so that a loudness range has something to go by.
    for name in ["loop_amen", "ambi_choir", "guit_harmonics", "loop_garzul", "perc_bell"] {
      let made = try shell(
        "sox \(music)/\(name).flac -b 24 x.wav repeat 15 && cat x.wav"
      ).output
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(
          "signalmetric-\(name)-\(ProcessInfo.processInfo.processIdentifier).wav")
      try made.write(to: folder)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (mine, theirs) = (try ours(folder.path), try ffmpeg(folder.path))
      // One decimal is what ffmpeg prints: half of it comes on top of what is allowed.
      #expect(abs(mine.integrated - theirs.integrated) < 0.1 + 0.05, "\(name)")
      #expect(abs(mine.range - theirs.range) < 0.3 + 0.05, "\(name)")
      #expect(abs(mine.peak - theirs.peak) < 0.2 + 0.05, "\(name)")
    }
  }

  @Test(
    .enabled(
      if: has("gcc") && has("sox") && exists("/usr/include/ebur128.h") && exists(music),
      "gcc, sox, libebur128-dev, sonic-pi-samples"))
  func `libebur128 agrees on real sound`() throws {
    let source = project.appendingPathComponent("Tests/bench-ebur128.c").path
    for name in ["loop_amen", "ambi_choir", "guit_harmonics", "loop_garzul"] {
      let outcome = try shell(
        """
        gcc -O2 -o peer \(source) -lebur128
        sox \(music)/\(name).flac -r 48000 -c 2 -b 32 -e float x.wav repeat 20 2>/dev/null
        sox x.wav -t f32 - | ./peer | awk '{ print $1 "," $3 "," 20 * log($6) / log(10) }'
        sm-capture x.wav | sm-loudness | sm-render csv --last --exact --fields \
          loudness.integrated,loudness.range,levels.1.true_peak_max
        """)
      let rows = outcome.lines.filter { !$0.contains("loudness") }.map {
        $0.split(separator: ",").compactMap { Double($0) }
      }
      try #require(rows.count == 2 && rows.allSatisfy { $0.count == 3 }, "\(outcome.text)")
      #expect(abs(rows[0][0] - rows[1][0]) < 0.1, "\(name)")
      // It takes a short-term value a second, not ten: records of a minute differ by that much.
      #expect(abs(rows[0][1] - rows[1][1]) < 0.3, "\(name)")
      #expect(abs(rows[0][2] - rows[1][2]) < 0.2, "\(name)")
    }
  }
}
