import Foundation
import Testing

extension `sm-capture` {
  @Suite struct Sources {
    private let ends = "sm-render csv --fields source.name,rate,channels,position,end | grep eof"

    @Test func `several files are several sources`() throws {
      let files = [
        "a.wav": wav(ramp(3000), channels: 2), "b.wav": wav(ramp(100), channels: 1, rate: 8000),
      ]
      let two = try shell("sm-capture a.wav b.wav | \(ends)", files: files)
      #expect(two.lines == ["a.wav,48000,2,3000,eof", "b.wav,8000,1,200,eof"])
      #expect(two.errors == "")
      let stored = try shell(
        "sm-capture a.wav > a.sm; sm-capture b.wav > b.sm; cat a.sm b.sm | \(ends); "
          + "cat b.sm a.sm > c.sm; sm-capture c.sm | \(ends)", files: files)
      #expect(stored.lines == two.lines + two.lines.reversed())
    }

    @Test func `streams of WAV and AU may follow each other on a pipe`() throws {
      let file = ["a.wav": wav(ramp(500), channels: 2)]
      let two = try shell("cat a.wav a.wav | \(ends)", files: file)
      #expect(two.lines == [",48000,2,500,eof", ",48000,2,500,eof"])
      let au = try shell("sm-capture -t au a.wav > a.au; cat a.au a.au | \(ends)", files: file)
      #expect(au.lines == two.lines)
      let long = try shell(
        "(printf BW64; tail -c +5 a.wav) > b.wav; cat a.wav b.wav a.wav | \(ends); "
          + "sm-capture -t raw b.wav | cmp - <(sm-capture -t raw a.wav)", files: file)
      #expect(long.lines == two.lines + two.lines.prefix(1))
      #expect(long.errors == "" && long.status == 0)
    }

    @Test func `a container refuses a second source that it cannot hold, naming both`() throws {
      let files = [
        "a.wav": wav(ramp(30), channels: 2), "b.wav": wav(ramp(10), channels: 2, rate: 8000),
      ]
      let refused = try shell("sm-capture a.wav b.wav -t wav | wc -c", files: files)
      #expect(refused.errors.contains("a second source of 8000 Hz, 2 channels"))
      #expect(refused.errors.contains("has 48000 Hz, 2 channels"))
      let joined = try shell("sm-capture a.wav a.wav -t raw", files: files)
      #expect(joined.output == raw(ramp(30)) + raw(ramp(30)))
    }

    @Test(arguments: ["a.wav", "a.flac", "a.au", "a.raw"])
    func `a stretch of a file is exactly its frames`(name: String) throws {
      guard name != "a.flac" || has("flac") else { return }
      let integers = (0..<2 * 6000).map { $0 * 37 % 32_768 - 16_384 }
      let expected = Data(integers[2400..<2 * 3600].flatMap { little($0, 2) })
      let make = [
        "a.flac": "flac -s a.wav", "a.au": "sm-capture a.wav -t au --to s16 > a.au",
        "a.raw": "sm-capture a.wav -t raw --to s16 > a.raw; o='-f s16 -r 48k -c 2'",
      ]
      let outcome = try shell(
        "\(make[name] ?? ":"); sm-capture $o --start 0.025 --duration 0.05 -t raw --to s16 \(name)",
        files: ["a.wav": wav(integers, channels: 2)])
      #expect(outcome.output == expected)
      #expect(outcome.errors == "")
      let positions = try shell(
        "\(make[name] ?? ":"); sm-capture $o --start 0.025 --duration 0.05 \(name) | "
          + "sm-render csv --fields position,time,frames,gap,end",
        files: ["a.wav": wav(integers, channels: 2)])
      #expect(
        positions.lines.dropFirst()
          == ["1200,0.025000,2048,false,", "3248,0.067667,352,false,", "3600,0.075000,0,false,eof"])
    }

    @Test func `records are cut at whole blocks, and the end loses what described the whole`()
      throws
    {
      let cut = try shell(
        "sm-capture --tone --duration 1 > a.sm; "
          + "sm-capture --start 0.1 --duration 0.1 a.sm | sm-render csv --fields position,frames,end"
      )
      #expect(
        cut.lines == [
          "position,frames,end", "4096,2048,", "6144,2048,", "8192,2048,", "10240,0,eof",
        ])
    }

    @Test func `a start behind the end is a failure that says how long the file is`() throws {
      try shell("sm-capture --start 1 a.wav", files: ["a.wav": wav(ramp(100), channels: 2)])
        .expectRefusal(1, "sm-capture", "a.wav: has 100 frames, not 48000")
    }

    @Test(arguments: [
      "sm-capture -f f32 -r 48k -c 2 --duration 0.1", "sm-capture -r 48k -c 2 --duration 0.1",
    ]) func `a stretch of an endless pipe ends`(line: String) throws {
      let outcome = try shell("cat /dev/zero | timeout 20 \(line) -t raw | wc -c")
      #expect(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines) == "38400")
    }

    @Test func `a channel or the mean is taken, and the channel that is not there refused`() throws
    {
      let file = ["a.wav": wav(ramp(100), channels: 2)]
      let samples = ramp(100)
      let right = try shell("sm-capture --channel 2 -t raw a.wav", files: file)
      #expect(right.output == raw((0..<100).map { samples[2 * $0 + 1] }))
      let mean = try shell("sm-capture --mono -t raw a.wav", files: file)
      #expect(
        mean.output
          == raw(
            (0..<100).map { Float((Double(samples[2 * $0]) + Double(samples[2 * $0 + 1])) / 2) }))
      try shell("sm-capture --channel 3 a.wav", files: file)
        .expectRefusal(2, "sm-capture", "--channel 3: the source has 2")
      let kept = try shell("sm-capture --mono a.wav | sm-render json", files: file).objects()
      #expect(kept.allSatisfy { $0["channels"] as? Int == 1 })
      #expect((kept[0]["source"] as? [String: Any])?["channels"] as? Int == 2)
    }

    @Test func `probe says what a source is`() throws {
      let file = ["a.wav": wav([1, 2, 3, 4] as [Int], channels: 2, rate: 44_100)]
      let probe = try shell("sm-capture --probe a.wav a.wav", files: file)
      let one = [
        "kind      file", "mask      0", "format    s16", "rate      44100", "channels  2",
        "frames    2", "bytes     52", "name      a.wav", "note      -",
      ]
      #expect(Array(probe.lines.prefix(9)) == one)
      #expect(probe.lines.filter { $0 == "kind      file" }.count == 2)
      let pipe = try shell("cat a.wav | sm-capture --probe --note hello", files: file)
      #expect(pipe.lines.contains("kind      pipe"))
      #expect(pipe.lines.contains("bytes     -"))
      #expect(pipe.lines.contains("note      hello"))
    }

    @Test func `a name can be kept to oneself`() throws {
      let file = ["secret.wav": wav(ramp(10), channels: 2)]
      let shown = try shell("sm-capture secret.wav", files: file)
      let hidden = try shell("sm-capture --anonymous secret.wav", files: file)
      #expect(shown.output.range(of: Data("secret".utf8)) != nil)
      #expect(hidden.output.range(of: Data("secret".utf8)) == nil)
      let long = String(repeating: "ä", count: 200)
      let note = try shell("sm-capture --tone --note \(long) | sm-render csv --fields source.note")
      #expect(note.lines.dropFirst().first == String(repeating: "ä", count: 127))
    }

    @Test(arguments: [
      ("--tone", 144_000), ("--tone 1k --duration 0.5", 24_000), ("--noise white", 480_000),
      ("--noise pink --seed 3 --duration 1 -c 3", 48_000), ("--sweep", 480_000),
      ("--impulse", 48_000), ("--silence", 480_000), ("--demo", 1_440_000),
      ("--silence -r 44.1k", 441_000),
      ("--tone --duration 0", 0),
    ]) func `a generator is as long as it says and the same twice`(one: (String, Int)) throws {
      let line = "sm-capture \(one.0) | sm-render csv --last --fields position,end"
      #expect(try shell(line).lines == ["position,end", "\(one.1),eof"])
      if one.1 <= 144_000 {
        let twice = try shell("sm-capture \(one.0) > a; sm-capture \(one.0) | cmp - a && echo same")
        #expect(twice.text == "same\n")
      }
    }

    @Test func `an impulse is one sample and a level is its height`() throws {
      let outcome = try shell("sm-capture --impulse --level -6.0206 -c 1 --duration 0.01 -t raw")
      let samples = outcome.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      #expect(samples.count == 480)
      #expect(samples.filter { $0 != 0 }.count == 1)
      #expect(abs((samples.max() ?? 0) - 0.5) < 1e-5)
    }

    @Test(
      .enabled(if: has("sox"), "sox is needed"), arguments: ["s16", "s24", "s32"])
    func `sox and we agree on every container`(format: String) throws {
      // Integers only: SoX computes in 32-bit integers, so floats do not come back from it.
      let coding = "-e signed -b \(format.dropFirst())"
      let outcome = try shell(
        """
        for type in wav au; do
          sm-capture --noise white --level -20 --duration 0.2 -t $type --to \(format) > a.$type
          sox -V1 a.$type -t raw \(coding) sox.raw
          sm-capture a.$type -t raw --to \(format) | cmp - sox.raw && echo same $type
          sox -V1 a.$type -t $type - | sm-capture -t raw --to \(format) | cmp - sox.raw && echo piped
        done
        """)
      #expect(outcome.lines == ["same wav", "piped", "same au", "piped"])
    }

    @Test(.enabled(if: has("ffmpeg"), "ffmpeg is needed"))
    func `ffmpeg's streams are read from pipes`() throws {
      let outcome = try shell(
        """
        sm-capture --noise pink --duration 0.2 -t wav --to s16 > a.wav
        sm-capture a.wav -t raw > a.raw
        ffmpeg -v error -i a.wav -f wav -c:a pcm_f32le - | sm-capture -t raw | cmp - a.raw && echo wav
        ffmpeg -v error -i a.wav -f au -c:a pcm_s16be - | sm-capture -t raw | cmp - a.raw && echo au
        ffmpeg -v error -i a.wav -rf64 always -f wav a.rf64 && sm-capture a.rf64 -t raw | cmp - a.raw \
          && echo rf64
        sm-capture a.wav -t wav | ffmpeg -v error -i - -f f32le - | cmp - a.raw && echo back
        """)
      #expect(outcome.lines == ["wav", "au", "rf64", "back"])
      #expect(outcome.errors == "")
    }

    @Test(
      .enabled(if: has("sox"), "sox is needed"),
      arguments: ["a-law", "u-law", "ms-adpcm", "ima-adpcm"])
    func `compressed WAV is read from a file and refused on a pipe`(coding: String) throws {
      let outcome = try shell(
        """
        sm-capture --tone --duration 0.5 -c 1 -r 8k -t wav --to s16 | sox -V1 -t wav - -e \(coding) a.wav
        sm-capture a.wav -t raw | wc -c
        cat a.wav | sm-capture -t raw | wc -c
        """)
      let frames = Int(outcome.lines.first?.trimmingCharacters(in: .whitespaces) ?? "") ?? 0
      #expect(frames >= 4 * 4000)
      #expect(outcome.lines.last?.trimmingCharacters(in: .whitespaces) == "0")
      #expect(outcome.errors.contains("it cannot be read from a pipe; try: sm-capture FILE"))
    }

    @Test func `progress is printed on SIGUSR1, also while waiting, and never else`() throws {
      let outcome = try shell(
        """
        mkfifo in
        sm-capture -f f32 -r 48k -c 1 in > out 2> err &
        exec 3> in
        head -c 200000 /dev/zero >&3
        until [ $(stat -c %s out) -gt 200000 ]; do sleep 0.05; done
        sleep 0.2
        kill -USR1 $!
        sleep 0.3
        exec 3>&-
        wait $!
        echo $? >> err
        cat err
        """)
      #expect(outcome.lines.count == 2)
      #expect(outcome.lines.first?.contains(", at 0:00:01, ") == true)
      #expect(outcome.lines.first?.hasSuffix("x real time") == true)
      #expect(outcome.lines.last == "0")
    }

    @Test(.enabled(if: has("script"), "script(1) of bsdutils is needed"))
    func `progress is drawn on a terminal after a second, and nowhere else`() throws {
      let slow = "(sleep 1.2; sm-capture --tone -t raw) | sm-capture -r 48k -c 2 > /dev/null"
      let drawn = try shell("script -qec '\(slow)' /dev/null")
      #expect(drawn.text.contains("\rsm-capture: 0:00:0"))
      #expect(drawn.text.hasSuffix("\r\u{1B}[K"))
      for option in ["--no-progress", "-q"] {
        let plain = slow.replacingOccurrences(of: "-r 48k", with: "\(option) -r 48k")
        #expect(try shell("script -qec '\(plain)' /dev/null").output.isEmpty)
      }
      #expect(try shell("TERM=dumb script -qec '\(slow)' /dev/null").output.isEmpty)
      let silent = try shell(
        "(sleep 1.3; sm-capture --tone -t raw) | sm-capture -r 48k -c 2 > /dev/null")
      #expect(silent.errors == "")
    }

    @Test(.enabled(if: has("script"), "script(1) of bsdutils is needed"))
    func `the line of progress fits the terminal, and is gone when the reader goes`() throws {
      let source = "sm-capture --demo --realtime"
      let command = "stty cols 40; \(source) | (sleep 1.8; head -c 9)"
      let drawn = try shell("script -qec '\(command)' /dev/null")
      let lines = drawn.text.components(separatedBy: "\r").filter { $0.hasPrefix("sm-capture: ") }
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.prefix { $0 != "\u{1B}" }.count == 39 })
      #expect(drawn.text.hasSuffix("\r\u{1B}[K"))
    }
  }
}
