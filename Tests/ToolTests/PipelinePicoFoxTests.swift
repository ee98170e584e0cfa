import Foundation
import Testing

/// The message of a transmitter, spoken, and the check of what is there.
@Suite struct `pipelines of a transmitter` {
  private static let settings = Data("CALLSIGN=N0CALL\nFREQ_MHZ=146.565\n".utf8)

  // MARK: picofox-message

  @Test(.enabled(if: has("espeak-ng"), "espeak-ng is not installed"))
  func `a text becomes the whole speech, at 0.95 less 6 dB`() throws {
    let outcome = try pipeline(
      """
      picofox-message.sh -o a.wav -- This is --the fox. && picofox-check.sh a.wav
      echo 'This is --the fox.' | picofox-message.sh -o b.wav && cmp a.wav b.wav
      echo 'This is --the fox.' >t; PULSE_RUNTIME_PATH=$PWD/pulse espeak-ng -v en -s 140 --stdout -f t >t.wav; wc -c <t.wav
      sm-capture - <t.wav | sm-render picofox --normalize --gain -6 -o - | cmp - a.wav
      sm-capture a.wav -t raw --to s16 | od -An -v -w2 -td2 | tr -d ' -' | sort -n | tail -1
      sm-capture --probe a.wav | grep frames
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 4)
    #expect(lines[0].hasSuffix("s; the transmitter sends it as it is (--profile picofox)"))
    // The peak is 0.95 · 10^(−6/20), 15,602 steps, before the device's rate takes the treble away.
    #expect((11_000...15_603).contains(try #require(Int(lines[2]))), "\(lines[2])")
    let spoken = try #require(Double(lines[1])) - 44
    let frames = try #require(Double(lines[3].split(separator: " ")[1]))
    #expect(abs(frames - spoken / 2 * 5000 / 22_050) <= 1, "\(lines)")
  }

  @Test(.enabled(if: has("espeak-ng"), "espeak-ng is not installed"))
  func `voice, speed, profile and listening are what they say`() throws {
    let outcome = try pipeline(
      """
      picofox-message.sh -o slow.wav --speed 80 one two three
      picofox-message.sh -o fast.wav --speed 300 --voice de --profile=picofox-8k one two three
      picofox-check.sh slow.wav fast.wav; picofox-message.sh --listen hello there
      sm-capture --probe heard.wav | grep rate; ls *.wav
      picofox-message.sh -o slow.wav hello; ls state/signalmetric/backups | wc -l
      picofox-message.sh --voice nobody -o slow.wav hello; echo $?
      """, files: ["fake-aplay": player])
    let lines = outcome.lines
    #expect(lines.count == 8, "\(lines) \(outcome.errors)")
    #expect(lines.first?.hasPrefix("slow.wav: ") ?? false)
    #expect(lines.contains { $0.hasPrefix("fast.wav: ") && $0.hasSuffix("picofox-8k)") })
    #expect(lines.contains("rate      48000"))
    #expect(!lines.contains("audio.wav"))
    #expect(lines.suffix(2) == ["1", "1"])
    #expect(
      outcome.errors.contains(
        "picofox-message.sh: espeak-ng has no voice nobody; espeak-ng --voices lists them\n"))
  }

  /// An espeak-ng that gets no further than the first words, in one way or another.
  private static func halfSpeech(_ end: String) -> Data {
    program(
      "case $* in *--stdin*) ;; *) exit ;; esac; sm-capture --tone --duration 1 -t wav --to s16 | head -c 40000; "
        + end)
  }

  @Test(arguments: ["kill -9 $$", "exit 1", "echo 'espeak-ng: broken' >&2; exit 3"])
  func `half a speech is none`(end: String) throws {
    let outcome = try pipeline(
      "echo old >a.wav; picofox-message.sh -o a.wav hello; echo $?; cat a.wav; ls",
      files: ["fake-espeak-ng": Self.halfSpeech(end)])
    #expect(outcome.lines == ["1", "old", "a.wav", "fake", "tmp"])
    #expect(
      outcome.errors.contains(
        "picofox-message.sh: the speech is not whole; nothing was made of it\n"))
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a full disk is no shorter speech`() throws {
    let outcome = try inSmallPlace(
      "TMPDIR=$PWD/small picofox-message.sh -o a.wav hello; echo $?; ls a.wav 2>/dev/null",
      files: [
        "fake-espeak-ng": program(
          "case $* in *--stdin*) sm-capture --tone --duration 3 -t wav --to s16 ;; esac")
      ])
    #expect(outcome.lines == ["1"], "\(outcome.errors)")
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test func `at most 2,000 characters of UTF-8 are spoken`() throws {
    let speech = program("case $* in *--stdin*) cat >\"$HERE/text\"; cat \"$HERE/s.wav\" ;; esac")
    let most = String(repeating: "ä", count: 2000)
    let start = "sm-capture --tone --duration 1 -t wav --to s16 >s.wav; "
    let outcome = try pipeline(
      start + "picofox-message.sh -o a.wav; echo $?; wc -c <text", input: Data((most + "\n").utf8),
      files: ["fake-espeak-ng": speech])
    #expect(outcome.lines == ["0", "4001"], "\(outcome.errors)")
    for (text, message) in [
      (Data((most + "b").utf8), "the text has more than 2000 characters"),
      (Data(repeating: 0x61, count: 100_000), "the text has more than 2000 characters"),
      (Data("a\u{FF}".unicodeScalars.map { UInt8($0.value) }), "the text is not UTF-8"),
      (Data(" \n\t\n".utf8), "the text is empty"), (Data(), "the text is empty"),
    ] {
      try pipeline(
        start + "picofox-message.sh -o a.wav", input: text, files: ["fake-espeak-ng": speech]
      ).expectRefusal(2, "picofox-message.sh", message)
    }
    for (words, message) in [
      ("hello", "which file? -o FILE, or --listen"), ("-o a.wav --speed 79 x", "--speed is 80 to"),
      ("-o a.wav --speed 451 x", "--speed is 80 to"), ("-o a.wav --speed fast x", "--speed is 80"),
    ] {
      try pipeline("picofox-message.sh \(words)", files: ["fake-espeak-ng": speech])
        .expectRefusal(2, "picofox-message.sh", message)
    }
  }

  // MARK: picofox-check

  @Test func `picofox-check tells what the transmitter would send`() throws {
    let outcome = try pipeline(
      """
      sm-capture --tone --duration 2 | sm-render picofox -o '5 k.wav'
      sm-capture --tone --duration 2 | sm-render picofox --profile picofox-8k -o 8k.wav
      { cat '5 k.wav'; printf 'LIST\\4\\0\\0\\0abcd'; } >list.wav
      sm-capture --tone --duration 2 -r 5000 -c 2 -t wav --to s16 >stereo.wav
      sm-capture --tone --duration 2 -r 5000 -c 1 -t wav >float.wav
      head -c 9000 8k.wav >cut.wav
      picofox-check.sh -- '5 k.wav' 8k.wav factory.wav; echo $?
      for file in list.wav stereo.wav float.wav cut.wav; do picofox-check.sh $file; echo $?; done
      """, files: ["factory.wav": factoryFile()])
    let wrong = "not 5000 or 8000 Hz, 16 bits, one channel behind a header of 44 bytes"
    #expect(
      outcome.lines == [
        "5 k.wav: 2.0 s; the transmitter sends it as it is (--profile picofox)",
        "8k.wav: 2.0 s; the transmitter sends it as it is (--profile picofox-8k)",
        "factory.wav: 28.8 s; the factory's file, with wrong lengths in its header; the transmitter "
          + "sends it", "0", "list.wav: \(wrong)", "1", "stereo.wav: \(wrong)", "1",
        "float.wav: \(wrong)", "1", "1",
      ], "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("sm-capture: cut.wav: "))
  }

  @Test func `picofox-check looks at a card, and needs something to look at`() throws {
    let outcome = try pipeline(
      """
      mkdir 'my fox'; cp settings.txt 'my fox'; picofox-check.sh 'my fox' >/dev/null; echo $?
      sm-capture --tone --duration 1 | sm-render picofox -o 'my fox/audio.wav'
      picofox-check.sh 'my fox' | tail -3 | cut -d , -f 1; picofox-check.sh; echo $?
      """, files: ["settings.txt": Self.settings])
    #expect(
      outcome.lines == [
        "1", "settings.txt: 33 bytes", "audio.wav: 10044 bytes",
        "my fox looks like a copy of a transmitter",
        "2",
      ])
    #expect(
      outcome.errors == "picofox-check.sh: what is to be checked? FOLDER or FILE; see --help\n")
  }
}
