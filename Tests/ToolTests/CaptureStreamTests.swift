import Foundation
import Testing

extension `sm-capture` {
  @Suite struct Streams {
    @Test(arguments: [1500, 5, 2048, 4097]) func `as many frames come out as went in`(frames: Int)
      throws
    {
      let sound = raw(ramp(frames))
      for line in [
        "sm-capture -r 48k -c 2 -t raw", "sm-capture -r 48k -c 2 | sm-capture -t raw",
        "sm-capture -r 48k -c 2 -t wav | sm-capture -t raw",
        "sm-capture -r 48k -c 2 -t au | sm-capture -b 16 -t raw",
      ] {
        let copy = try shell("cat | " + line, input: sound)
        #expect(copy.output == sound, "\(line)")
        #expect(copy.errors == "")
        #expect(copy.status == 0)
      }
    }

    @Test func `a partial frame is told after the whole ones`() throws {
      let cut = try shell(
        "set -o pipefail; cat | sm-capture -r 48k -c 2 | sm-render csv --fields frames,end",
        input: raw(ramp(5)) + Data([1, 2, 3]))
      #expect(cut.lines == ["frames,end", "5,", "0,error"])
      #expect(cut.status == 1)
      #expect(
        cut.errors == "sm-capture: standard input: ends at byte 43: inside a frame, "
          + "3 of its 8 bytes are there\n")
    }

    @Test func `a WAV cut short gives its whole frames, its end, a message, and a true header`()
      throws
    {
      let file = ["a.wav": wav(ramp(5000), channels: 2).dropLast(8 * 1000 + 5)]
      let cut = try shell(
        "sm-capture a.wav > a.sm; echo $?; sm-render csv --fields position,frames,end -i a.sm; "
          + "sm-capture -t wav a.wav > b.wav; sm-capture --probe b.wav | grep frames",
        files: file)
      #expect(
        cut.lines == [
          "1", "position,frames,end", "0,2048,", "2048,1951,", "3999,0,error", "frames    3999",
        ])
      #expect(cut.errors.hasPrefix("sm-capture: a.wav: ends at byte "))
      #expect(cut.errors.contains("cut short, 3999 of 5000 frames are there"))
      #expect(!cut.errors.contains("sm-render"))
    }

    @Test(arguments: [1, 7, 1001]) func `how the pipe cuts the bytes does not matter`(size: Int)
      throws
    {
      let frames = size == 1 ? 1500 : 6000
      let tests: [(String, Data)] = [
        ("sm-capture -r 48k -c 2", raw(ramp(frames))),
        ("sm-capture", wav(ramp(frames), channels: 2)),
        ("sm-capture", try shell("sm-capture --tone --duration 0.1").output),
        ("sm-capture", try shell("sm-capture --tone --duration 0.05 -t au").output),
      ]
      for (line, bytes) in tests {
        let once = try shell("cat | " + line, input: bytes)
        let pieces = try shell("dd bs=\(size) status=none | " + line, input: bytes)
        #expect(once.output.count > frames)
        #expect(pieces.output == once.output)
        #expect(pieces.errors == "")
      }
    }

    @Test(arguments: ["", "trap '' PIPE; "]) func `a reader that has gone is a quiet end`(
      prefix: String
    ) throws {
      for line in [
        "sm-capture --silence --duration 1000", "sm-capture --silence --duration 1000 -t wav",
        "sm-capture --silence --duration 1000 | sm-render json",
      ] {
        let closed = try shell(prefix + line + " | head -c 10 >/dev/null; echo ${PIPESTATUS[*]}")
        #expect(closed.lines == [line.contains("|") ? "141 141 0" : "141 0"], "\(prefix)\(line)")
        #expect(closed.errors == "")
      }
    }

    @Test func `what is no number becomes zero on a pipe, counted and said`() throws {
      let sound = raw([0, .nan, 0.5, .infinity, -.infinity, 1.5, .leastNonzeroMagnitude, -0.25])
      let copy = try shell("cat | sm-capture -r 48k -c 2 -t raw", input: sound)
      #expect(copy.output == raw([0, 0, 0.5, 0, 0, 1.5, .leastNonzeroMagnitude, -0.25]))
      #expect(copy.errors == "sm-capture: 3 samples were no finite numbers and became zero\n")
      #expect(copy.status == 0)
      let quiet = try shell("cat | sm-capture -q -r 48k -c 2 | sm-render json", input: sound)
      #expect(quiet.errors == "")
      let tally = try #require(quiet.objects().last?["tally"] as? [[String: Any]])
      #expect(tally[0]["non_finite"] as? Int == 3)
    }

    @Test func `what is no number in a file is refused with frame and channel`() throws {
      var samples = ramp(3000)
      samples[2 * 2500 + 1] = .nan
      let file = ["a.wav": wav(samples, channels: 2)]
      let refused = try shell("sm-capture a.wav -t raw", files: file)
      #expect(refused.status == 1)
      #expect(refused.output == raw(Array(samples[..<5000])))
      #expect(
        refused.errors == "sm-capture: a.wav: frame 2500, channel 2: not a finite number; "
          + "sm-capture --scrub replaces such samples by zero and counts them\n")
      let records = try shell(
        "sm-capture a.wav 2>/dev/null | sm-render csv --fields position,frames,end", files: file)
      #expect(
        records.lines == ["position,frames,end", "0,2048,", "2048,452,", "2500,0,error"])
      #expect(records.errors == "")
      samples[2 * 2500 + 1] = 0
      let scrubbed = try shell("sm-capture --scrub a.wav -t raw", files: file)
      #expect(scrubbed.output == raw(samples))
      #expect(scrubbed.errors == "sm-capture: 1 samples were no finite numbers and became zero\n")
      #expect(scrubbed.status == 0)
    }

    @Test func `floats above full scale pass, and integers limit and count them`() throws {
      let sound = raw([1.5, -1.5, 1, 0.5])
      let records = try shell("sm-capture -r 48k -c 1 | sm-capture -t raw", input: sound)
      #expect(records.output == sound)
      let limited = try shell("sm-capture -r 48k -c 1 -t raw --to s16", input: sound)
      #expect(limited.output == Data([32_767, -32_768, 32_767, 16_384].flatMap { little($0, 2) }))
      #expect(
        limited.errors == "sm-capture: 3 samples were over full scale and limited to it\n")
    }

    @Test func `the locale changes nothing`() throws {
      // Through env, for bash itself complains of a locale that is not installed.
      let lines = { (locale: String) in
        """
        e="env LC_ALL=\(locale) LANG=\(locale)"
        $e sm-capture --tone 440.5 --level -6.5 --duration 0.1 | $e sm-render json
        $e sm-capture --tone 440.5 --duration 0.1 | $e sm-render text
        $e sm-capture --tone --duration 0.1 | $e sm-render csv --exact
        """
      }
      let plain = try shell(lines("C"))
      let german = try shell(lines("de_DE.UTF-8"))
      #expect(plain.output == german.output)
      #expect(german.errors == "")
      #expect(plain.text.contains("0.042667"))
    }

    @Test func `lengths are known where they can be and unknown elsewhere`() throws {
      let outcome = try shell(
        """
        sm-capture --tone --duration 1 -c 1 -t wav | head -c 58 | tail -c 4 | od -An -tu4
        sm-capture --tone --duration 1 -c 1 -t raw | sm-capture -r 48k -c 1 -t wav \
          | head -c 58 | tail -c 4 | od -An -tu4
        sm-capture --tone --duration 1 -c 1 | sm-capture -t wav > a.wav
        head -c 58 a.wav | tail -c 4 | od -An -tu4
        (printf abc; sm-capture --tone --duration 1 -c 1 -t wav) > b.wav
        tail -c +4 b.wav | cmp - a.wav && echo same
        sm-capture --tone --duration 1 -c 1 | sm-capture -t wav >> c.wav
        head -c 58 c.wav | tail -c 4 | od -An -tu4
        """)
      #expect(
        outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }
          == ["192000", "4294967295", "192000", "same", "4294967295"])
    }

    @Test func `a length beyond four gigabytes passes through a pipe`() throws {
      // 5 GiB of zeros behind a header that cannot say so; half a gigabyte unless long tests are
      // wanted, behind one that says less.
      let isLong = ProcessInfo.processInfo.environment["SM_LONG_TESTS"] != nil
      let frames = isLong ? 41_943_040 : 4_194_304
      let outcome = try shell(
        """
        sm-capture --silence --duration 0 -c 64 -r 1000000 -t wav --to s16 > h.wav
        (head -c 64 h.wav; printf '\\377\\377\\377\\377'; head -c \(frames * 128) /dev/zero) |
          sm-capture -b 65536 | sm-render csv --last --fields position,end
        """)
      #expect(outcome.lines == ["position,end", "\(frames),eof"])
      #expect(outcome.status == 0)
    }
  }
}
