import Foundation
import Testing

/// pitch-perfect: record, change, play.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(
      atPath: products.appendingPathComponent("sm-effect").path), "sm-effect is not built"))
struct `pitch-perfect` {
  /// A card of two seconds of 440 Hz, one channel.
  private static let card = program(
    "echo \"$@\" >\"$HERE/asked\"; "
      + "exec sm-capture --tone 440 --duration 2 -c 1 -t raw --to s32")
  private static let files = ["fake-arecord": card, "fake-aplay": player]
  private static let makeTone = "sm-capture --tone 440 --duration 2 -c 1 -t wav >tone.wav; "

  @Test func `records, and plays what sm-effect makes`() throws {
    let outcome = try pipeline(
      """
      pitch-perfect.sh -D hw:4 --seconds 1 --keep me.wav high; echo $?; cat asked
      cmp heard.wav <(sm-capture me.wav | sm-effect high -t wav)
      sm-capture --probe me.wav | grep -e frames -e channels
      sm-fft -i heard.wav -n 16384 | sm-render check \
        'position == 48000' 'spectrum.components.1.frequency in 782..786'; echo $?
      """, files: Self.files)
    #expect(
      outcome.lines == [
        "0", "-t raw -D hw:4 -f S32_LE -r 48000 -c 1", "channels  1", "frames    48000", "0",
      ], "\(outcome.errors)")
    #expect(outcome.errors.contains("pitch-perfect.sh: recording for 1 seconds; Ctrl-C ends it"))
    #expect(!outcome.errors.contains("LEFT"))
  }

  @Test func `makes files of every effect`() throws {
    let outcome = try pipeline(
      Self.makeTone + """
        for effect in slow fast low 'slow echo' reverb '-- --pitch 300 --tempo 0.8'; do
          pitch-perfect.sh -i tone.wav -o o.wav --force $effect
          sm-capture tone.wav | sm-effect ${effect#--} | sm-render wav --force -o want.wav
          cmp o.wav want.wav && sm-capture --probe o.wav | grep frames | tr -d ' a-z'
        done
        pitch-perfect.sh -i tone.wav -o o.wav slow; echo $?
        """, files: Self.files)
    let frames = outcome.lines.compactMap(Int.init)
    try #require(frames.count == 7, "\(outcome.lines) \(outcome.errors)")
    #expect(frames[0] == 192_000 && frames[1] == 64_000 && frames[2] == 96_000)
    #expect(frames[3] > 192_000 && frames[4] > 96_000 && frames[5] == 120_000)
    #expect(frames[6] == 1)
    #expect(outcome.errors == "pitch-perfect.sh: o.wav exists; --force replaces it\n")
  }

  @Test func `what fails leaves the old file, and a wrong effect is said before anybody speaks`()
    throws
  {
    let outcome = try pipeline(
      Self.makeTone + """
        head -c 100000 tone.wav >cut.wav; echo old >o.wav
        pitch-perfect.sh -i cut.wav -o o.wav --force slow; echo $?; cat o.wav
        pitch-perfect.sh loud; echo $?; ls asked 2>/dev/null
        pitch-perfect.sh; echo $?; pitch-perfect.sh -i none -o n.wav slow; echo $?
        pitch-perfect.sh -i tone.wav -o n.xyz slow; echo $?
        """, files: Self.files)
    #expect(outcome.lines == ["1", "old", "2", "2", "1", "2"], "\(outcome.errors)")
    #expect(!outcome.errors.contains("LEFT"), "\(outcome.errors)")
  }

  @Test func `Ctrl-C ends the recording, and what was recorded is played`() throws {
    let outcome = try pipeline(
      """
      timeout -s INT -k 30 1 pitch-perfect.sh --seconds 20 --keep me.wav slow; echo $?
      sm-capture -t raw me.wav | wc -c; sm-capture -t raw heard.wav | wc -c
      """,
      files: [
        "fake-arecord": program(
          "exec sm-capture --tone 440 --realtime --lossless --duration 30 -c 1 -t raw --to s32"),
        "fake-aplay": player,
      ])
    let numbers = outcome.lines.compactMap(Int.init)
    try #require(numbers.count == 3, "\(outcome.errors)")
    #expect(numbers[0] == 124 && numbers[1] > 0 && numbers[2] == 2 * numbers[1])
    #expect(!outcome.errors.contains("LEFT"), "\(outcome.errors)")
  }

  @Test func `a card that is not there is said, and nothing is played`() throws {
    let outcome = try pipeline(
      "pitch-perfect.sh high; echo $?; ls",
      files: [
        "fake-arecord": program(
          "echo 'arecord: main:831: audio open error: No such device' >&2; exit 1"),
        "fake-aplay": player,
      ])
    #expect(outcome.lines == ["1", "fake", "tmp"], "\(outcome.errors)")
    #expect(outcome.errors.contains("sm-capture: default: "))
  }
}
