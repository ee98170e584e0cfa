import Foundation
import Testing

@testable import SampleIO

private let suffixes = ["wav", "flac", "ogg", "opus", "aiff", "caf", "mp3"]

/// Shell functions of these tests.
private let helpers = """
  frames() { sm-capture "$@" -t raw 2>/dev/null | wc -c | awk '{ print $1 / 8 }'; }
  # feed COUNT SECONDS: so many blocks of a tenth of a second, one every SECONDS
  feed() { for ((i = 0; i < $1; i++)); do cat block; sleep $2; done; }
  sm-capture --tone --duration 0.1 -t raw > block

  """

@Suite struct `sm-capture --record` {
  @Test(arguments: suffixes) func `the file holds the whole stream`(_ suffix: String) throws {
    let run = try shell(
      helpers
        + "sm-capture --demo --duration 3 --record x.\(suffix) | wc -c; frames x.\(suffix); ls")
    let plain = try shell("sm-capture --demo --duration 3 | wc -c")
    #expect(run.lines == [plain.lines[0], "144000", "block", "x.\(suffix)"])
    #expect(run.errors == "sm-capture: x.\(suffix): recorded 3.000 s (144000 frames)\n")
  }

  @Test(arguments: ["", "s24", "f32"]) func `the file's samples are the stream's`(_ format: String)
    throws
  {
    let option = format.isEmpty ? "" : "--record-format \(format)"
    let to = format.isEmpty ? "s16" : format
    let run = try shell(
      """
      sm-capture --demo --duration 2 --record x.wav \(option) -t wav --to \(to) > y.wav
      cmp <(sm-capture x.wav -t raw) <(sm-capture y.wav -t raw) && echo same
      """)
    #expect(run.lines == ["same"])
  }

  @Test func `what is over full scale is limited and counted`() throws {
    let run = try shell(
      """
      sm-capture --tone --duration 1 --level 6 -c 1 --record x.wav | sm-capture - -t raw > all
      sm-capture x.wav -t raw
      """)
    let samples = run.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count == 48_000)
    #expect(samples.max() == 1 - 0x1p-15)
    #expect(samples.min() == -1)
    #expect(run.errors.contains("samples were over full scale and limited to it"))
  }

  @Test func `an existing file is replaced only with --force, and by a rename`() throws {
    let run = try shell(
      helpers + """
        echo old > x.wav
        sm-capture --tone --record x.wav | wc -c
        cat x.wav
        sm-capture --tone --record x.wav --force | wc -c
        frames x.wav
        ls
        """)
    #expect(run.lines[0] == "0")
    #expect(run.lines[1] == "old")
    #expect(Int(run.lines[2]) ?? 0 > 1_000_000)
    #expect(Array(run.lines[3...]) == ["144000", "block", "x.wav"])
    #expect(run.errors.hasPrefix("sm-capture: x.wav: there is such a file; "))
  }

  @Test func `a part left behind is kept, a part of a running recorder also with --force`() throws {
    let run = try shell(
      helpers + """
        echo left > x.wav.part
        sm-capture --tone --record x.wav > /dev/null; echo $?
        cat x.wav.part
        (feed 20 0.1) | sm-capture - -f f32 -r 48k -c 2 --record x.wav --force > /dev/null 2>&1 &
        sleep 0.7
        sm-capture --tone --record x.wav --force > /dev/null; echo $?
        wait
        frames x.wav
        """)
    #expect(run.lines == ["1", "left", "1", "96000"])
    #expect(run.errors.contains("5 bytes left by a recording that was killed"))
    #expect(run.errors.contains("another program is recording it"))
  }

  @Test(arguments: ["-", "x", "x.m4a", "x.mp3 --record-format s24", "x.wav --record-format s8"])
  func `what cannot be is wrong usage`(_ words: String) throws {
    let run = try shell("sm-capture --tone --record \(words) | wc -c; echo ${PIPESTATUS[0]}; ls")
    #expect(run.lines == ["0", "2"])
  }

  @Test(arguments: [
    ("x.opus", "-r 44100", "44100 Hz"), ("x.mp3", "-c 6", "6 channels"),
    ("x.flac", "-c 9", "9 channels"), ("x.flac", "-r 768k", "768000 Hz"),
  ])
  func `a format that cannot take the sound is refused before any`(
    _ file: String, _ options: String, _ what: String
  ) throws {
    let run = try shell(
      "sm-capture --tone \(options) --record \(file) | wc -c; echo ${PIPESTATUS[0]}; ls")
    #expect(run.lines == ["0", "1"])
    #expect(run.errors.contains("cannot hold \(what); it takes"))
  }

  @Test(arguments: [
    "mkfifo x.wav", "mkfifo x.wav.part", "mkdir x.wav", "ln -s /dev/null x.wav.part",
  ])
  func `only a regular file is written`(_ before: String) throws {
    let run = try shell("\(before); sm-capture --tone --record x.wav --force | wc -c")
    #expect(run.lines == ["0"])
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `--record-limit closes the file and the stream goes on`() throws {
    let run = try shell(
      helpers + """
        sm-capture --tone --duration 3 --record x.wav --record-limit 1.5 -t raw | wc -c
        echo ${PIPESTATUS[0]}; frames x.wav
        """)
    #expect(run.lines == ["1152000", "0", "72000"])
  }

  @Test func `an empty recording leaves no file and says so`() throws {
    let run = try shell(
      "sm-capture - -f f32 -r 48k -c 2 --record x.wav < /dev/null | wc -c; echo ${PIPESTATUS[0]}; ls"
    )
    #expect(Array(run.lines.dropFirst()) == ["1"])
    #expect(run.errors == "sm-capture: x.wav: there was no sound to record; no file was made\n")
  }

  @Test func `a source that goes wrong leaves what came before`() throws {
    let run = try shell(
      helpers + """
        sm-capture --tone --duration 1 -t wav > y.wav; head -c 200000 y.wav > z.wav
        sm-capture z.wav --record x.wav > /dev/null; echo $?
        frames x.wav; ls
        """)
    #expect(run.lines == ["1", "24992", "block", "x.wav", "y.wav", "z.wav"])
    #expect(run.errors.contains("x.wav: recorded 0.521 s (24992 frames)"))
  }

  @Test func `sources that fit go into one file, one that does not ends it`() throws {
    let run = try shell(
      helpers + """
        sm-capture --tone --duration 1 -t wav > a.wav
        sm-capture --tone --duration 1 -r 44100 -t wav > b.wav
        sm-capture a.wav a.wav --record x.wav > /dev/null; echo $?
        sm-capture a.wav b.wav a.wav --record y.wav > all; echo $?
        frames x.wav; frames y.wav
        """)
    #expect(run.lines == ["0", "1", "96000", "48000"])
    #expect(run.errors.contains("44100 Hz, 2 channels does not go into the same file"))
  }

  @Test(arguments: suffixes) func `a file that may not grow ends the recording, not the stream`(
    _ suffix: String
  ) throws {
    let run = try shell(
      helpers + """
        (ulimit -f 100; sm-capture --demo --duration 120 --record x.\(suffix); echo $? >&2) | wc -c
        frames x.\(suffix); ls; sm-capture x.\(suffix) > /dev/null; echo $?
        """)
    let whole = try shell("sm-capture --demo --duration 120 | wc -c")
    #expect(run.lines[0] == whole.lines[0])
    #expect(Double(run.lines[1]) ?? 0 > 20_000)
    #expect(Array(run.lines[2...]) == ["block", "x.\(suffix)", "0"])
    #expect(run.errors.contains("x.\(suffix): the recording ends: file too large"))
    #expect(run.errors.hasSuffix("\n1\n"))
  }

  static let canMount = (try? shell("unshare -rm true"))?.status == 0

  @Test(.enabled(if: canMount, "no user namespace to mount a small file system in"))
  func `a full disk ends the recording, not the stream`() throws {
    let run = try shell(
      helpers + """
        mkdir small
        unshare -rm bash -c 'mount -t tmpfs -o size=200k tmpfs small
          sm-capture --demo --duration 20 --record small/x.wav | wc -c; echo ${PIPESTATUS[0]}
          sm-capture small/x.wav -t raw | wc -c; ls small'
        """)
    #expect(run.lines.count == 4)
    #expect(run.lines[1] == "1")
    #expect(Int(run.lines[2]) ?? 0 > 390_000)
    #expect(run.lines[3] == "x.wav")
    #expect(run.errors.contains("the recording ends: no space left on device"))
  }

  @Test(arguments: suffixes) func `a killed recording plays to its last second`(_ suffix: String)
    throws
  {
    let run = try shell(
      helpers + """
        mkfifo pipe
        feed 100 0.05 > pipe & feeder=$!
        sm-capture - -f f32 -r 48k -c 2 --record x.\(suffix) < pipe > stream & recorder=$!
        sleep 3.2
        kill -9 $recorder; kill $feeder; wait
        frames stream; frames x.\(suffix).part
        if command -v ffmpeg > /dev/null; then
          ffmpeg -v quiet -i x.\(suffix).part -f f32le -ac 2 - | wc -c | awk '{ print $1 / 8 }'
        else echo none; fi
        ls
        """)
    let sent = try #require(Double(run.lines[0]))
    #expect(sent > 100_000)
    // what came in the last second of the clock, at twice real time, and what a codec holds back
    let least = sent - 2.2 * 48_000 - 30_000
    #expect(Double(run.lines[1]) ?? 0 > least)
    if let frames = Double(run.lines[2]) { #expect(frames > least) }
    #expect(!run.lines.contains("x.\(suffix)"))
  }

  @Test func `a killed recording leaves the file that it would have replaced`() throws {
    let run = try shell(
      helpers + """
        echo old > x.wav
        sm-capture --demo --realtime --record x.wav --force > /dev/null & recorder=$!
        sleep 1; kill -9 $recorder; wait $recorder 2> /dev/null
        cat x.wav; ls; sm-capture --tone --duration 1 --record x.wav --force > /dev/null; frames x.wav
        ls
        """)
    #expect(
      run.lines == ["old", "block", "x.wav", "x.wav.part", "48000", "block", "x.wav"])
  }

  @Test func `the reader going away ends the stream and not the file`() throws {
    let run = try shell(
      helpers + """
        sm-capture --demo --duration 86400 --record x.wav | head -c 100000 | wc -c
        echo ${PIPESTATUS[0]}
        test $(frames x.wav) -ge 4096 && ls
        """)
    #expect(run.lines == ["100000", "0", "block", "x.wav"])
    #expect(run.errors.contains("x.wav: recorded "))
  }

  @Test func `--keep-recording goes on without a reader`() throws {
    let run = try shell(
      helpers + """
        sm-capture --demo --duration 20 --record x.flac --keep-recording | head -c 1000 | wc -c
        echo ${PIPESTATUS[0]}; frames x.flac
        """)
    #expect(run.lines == ["1000", "0", "960000"])
  }

  @Test func `SIGUSR2 pauses and goes on, without a gap in the file`() throws {
    // one channel whose samples count the frames
    let ramp = (0..<48_000).map { Float($0) * 0x1p-20 }
    let run = try shell(
      """
      mkfifo pipe
      for ((i = 0; i < 40; i++)); do
        tail -c +$((i * 4800 + 1)) ramp | head -c 4800; sleep 0.05
      done > pipe &
      sm-capture - -f f32 -r 48k -c 1 -b 100 --record x.wav --record-format f32 < pipe > stream &
      sleep 0.7; kill -USR2 $!; sleep 0.5; kill -USR2 $!; wait $!; echo $? >&2
      sm-capture x.wav -t raw
      """, files: ["ramp": ramp.withUnsafeBytes { Data($0) }])
    let samples = run.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count > 10_000 && samples.count < 44_000)
    #expect(samples.first == 0)
    #expect(samples.last == ramp.last)
    let jumps = zip(samples, samples.dropFirst()).filter { $1 - $0 != 0x1p-20 }
    #expect(jumps.count == 1)
    #expect(run.errors.contains("x.wav: recording paused at 0:00:0"))
    #expect(run.errors.contains("x.wav: recording goes on at 0:00:0"))
    #expect(run.errors.hasSuffix("\n0\n"))
  }

  /// A stream of records, as it comes from a sound card.
  private func live(blocks: Int, frames: Int, gapBefore gap: Int? = nil) throws -> Data {
    var description = SourceDescription()
    description.kind = .device
    var source = SourceBlocks(description, rate: 48_000, channels: 2)
    var record = Record()
    var data = Data()
    let samples = (0..<frames * 2).map { Float($0 % 100) / 200 }
    var lost: Int64 = 0
    for index in 0...blocks {
      if index == gap { lost = 4800 }
      if index < blocks {
        source.fill(&record, with: samples, frames: frames)
      } else {
        source.finish(&record, .endOfInput)
      }
      record.header.flags.insert(.live)
      if index == gap { record.header.flags.insert(.gap) }
      record.header.position += lost
      record.header.lost = lost
      try record.withEncoded { bytes in data.append(contentsOf: bytes) }
    }
    return data
  }

  @Test func `frames that a live source lost are silence in the file`() throws {
    let run = try shell(
      "cat live.sm | sm-capture - --record x.wav | wc -c; sm-capture x.wav -t raw",
      files: ["live.sm": try live(blocks: 10, frames: 100, gapBefore: 4)])
    #expect(run.errors.contains("recorded 0.121 s (5800 frames), 4800 lost frames are silence"))
  }

  @Test func `a live source overtakes a slow writer: the recording ends, the stream goes on`()
    throws
  {
    // far faster than real time, and Opus cannot follow
    let run = try shell(
      helpers + """
        cat live.sm | sm-capture - --lossless --record x.opus | wc -c; echo ${PIPESTATUS[1]}
        frames x.opus; ls
        """, files: ["live.sm": try live(blocks: 3000, frames: 2048)])
    let frames = try #require(Double(run.lines[2]))
    #expect(frames >= 64 * 2048 && frames < 3000 * 2048)
    #expect(frames.truncatingRemainder(dividingBy: 2048) == 0)
    #expect(run.lines[1] == "1")
    #expect(Int(run.lines[0]) ?? 0 > 3000 * 2048 * 8)
    #expect(run.lines[3...] == ["block", "live.sm", "x.opus"])
    #expect(run.errors.contains("x.opus: storage cannot keep up: the recording ends at "))
    #expect(run.errors.contains("(\(Int(frames)) frames)"))
  }

  @Test(arguments: [16, 700, 65_536])
  func `the size of the blocks changes nothing`(_ block: Int) throws {
    let run = try shell(
      helpers + """
        sm-capture --demo --duration 2 -b \(block) --record x.wav > /dev/null
        sm-capture --demo --duration 2 --record y.wav > /dev/null
        cmp x.wav y.wav && echo same
        """)
    #expect(run.lines == ["same"])
  }

  @Test func `any other source waits for a slow writer`() throws {
    let run = try shell(
      helpers + "sm-capture --demo --duration 60 --record x.opus > /dev/null; frames x.opus")
    #expect(run.lines == ["2880000"])
  }

  @Test(arguments: ["INT", "TERM", "HUP"])
  func `a signal ends the take, and every frame of the stream is in it`(_ signal: String) throws {
    let run = try shell(
      helpers + """
        set -m
        sm-capture --demo --realtime --record x.wav > stream & recorder=$!
        set +m; sleep 1.5; kill -\(signal) $recorder; wait $recorder; echo $?
        test $(frames stream) -gt 40000 && test $(frames stream) = $(frames x.wav) && echo whole
        """)
    #expect(run.lines == ["0", "whole"])
    #expect(run.errors.hasPrefix("sm-capture: x.wav: recorded 1."))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `Ctrl-C to a whole chain leaves a whole file and no complaint`() throws {
    let run = try shell(
      helpers + """
        set -m
        sm-capture --demo --realtime --record x.flac | sm-loudness | sm-render json > lines &
        set +m; sleep 1.5; kill -INT -- -$!; wait $!
        test $(frames x.flac) -gt 40000 && tail -1 lines | grep -o '"end":"[a-z]*"'; ls
        """)
    #expect(run.lines == ["\"end\":\"interrupted\"", "block", "lines", "x.flac"])
    #expect(run.errors.hasPrefix("sm-capture: x.flac: recorded 1."))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a reader that goes from a live stream ends it, too`() throws {
    let run = try shell(
      helpers + """
        sm-capture --demo --realtime --record x.wav | head -c 50000 | wc -c; echo ${PIPESTATUS[0]}
        sm-capture --demo --realtime --duration 2 --record y.wav --keep-recording | head -c 9 | wc -c
        echo ${PIPESTATUS[0]}; frames y.wav
        """)
    #expect(run.lines == ["50000", "0", "9", "0", "96000"])
  }

  @Test func `a slow reader of a live stream costs the file nothing`() throws {
    let run = try shell(
      helpers + """
        sm-capture --demo --realtime --duration 3 --record x.wav | (sleep 2; cat > stream)
        frames x.wav
        """)
    #expect(run.lines == ["144000"])
    #expect(run.errors.contains(" lost ("))
  }

  @Test func `a reader that takes nothing holds up no recording`() throws {
    let run = try shell(
      helpers + """
        mkfifo pipe; sleep 6 < pipe & reader=$!
        set -m
        sm-capture --demo --realtime --record x.wav > pipe & recorder=$!
        set +m; sleep 1.5; kill -INT $recorder; wait $recorder; echo $?; kill $reader
        test $(frames x.wav) -gt 40000 && ls
        """)
    #expect(run.lines == ["0", "block", "pipe", "x.wav"])
  }

  @Test func `frames that a sound card lost are silence in the file`() throws {
    let run = try shell(
      helpers + """
        mkdir bin; PATH=$PWD/bin:$PATH
        cat > bin/arecord << 'END'
        #!/bin/bash
        for ((i = 0; i < 10; i++)); do
          head -c 38400 /dev/zero; sleep 0.1
          [ $i = 5 ] && echo 'overrun!!! (at least 500.000 ms long)' >&2
        done
        exec sleep 9
        END
        chmod +x bin/arecord
        set -m
        sm-capture -D default --record x.wav > stream & recorder=$!
        set +m; sleep 3; kill -INT $recorder; wait $recorder; echo $?; frames x.wav
        """)
    #expect(run.lines == ["0", "72000"])
    #expect(run.errors.contains("recorded 1.500 s (72000 frames), 24000 lost frames are silence"))
  }
}
