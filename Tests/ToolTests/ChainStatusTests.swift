import Foundation
import Testing

/// A WAV file with a NaN behind its second second, where sm-capture fails.
private let broken =
  "{ sm-capture --tone 440 --duration 3 -t wav | head -c 58; "
  + "sm-capture --tone 440 --duration 2 -t raw; "
  + "printf '\\000\\000\\300\\177\\000\\000\\300\\177'; "
  + "sm-capture --tone 440 --duration 1 -t raw | head -c 383992; } >broken.wav; "

/// Files that are no sound, beside two that are.
private let unreadable =
  ": >empty.wav; printf 'RIFF1234WAVEjunk.' >junk.wav; "
  + "sm-capture --tone --duration 1 -c 1 -t wav >tone.wav; "
  + "sm-capture --tone --duration 1 -t wav >stereo.wav; sm-capture stereo.wav >stereo.sm; "
  + "sm-capture tone.wav | sm-render wav -o whole.flac; head -c 200 whole.flac >cut.flac; "

@Suite struct `The status of a chain is that of its last stage` {
  @Test(arguments: [
    "sm-loudness", "sm-fft", "sm-scope", "sm-eq --preamp -3", "sm-resample 44100",
    "sm-render json", "sm-render csv", "sm-render text", "sm-render check 'frames >= 0'",
    "sm-loudness | sm-fft --no-pcm | sm-render json", "sm-loudness | sm-render monitor",
    "sm-capture -", "sm-render wav -o x.wav",
  ]) func `a source that failed makes it 1, and only who failed says so`(_ rest: String) throws {
    let run = try shell(broken + "sm-capture broken.wav | " + rest + " >out")
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("sm-capture: broken.wav: frame 96000, channel 1: "))
  }

  @Test(arguments: [
    "sm-loudness", "sm-fft | sm-scope", "sm-eq --preamp -3 | sm-resample 44100",
    "sm-effect slow", "sm-render json", "sm-render csv", "sm-render text",
    "sm-loudness | sm-render timeline -o x.png", "sm-loudness | sm-render monitor",
    "sm-loudness | sm-resample 44100 -t wav", "sm-render wav -o x.wav",
  ]) func `a file that is not there is one line, however long the chain`(_ rest: String) throws {
    let run = try shell("sm-capture nosuch.wav | \(rest) >out; s=$?; ls x.* 2>&-; exit $s")
    #expect(run.status == 1)
    #expect(run.errors == "sm-capture: nosuch.wav: open: No such file or directory\n")
    #expect(run.output.isEmpty)
  }

  @Test func `what could not be read hides nothing behind it from a cut`() throws {
    let run = try shell(
      unreadable + "sm-capture nosuch.wav tone.wav 2>&- | sm-capture --start 0.5 | "
        + "sm-render csv --last --fields source.name,time")
    #expect(run.status == 1)
    #expect(run.lines == ["source.name,time", "nosuch.wav,0.000000", "tone.wav,1.000000"])
    #expect(run.errors == "")
  }

  @Test func `a file is not filled with the news of another that is not there`() throws {
    let run = try shell("sm-capture nosuch.wav >x.sm; echo $?; stat -c %s x.sm")
    #expect(run.lines == ["1", "0"])
  }

  @Test func `a stream that was cut two stages before makes it 1`() throws {
    let run = try shell(
      "sm-capture --tone 440 --duration 2 | head -c 100000 | sm-loudness | sm-fft --no-pcm | "
        + "sm-render json")
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("sm-loudness: standard input: ends at byte 100000"))
    #expect(run.lines.last?.contains(#""end":"no_end_record""#) == true)
  }

  @Test func `what was recorded of a source that failed is read without fault`() throws {
    let run = try shell(
      broken + "sm-capture broken.wav 2>/dev/null | sm-loudness --no-pcm >a.sm; "
        + "sm-render json --last -i a.sm")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.last?.contains(#""end":"error""#) == true)
  }

  @Test func `a whole source makes it 0, also behind one that failed no more`() throws {
    let run = try shell(
      broken + "sm-capture -q --scrub broken.wav | sm-loudness | sm-render json >out")
    #expect(run.status == 0)
  }

  @Test(arguments: ["nosuch.wav", "empty.wav", "junk.wav", "cut.flac"], ["", "tone.wav "])
  func `a file that cannot be read fails the whole chain, and those behind it are read`(
    _ file: String, _ first: String
  ) throws {
    let run = try shell(
      unreadable + "sm-capture \(first)\(file) tone.wav 2>errors | sm-loudness | sm-fft | "
        + "sm-render csv --last --fields source.name,end,position; echo ${PIPESTATUS[@]}; "
        + "cat errors")
    let whole = "tone.wav,eof,48000"
    let wanted =
      ["source.name,end,position"] + (first.isEmpty ? [] : [whole])
      + ["\(file),error,0", whole, "1 1 1 1"]
    #expect(Array(run.lines.prefix(wanted.count)) == wanted)
    #expect(run.lines.count == wanted.count + 1)
    #expect(run.lines.last?.hasPrefix("sm-capture: \(file): ") == true)
  }

  @Test(arguments: [
    ("sm-eq --preamp -3", 1), ("sm-resample 44100", 1), ("sm-effect echo", 1),
    ("sm-loudness --channel 2", 1), ("sm-fft --fold right", 1), ("sm-scope --fold right", 1),
    ("sm-capture - --mono", 1), ("cat", 1),
  ]) func `every stage hands on what could not be read`(_ stage: String, _ status: Int32) throws {
    let run = try shell(
      unreadable + "sm-capture nosuch.wav stereo.wav 2>/dev/null | \(stage) | "
        + "sm-render check 'frames >= 0'")
    #expect(run.status == status)
    #expect(
      run.errors == "sm-render: nosuch.wav: could not be read, and nothing of it was checked\n")
  }

  @Test(arguments: [
    "wav -o out.wav", "json", "csv", "text", "timeline -o out.png", "waveform -o out.png",
    "compare stereo.wav",
  ]) func `every target shows the sound, and ends with 1`(_ target: String) throws {
    let run = try shell(
      unreadable + "sm-capture nosuch.wav stereo.wav nosuch.wav 2>/dev/null | sm-fft --bins | "
        + "sm-render \(target) >text; s=$?; test -s out.* || test -s text; echo $?; exit $s")
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.text == "0\n")
  }

  @Test func `outputs of sound alone have the sound that there was`() throws {
    let run = try shell(
      unreadable + "sm-capture -t wav --record r.wav nosuch.wav stereo.wav nosuch.wav stereo.wav "
        + "2>/dev/null >o.wav; echo $?; sm-render compare o.wav -i r.wav | head -1")
    #expect(run.text == "1\nframes: 96000 in the stream, 96000 in the file, 96000 compared\n")
  }

  @Test func `the transmitter's file is not made of less than was asked for`() throws {
    let run = try shell(
      unreadable + "sm-capture stereo.wav nosuch.wav 2>/dev/null | sm-render picofox -o a.wav; "
        + "echo $?; ls a.wav")
    #expect(run.text == "1\n")
    #expect(
      run.errors.hasPrefix("sm-render: the source was cut short (error); nothing was written\n"))
  }

  @Test(arguments: [
    ("cat tone.wav junk.wav | sm-loudness", 1), ("cat stereo.sm junk.wav | sm-loudness", 1),
    ("sm-capture stereo.wav tone.wav | sm-fft --fold right", 1),
    ("sm-capture --channel 2 stereo.wav tone.wav", 1),
    ("sm-capture -c 2 stereo.wav tone.wav", 1),
  ]) func `a source that a stage cannot begin fails the stages behind it`(
    _ chain: String, _ status: Int32
  ) throws {
    let run = try shell(unreadable + chain + " 2>/dev/null | sm-render check 'frames >= 0'")
    #expect(run.status == status)
    #expect(run.errors.hasSuffix("could not be read, and nothing of it was checked\n"))
  }

  @Test func `wrong usage stays wrong usage`() throws {
    let run = try shell(unreadable + "sm-capture -c 2 tone.wav stereo.wav >out")
    #expect(run.status == 2)
    #expect(run.errors == "sm-capture: tone.wav: has 1 channels, --channels says 2\n")
  }
}
