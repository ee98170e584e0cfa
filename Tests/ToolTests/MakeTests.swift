import Foundation
import Testing

private let twoSounds = """
  mkdir in
  sm-capture --demo --duration 3 -t wav --to s16 >'in/my song, #1: it'"'"'s $5.wav'
  sm-capture --tone 440 --duration 1 -c 1 -t wav >in/tone.wav
  work() { make -s -f "$PIPELINES"/reproducible.mk SOUNDS=in "$@"; }

  """

private func reproduce(_ line: String) throws -> Outcome {
  try shell(twoSounds + line, environment: pipelines)
}

@Suite struct MakeTests {
  @Test func `every sound has its records, values, picture and device file`() throws {
    let made = try reproduce(
      "work && cd measured && ls *.sm *.json *.png picofox/* && ls -A | wc -l")
    #expect(made.status == 0, "\(made.errors)")
    let song = "my song, #1: it's $5"
    #expect(
      Set(made.lines.dropLast())
        == Set(
          ["json", "png", "sm"].flatMap { ["\(song).\($0)", "tone.\($0)"] }
            + ["picofox/\(song).wav", "picofox/tone.wav"]))
    #expect(made.lines.last == "8", "the rules, the folder and six files")
  }

  @Test func `they are what the tools make`() throws {
    let made = try reproduce(
      """
      work measured/tone.json measured/picofox/tone.wav
      sm-capture in/tone.wav | sm-loudness | sm-fft --bins --no-pcm | sm-render json --last |
        cmp - measured/tone.json
      sm-render picofox --normalize -i in/tone.wav -o - | cmp - measured/picofox/tone.wav
      ls measured/*.png
      """)
    #expect(made.output.isEmpty, "\(made.text)")
    #expect(made.errors.contains("measured/*.png"), "only what was asked for")
  }

  @Test func `a second run does nothing, a changed sound makes its own files again`() throws {
    let made = try reproduce(
      """
      stamps() { stat -c '%n %y' measured/*.* measured/picofox/*; }
      work -j4 && stamps >one && make -f "$PIPELINES"/reproducible.mk SOUNDS=in && stamps | cmp - one
      sleep 0.1; cp in/tone.wav x.wav; cat x.wav >in/tone.wav
      work && stamps | diff one - | grep '^>' | cut -d' ' -f2
      """)
    #expect(made.lines.first == "make: Nothing to be done for 'all'.", "\(made.text)\(made.errors)")
    #expect(
      Set(made.lines.dropFirst())
        == [
          "measured/tone.sm", "measured/tone.json", "measured/tone.png",
          "measured/picofox/tone.wav",
        ])
  }

  @Test func `at once or one after the other the bytes are the same`() throws {
    let made = try reproduce(
      """
      work OUT=one && work -j4 OUT=two && rm ???/.rules.mk && diff -r one two && echo same
      """)
    #expect(made.lines == ["same"], "\(made.text)\(made.errors)")
  }

  @Test func `a sound that is cut fails, leaves nothing, and the rest is made`() throws {
    let made = try reproduce(
      "head -c 20000 in/tone.wav >in/cut.wav; work -k; s=$?; ls measured; exit $s")
    #expect(made.status == 2)
    #expect(made.errors.contains("in/cut.wav: ends at byte 20000: cut short"))
    #expect(made.lines.filter { $0.contains("cut") }.isEmpty, "\(made.text)")
    #expect(made.lines.contains("tone.png"))
  }

  @Test func `check compares with the references`() throws {
    let made = try reproduce(
      """
      work check >/dev/null 2>none; echo "$? $(grep -c 'no reference' none)"
      work references && work check
      # Quieter by 1 dB: normalized, the device file is nearly the same; the loudness is not.
      sm-capture --tone 440 --level -21 --duration 1 -c 1 -t wav >in/tone.wav
      work -k check 2>quiet; echo "$? $(grep -c 'tone.wav: loudness' quiet)"
      sm-capture --tone 440 --duration 1 -c 1 -t wav >in/tone.wav
      work PICOFOX='--normalize --gain -1' -B -k check 2>device; echo "$? $(grep -c difference device)"
      """)
    #expect(made.lines.first == "2 1", "make stops at the first without -k; \(made.text)")
    #expect(made.lines.filter { $0.hasSuffix(": as its reference") }.count >= 2)
    let failures = made.lines.filter { $0.hasPrefix("2 ") }.dropFirst()
    #expect(
      failures.count == 2 && failures.allSatisfy { $0 != "2 0" }, "\(made.text)\(made.errors)")
  }

  @Test func `names that make cannot take are said and left out`() throws {
    let made = try reproduce(
      """
      mv in/tone.wav $'in/a\\nb.wav'; cp in/my* in/50%.wav; cp in/my* 'in/x=y.wav'
      work 2>said; echo $?; ls measured/*.sm; grep -c 'make cannot take this name' said
      """)
    #expect(made.lines == ["0", "measured/my song, #1: it's $5.sm", "3"], "\(made.errors)")
  }

  @Test func `two sounds for one name, no sound and no folder are errors`() throws {
    let made = try reproduce(
      """
      cp in/tone.wav in/tone.flac; work; echo $?
      mkdir none; work SOUNDS=none; echo $?; work SOUNDS=gone; echo $?
      """)
    #expect(made.lines == ["2", "2", "2"])
    for words in [
      "would both make measured/tone.sm", "SOUNDS=none: no sound", "SOUNDS=gone: no such",
    ] {
      #expect(made.errors.contains(words), "\(made.errors)")
    }
  }
}
