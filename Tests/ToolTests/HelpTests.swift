import Testing

@testable import SampleIO

@Suite struct HelpTests {
  @Test(arguments: ManualTests.tools)
  func `the help fits 80 columns and names every line's option`(tool: String) throws {
    let outcome = try shell("\(tool) --help")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for line in outcome.lines { #expect(line.count <= 80, "\(line)") }
    #expect(outcome.lines.count > 15)
  }

  @Test(arguments: [
    ("sm-capture", []), ("sm-effect", ["rubberband-"]), ("sm-eq", []), ("sm-fft", ["fftw-3"]),
    ("sm-loudness", []),
    ("sm-render", ["cairo-1."]), ("sm-resample", ["libsoxr-0."]), ("sm-scope", []),
  ]) func `the version names the libraries that do the work`(tool: String, names: [String]) throws {
    let lines = try shell("\(tool) --version").lines
    #expect(lines.count == 2)
    #expect(lines[0] == "\(tool) (SignalMetric) \(version)")
    let libraries = lines[1].components(separatedBy: ", ")
    #expect(libraries.count == names.count + 1)
    for (library, name) in zip(libraries, ["libsndfile-1."] + names) {
      #expect(library.hasPrefix(name))
    }
  }

  @Test(arguments: [
    ("sm-fft --widnow hann", "unknown option --widnow; did you mean --window?"),
    ("sm-fft --window han", "--window: 'han' is unknown; did you mean hann?"),
    ("sm-fft --fold maen", "--fold: 'maen' is unknown; did you mean mean?"),
    ("sm-fft --fold 65", "one of mean, left, right, side, each or a channel's number"),
    ("sm-render spectrm", "'spectrm' is unknown; did you mean spectrum?"),
    ("sm-render jsn", "'jsn' is unknown; did you mean json?"),
    ("sm-render csv --fields time,loudness.integratd", "did you mean loudness.integrated?"),
    ("sm-render check 'loudnes.integrated < 1'", "did you mean loudness.integrated?"),
    ("sm-render timeline --colors virdis", "did you mean viridis?"),
    ("sm-render monitor --appearance papr", "did you mean paper?"),
    ("sm-loudness --target steaming", "did you mean streaming?"),
    ("sm-loudness --target loud", "one of streaming, ebu, atsc or a number of LUFS"),
    ("sm-loudness --layout stero", "did you mean stereo?"),
    ("sm-resample 48k --quality hihg", "did you mean high?"),
    ("sm-scope --trigger risng", "did you mean rising?"),
    ("sm-capture --noise pnik", "did you mean pink?"),
    ("sm-capture --demo -t recrods", "did you mean records?"),
    ("sm-effect reverv", "'reverv' is no effect; did you mean reverb?"),
    ("sm-eq --design mached", "did you mean matched?"),
  ]) func `a mistyped word is asked back`(command: String, words: String) throws {
    let tool = String(command.prefix { $0 != " " })
    try shell(command).expectRefusal(2, tool, words)
  }

  @Test func `a mistyped preset is asked back`() throws {
    let outcome = try shell(
      """
      mkdir -p conf/signalmetric/presets; echo 'Preamp: -1 dB' >conf/signalmetric/presets/headphones
      XDG_CONFIG_HOME=$PWD/conf sm-eq --check -p headphnes
      """)
    outcome.expectRefusal(1, "sm-eq", "nor a file here; did you mean headphones?")
    #expect(outcome.errors.contains("/conf/signalmetric/presets or /"))
    #expect(outcome.errors.contains("/share/signalmetric/presets nor a file here"))
  }

  @Test(
    arguments: [
      "sm-capture", "sm-eq", "sm-fft", "sm-loudness", "sm-scope", "sm-resample", "sm-effect",
      "sm-render",
    ], ["--help", "--version", "--completion bash"])
  func `what cannot be written is no success`(tool: String, question: String) throws {
    try shell("\(tool) \(question) >/dev/full").expectRefusal(
      1, tool, "standard output: write: No space left on device")
  }

  @Test func `a list of sound cards that cannot be written is not arecord's fault`() throws {
    try shell(
      "printf '#!/bin/sh\\necho default\\n' >arecord; chmod +x arecord; "
        + "PATH=$PWD:$PATH sm-capture --list-devices >/dev/full"
    ).expectRefusal(1, "sm-capture", "sm-capture: standard output: write: No space left on device")
  }
}
