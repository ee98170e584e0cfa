import Foundation
import Testing

@Suite struct `sm-render wav` {
  @Test(arguments: [
    ("wav --bits 12", "'12' is unknown; one of 16, 24, 32, float"),
    ("wav -o x.bla", "its suffix names"),
    ("wav -t mp4", "'mp4' is unknown; one of wav"), ("wav --force", "--force goes with"),
    ("wav --dither --bits float", "--dither goes with integers"), ("wav --gaps x", "fill, join"),
    ("wav -o x.flac --bits float", "FLAC has no f32 samples"), ("wav x", "takes no operand"),
    ("wav -t ogg --bits 24", "codec of its own"),
    ("json -o x.json", "--output is for views, wav, picofox and preview"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String)) throws
  {
    let outcome = try shell("sm-capture --tone --duration 0.1 2>&1 | sm-render \(one.0); ls >&2")
    #expect(outcome.errors.hasPrefix("sm-render: "))
    #expect(outcome.errors.contains(one.1))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test(arguments: [(16, "s16"), (24, "s24"), (32, "s32")])
  func `integers come back bit for bit`(one: (Int, String)) throws {
    let outcome = try shell(
      "sm-capture --noise pink --duration 1 -t wav --to \(one.1) > a.wav; "
        + "sm-render wav --bits \(one.0) -o b.wav < a.wav; sm-render wav --bits \(one.0) < a.wav "
        + "> c.wav; for f in b c; do sm-capture $f.wav | sm-render compare a.wav; done; ls")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.filter { $0 == "largest difference: none" }.count == 2)
    #expect(outcome.lines.suffix(3) == ["a.wav", "b.wav", "c.wav"])
  }

  @Test func `Float keeps what is over full scale, integers limit and count it`() throws {
    let outcome = try shell(
      "sm-capture --tone 1000 --level 6 --duration 1 > a; "
        + "sm-render wav --bits float -o f.wav < a; sm-capture f.wav | sm-render compare a; "
        + "sm-render wav -o i.wav < a; sm-capture i.wav -t raw | od -An -tf4 -v | "
        + "awk '{ for (i = 1; i <= NF; i++) { if ($i > m) m = $i; if ($i < l) l = $i } } "
        + "END { print m, l }'")
    #expect(outcome.lines.contains("largest difference: none"))
    #expect(outcome.lines.last?.hasPrefix("0.99996") ?? false)
    #expect(outcome.lines.last?.hasSuffix(" -1") ?? false)
    #expect(outcome.errors.hasPrefix("sm-render: "))
    #expect(outcome.errors.hasSuffix("samples were over full scale and limited to it\n"))
  }

  @Test(arguments: ["flac", "aiff", "caf", "ogg", "opus", "mp3"])
  func `other formats go to a file or standard output`(kind: String) throws {
    let outcome = try shell(
      "sm-capture --sweep --duration 2 > a; sm-render wav -o x.\(kind) < a; "
        + "sm-render wav -t \(kind) < a > y; sm-capture x.\(kind) > x.sm; "
        + "sm-capture y | sm-render compare x.sm --tolerance -60; "
        + "sm-render compare a --tolerance -10 --align -i x.sm")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("-r 44100 -c 2", "-o x.opus", "it takes 8000, 12000, 16000, 24000 and 48000 Hz"),
    ("-r 48000 -c 9", "-o x.flac", "1 to 8 channels"), ("-r 96000 -c 2", "-t mp3", "48000 Hz"),
  ]) func `what the format cannot hold is refused before work`(
    one: (source: String, options: String, words: String)
  ) throws {
    let outcome = try shell(
      "sm-capture --silence \(one.source) | sm-render wav \(one.options); s=$?; ls >&2; exit $s")
    outcome.expectRefusal(1, "sm-render", one.words)
  }

  @Test func `a file is replaced only when told, and never half`() throws {
    let outcome = try shell(
      "echo old > x.wav; sm-capture --tone --duration 0.1 > a; sm-render wav -o x.wav < a; cat x.wav; "
        + "sm-render wav -o x.wav --force < a; head -c 4 x.wav; echo; ls")
    #expect(outcome.errors.contains("x.wav: there is such a file"))
    #expect(outcome.lines == ["old", "RIFF", "a", "x.wav"])
  }

  @Test func `a full disk leaves nothing`() throws {
    let outcome = try shell(
      "sm-capture --noise white --duration 5 > a; (ulimit -f 100; sm-render wav -o x.wav < a); "
        + "echo $?; ls")
    #expect(outcome.lines == ["1", "a"])
    #expect(outcome.errors == "sm-render: x.wav: file too large\n")
  }

  @Test func `what came of a stream that was cut is kept`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 1 -c 1 | head -c 100000 | sm-render wav -o x.wav; echo $?; "
        + "sm-capture --probe x.wav | grep -c s16; ls")
    #expect(outcome.lines.first == "1")
    #expect(outcome.lines.last == "x.wav")
    #expect(outcome.errors.contains("ends at byte 100000"))
  }

  @Test func `Ctrl-C ends a file that is whole`() throws {
    let outcome = try shell(
      "set -m; sm-capture --realtime --tone --duration 60 | sm-render wav -o x.wav & sleep 0.7; "
        + "kill -INT %1; wait %1; echo $?; ls; sm-capture x.wav | sm-render json --last")
    #expect(outcome.lines.first == "0")
    #expect(outcome.lines.contains("x.wav"))
    #expect(!outcome.lines.contains("x.wav.part"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data((outcome.lines.last ?? "").utf8))
        as? [String: Any])
    #expect(object["end"] as? String == "eof")
    #expect((object["position"] as? Int ?? 0) > 9600)
  }

  @Test func `the channels' mask is kept`() throws {
    var file = wav(
      Data(count: 600 * 6), tag: 0xFFFE, channels: 6, bits: 16)
    // WAVEFORMATEXTENSIBLE: 22 bytes more, the mask of 5.1 with side loudspeakers.
    let more =
      little(22, 2) + little(16, 2) + little(0x60F, 4) + little(1, 2)
      + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    file.replaceSubrange(36..<36, with: Data(more))
    file.replaceSubrange(16..<20, with: Data(little(40, 4)))
    file.replaceSubrange(4..<8, with: Data(little(file.count - 8, 4)))
    let outcome = try shell(
      "for o in '' '-o x.wav'; do sm-render wav $o < a.wav > y.wav; done; "
        + "for f in x.wav y.wav; do sm-capture $f 2>/dev/null | sm-render json --last; done; "
        + "sm-render wav < a.wav | sm-render json --last", files: ["a.wav": file])
    let masks = outcome.lines.filter { $0.contains("\"mask\":1551") }
    #expect(masks.count >= 2)
  }

  @Test func `gaps are filled, or joined`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --duration 0.2 -b 480 -c 1 > a; "
        + "n=$(( ($(stat -c %s a) - $(sm-capture --silence --duration 0 -c 1 | wc -c)) / 20 )); "
        + "(head -c $((4 * n)) a; tail -c +$((6 * n + 1)) a) > b; "
        + "for g in fill join; do sm-render wav --gaps $g < b > $g.wav; "
        + "sm-render wav --gaps $g -o f$g.wav < b; sm-capture f$g.wav | sm-render compare $g.wav | "
        + "head -3; done")
    #expect(outcome.errors == "")
    #expect(outcome.lines.filter { $0 == "largest difference: none" }.count == 2)
    #expect(outcome.lines[0].hasPrefix("frames: 9600 in"))
    #expect(outcome.lines[3].hasPrefix("frames: 8640 in"))
  }

  @Test func `dither makes the error of rounding noise of one step`() throws {
    // A constant between two steps: rounded it is gone, dithered its mean stays.
    let quiet = [Float](repeating: 0.25 / 32_768, count: 96_000)
    let outcome = try shell(
      "for o in '' --dither; do sm-render wav $o < a.wav | sm-capture -t raw - | od -An -tf4 -v | "
        + "awk '{ for (i = 1; i <= NF; i++) { s += $i; q += $i * $i; n++ } } "
        + "END { print s / n * 32768, q / n * 32768 * 32768 }'; done",
      files: ["a.wav": wav(quiet, channels: 1)])
    let numbers = outcome.lines.map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(numbers.first == [0, 0])
    let (mean, power) = (numbers[1][0], numbers[1][1])
    #expect(abs(mean - 0.25) < 0.01)
    // TPDF: a quarter of a step squared in all, whatever the signal.
    #expect(abs(power - mean * mean - 0.25) < 0.01)
  }
}
