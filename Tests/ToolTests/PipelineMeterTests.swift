import Foundation
import Testing

/// Pipelines that measure: a microphone is an arecord of ours.
@Suite struct `pipelines of meters` {
  /// A card that gives the sound of `card1`, the second time of `card2`, and is gone.
  ///
  /// What it is asked for stands in `asked`.
  private static let card = program(
    """
    echo "$@" >>"$HERE/asked"
    echo "Recording raw data 'stdin' : Signed 32 bit Little Endian, Rate 48000 Hz, Stereo" >&2
    cat "$HERE/card$(wc -l <"$HERE/asked")"
    echo 'arecord: pcm_read:2221: read error: No such device' >&2
    exit 1
    """)

  // MARK: live-meter, noise-meter

  @Test func `live-meter shows a file as it would play`() throws {
    let outcome = try pipeline(
      makeSound + """
        cp sound.wav './-x
        y.wav'; live-meter.sh -i '-x
        y.wav' --view=spectrum --target -16 --record take.flac
        echo $?; sm-capture take.flac -t wav --to s16 | cmp - <(sm-capture sound.wav -t wav --to s16)
        """)
    #expect(outcome.lines.first?.hasPrefix("Spectrum") ?? false)
    #expect(outcome.lines.last == "0")
    #expect(!outcome.errors.contains("LEFT") && !outcome.errors.contains("differ"))
  }

  @Test func `live-meter listens to the card that is named`() throws {
    let outcome = try pipeline(
      """
      sm-capture --tone 1000 --duration 1 -t raw --to s32 >card1
      live-meter.sh -D hw:7 --record take.wav; echo $?; cat asked; sm-capture --probe take.wav
      """, files: ["fake-arecord": Self.card])
    #expect(outcome.text.contains("\n1\n-t raw -D hw:7 -f S32_LE -r 48000 -c 2\n"))
    #expect(outcome.text.hasPrefix("Monitor") && outcome.text.contains("kind      file"))
    #expect(outcome.errors.contains("sm-capture: hw:7: the sound card has gone\n"))
    #expect(!outcome.errors.contains("LEFT"))
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `what a full disk keeps from being recorded or saved is a failure`() throws {
    let outcome = try inSmallPlace(
      makeSound + "live-meter.sh -i sound.wav --record small/take.wav >picture; echo $?; "
        + "noise-meter.sh -i sound.wav --save small/n.sm >picture; echo $?")
    #expect(outcome.lines.prefix(2) == ["1", "1"], "\(outcome.text)")
    #expect(outcome.errors.contains("small/take.wav: the recording ends: no space left on device"))
    #expect(outcome.errors.contains("tee: small/n.sm: No space left on device"))
    #expect(!outcome.errors.contains("LEFT"))
  }

  @Test func `meters refuse words that mean nothing`() throws {
    for name in ["live-meter", "noise-meter"] {
      try pipeline("\(name).sh song.wav").expectRefusal(
        2, "\(name).sh", "song.wav is one word too many; a file is named with -i")
      try pipeline("\(name).sh -i").expectRefusal(
        2, "\(name).sh", "option requires an argument -- 'i'")
    }
    #expect(try pipeline(makeSound + "live-meter.sh -i sound.wav --view none").status == 2)
    #expect(try pipeline(makeSound + "noise-meter.sh -i sound.wav --calibrate x").status == 2)
    // an empty name is no microphone
    try pipeline("live-meter.sh -i ''").expectRefusal(1, "sm-capture", "No such file or directory")
  }

  @Test func `noise-meter keeps its readings, and the measurements without sound`() throws {
    let outcome = try pipeline(
      """
      sm-capture --tone 1000 --level -19.9 --duration 2 -t wav >tone.wav
      noise-meter.sh -i tone.wav --calibrate 94 --history h.csv --save n.sm --note 'in the hall'
      echo $?; cut -d , -f 1-3 h.csv
      sm-render csv --last --fields source.note,weighted.laeq,end -i n.sm | tail -1
      sm-capture n.sm | sm-fft > /dev/null; echo $?
      noise-meter.sh -i tone.wav --save n.sm; echo $?
      """)
    #expect(outcome.text.hasPrefix("Noise meter") && outcome.text.contains("dB, calibrated"))
    // A sine of −19.9 dBFS has an RMS of −22.9, and 94 dB more is 71.
    let tail = Array(outcome.lines.suffix(8))
    #expect(
      tail.prefix(5) == ["0", "0.5,-22.9,71", "1.0,-22.9,71", "1.5,-22.9,71", "2.0,-22.9,71"])
    #expect(tail[5].hasPrefix("in the hall,-22.9") && tail[5].hasSuffix(",eof"))
    #expect(tail.suffix(2) == ["1", "1"])
    #expect(outcome.errors.contains("noise-meter.sh: n.sm exists; choose another name\n"))
  }

  // MARK: room-vs-voice

  @Test(arguments: [
    (-40.0, "as in a studio"), (-20, "good for a recording"), (0, "good for a call"),
    (10, "tiring to listen to"),
    (15, "hardly to be understood"), (30, "does not stand out"),
  ]) func `room-vs-voice: two tones of known levels`(level: Double, words: String) throws {
    // A voice of −10 dBFS; the room is `level` − 30.
    let outcome = try pipeline(
      """
      sm-capture --tone 1000 --duration 3 --level -10 -t wav >voice.wav
      sm-capture --tone 1000 --duration 3 --level \(level - 30) -t wav >room.wav
      room-vs-voice.sh room.wav voice.wav
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = outcome.lines
    try #require(lines.count == 4)
    // 1 kHz has the A-weight 0; the edges of 5 ms take 0.01 dB.
    let difference = try #require(Double(lines[2].split(separator: " ")[1]))
    #expect(abs(difference - (20 - level)) < 0.06, "\(lines)")
    #expect(lines[3].contains(words), "\(lines)")
    let room = try #require(Double(lines[0].split(separator: " ")[1]))
    #expect(abs(room - (level - 33.02)) < 0.06)
  }

  @Test func `room-vs-voice: first the room, then the voice, from a card`() throws {
    let outcome = try pipeline(
      """
      sm-capture --tone 1000 --duration 3 --level -60 -t raw --to s32 >card1
      sm-capture --tone 1000 --duration 3 --level 6 -t raw --to s32 >card2
      room-vs-voice.sh -D hw:3 --seconds 1; echo $?; grep -c hw:3 asked
      """, files: ["fake-arecord": Self.card])
    #expect(outcome.lines.suffix(2) == ["0", "2"], "\(outcome.text) \(outcome.errors)")
    #expect(outcome.text.contains("the voice is clipped"))
    #expect(outcome.errors.contains("be quiet: this is the room, for 1 seconds\n"))
  }

  @Test func `room-vs-voice: silence, a cut file and one file are failures`() throws {
    let outcome = try pipeline(
      makeSound + """
        head -c 100000 sound.wav >cut.wav; sm-capture --silence -t wav >silence.wav
        room-vs-voice.sh silence.wav sound.wav; echo $?; room-vs-voice.sh sound.wav silence.wav
        echo $?; room-vs-voice.sh sound.wav cut.wav; echo $?; room-vs-voice.sh sound.wav; echo $?
        """)
    #expect(outcome.lines == ["1", "1", "1", "2"])
    #expect(outcome.errors.contains("the room is digital silence; is the microphone muted?\n"))
    #expect(outcome.errors.contains("the voice is digital silence"))
    #expect(outcome.errors.contains("either two files, ROOM and VOICE, or none; see --help\n"))
  }

  // MARK: compare-revisions

  private static let music =
    "sm-capture --noise pink --duration 8 --level -26 -t wav >old.wav; "

  @Test func `compare-revisions takes level and delay away`() throws {
    let outcome = try pipeline(
      Self.music + """
        { sm-capture --silence --duration 0.3 -t raw; sm-capture old.wav -t raw; } |
          sm-eq -f f32 -r 48000 -c 2 --preamp -6 -t wav >new.wav
        compare-revisions.sh old.wav new.wav
        """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines[0].contains("LUFS: new is compared with +6."), "\(outcome.lines[0])")
    #expect(outcome.text.contains("delay: 14400 frames (0.300000 s)"))
    let snr = try #require(outcome.lines.first { $0.hasPrefix("SNR: ") })
    #expect(try #require(Double(snr.split(separator: " ")[1])) > 38, "\(snr)")
    #expect(outcome.lines.count { $0.contains(" Hz ") } == 24)
  }

  @Test func `compare-revisions names the band that was changed, at another rate`() throws {
    let outcome = try pipeline(
      Self.music + """
        sm-eq -q -i old.wav 'ON PK Fc 1998 Hz Gain 6 dB Q 1' | sm-resample 44100 -t wav >new.wav
        compare-revisions.sh old.wav new.wav
        """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    func change(_ band: String) throws -> Double {
      let line = try #require(outcome.lines.first { $0.hasPrefix(band + " Hz ") })
      return try #require(Double(line.split(separator: " ")[4]))
    }
    // The bell has 6 dB at its middle and 0.1 dB at 173 Hz, whatever the gain that matches.
    let top = try change("1998") - change("173")
    #expect((5.4...6.1).contains(top), "\(top)")
    #expect(abs(try change("51") - change("173")) < 0.3)
    #expect(outcome.text.contains("384000 of new, 384000 of old"))
  }

  @Test func `compare-revisions: equal files, a file of one channel, and what fails`() throws {
    let outcome = try pipeline(
      Self.music + """
        compare-revisions.sh old.wav old.wav | tail -4 | head -2
        sm-capture --sweep -c 2 -t wav >both.wav; sm-capture --sweep -c 1 -t wav >one.wav
        compare-revisions.sh both.wav one.wav | tail -6
        head -c 100000 old.wav >cut.wav; sm-capture --silence -t wav >silence.wav
        compare-revisions.sh old.wav cut.wav; echo $?
        compare-revisions.sh old.wav silence.wav; echo $?
        compare-revisions.sh old.wav; echo $?
        """)
    #expect(outcome.lines.prefix(2) == ["largest difference: none", "SNR: infinite"])
    #expect(outcome.text.contains("\nThe numbers of channels differ: their means are compared.\n"))
    #expect(outcome.text.contains("level difference: 0.00 dB\ndelay: 0 frames"))
    #expect(outcome.lines.suffix(3) == ["1", "1", "2"])
    #expect(outcome.errors.contains("one of them has no loudness: it is silent, or shorter"))
  }
}
