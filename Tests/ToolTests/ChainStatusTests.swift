import Foundation
import Testing

/// A WAV file with a NaN behind its second second, where sm-capture fails.
private let broken =
  "{ sm-capture --tone 440 --duration 3 -t wav | head -c 58; "
  + "sm-capture --tone 440 --duration 2 -t raw; "
  + "printf '\\000\\000\\300\\177\\000\\000\\300\\177'; "
  + "sm-capture --tone 440 --duration 1 -t raw | head -c 383992; } >broken.wav; "

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
}
