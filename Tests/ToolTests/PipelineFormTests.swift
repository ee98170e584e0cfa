import Foundation
import Testing

/// What all pipelines have in common.
@Suite struct `a pipeline` {
  static let names = [
    "batch", "compare-revisions", "eq-play", "gallery", "live-meter", "loudness-report", "measure",
    "morse-id", "noise-meter", "picofox-check", "picofox-message", "pitch-perfect",
    "play-and-watch", "room-vs-voice", "spectrogram",
  ]

  private static func text(_ name: String) throws -> String {
    try String(
      contentsOf: project.appendingPathComponent("pipelines/\(name).sh"), encoding: .utf8)
  }

  @Test(arguments: names) func `says what it is, in 80 to 100 columns`(name: String) throws {
    // also where the tools are not installed
    let outcome = try pipeline(
      "PATH=$PIPELINES:/usr/bin:/bin; \(name).sh -h; \(name).sh --help | cmp - <(\(name).sh -h)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.first?.hasSuffix(".") ?? false)
    #expect(outcome.text.contains("\n  \(name).sh "))
    #expect(outcome.text.contains("  -h, --help "))
    #expect(outcome.lines.allSatisfy { $0.count <= 98 })
    let readme = try String(
      contentsOf: project.appendingPathComponent("pipelines/README.md"), encoding: .utf8)
    #expect(readme.contains("\n## \(name)\n") && readme.contains("pipelines/\(name).sh"))
  }

  @Test(arguments: names) func `refuses options that it does not have`(name: String) throws {
    for (words, message) in [
      ("--bogus", "unrecognized option '--bogus'; see --help"),
      ("-Z x", "invalid option -- 'Z'; see --help"),
    ] {
      let outcome = try pipeline("\(name).sh \(words)")
      outcome.expectRefusal(2, "\(name).sh", message)
    }
  }

  @Test(arguments: names) func `is run by sh, and names what is missing`(name: String) throws {
    let outcome = try pipeline("PATH=$PIPELINES:/usr/bin:/bin; \(name).sh some words")
    outcome.expectRefusal(
      1, "\(name).sh", "sm-capture is missing; install the Debian package signalmetric")
    #expect(try Self.text(name).hasPrefix("#!/bin/sh\n# "))
    #expect(try Self.text(name).contains("\nset -eu\n"))
  }

  @Test func `what chain.sh gives stands nowhere else, and every script reads it`() throws {
    let folder = project.appendingPathComponent("pipelines")
    let chain = try Self.text("chain")
    let given = chain.split(separator: "\n").compactMap { line -> Substring? in
      guard let end = line.firstRange(of: "() {")?.lowerBound else { return nil }
      return line[..<end]
    }
    #expect(given.count > 10 && given.contains("stage"))
    #expect(!FileManager.default.isExecutableFile(atPath: folder.path + "/chain.sh"))
    var scripts: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".sh") && path != "chain.sh" {
      let text = try Self.text(String(path.dropLast(3)))
      for function in given {
        #expect(!text.contains("\n\(function)() {"), "\(path): \(function)")
      }
      guard FileManager.default.isExecutableFile(atPath: folder.path + "/" + path) else { continue }
      scripts.append(path)
      #expect(text.contains("\n. \"$(dirname -- \"$(readlink -f -- \"$0\")\")/"), "\(path)")
      #expect(text.contains("\n# shellcheck source=pipelines/chain.sh\n"), "\(path)")
    }
    let all = Self.names.map { $0 + ".sh" } + ["reproducible/rules.sh"]
    #expect(scripts.sorted() == all.sorted())
  }

  @Test func `a link finds chain.sh, and a copy without it says what is missing`() throws {
    let outcome = try pipeline(
      """
      mkdir bin; ln -s "$PIPELINES/morse-id.sh" bin/morse; ln -s bin/morse 'a b'
      bin/morse N0CALL | cmp - <(morse-id.sh N0CALL); './a b' -h | cmp - <(morse-id.sh -h)
      './a b' 2>said; echo $?; cat said; cp "$PIPELINES/morse-id.sh" alone.sh; ./alone.sh N0CALL
      """)
    #expect(outcome.lines == ["2", "a b: exactly one CALLSIGN is sent; see --help"])
    #expect(outcome.status != 0 && outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("/chain.sh"), "\(outcome.errors)")
  }

  @Test func `a value that looks like a question for help is a value`() throws {
    let outcome = try pipeline(
      makeSound + """
        spectrogram.sh sound.wav -o -h; spectrogram.sh --out=--help sound.wav
        spectrogram.sh -o 'it'"'"'s -h.gif' -- sound.wav; spectrogram.sh -o x --he | head -n 1
        spectrogram.sh -- -h
        """)
    let suffix = "the suffix is none of png, svg and pdf; see --help"
    #expect(outcome.lines == ["Draws the spectrogram of a sound file, with its loudness beneath."])
    #expect(
      outcome.errors.split(separator: "\n") == [
        "spectrogram.sh: -h: \(suffix)", "spectrogram.sh: --help: \(suffix)",
        "spectrogram.sh: it's -h.gif: \(suffix)", "sm-capture: -h: open: No such file or directory",
      ])
  }

  /// Those that read files, with what they need beside.
  static let readers = [
    "live-meter.sh -i", "noise-meter.sh -i", "eq-play.sh -p p.txt", "play-and-watch.sh",
    "spectrogram.sh", "picofox-check.sh", "room-vs-voice.sh sound.wav",
    "compare-revisions.sh sound.wav", "pitch-perfect.sh -o o.wav slow -i",
  ]

  private static let files = [
    "fake-aplay": player, "p.txt": Data("Filter 1: ON PK Fc 1000 Hz Gain 6 dB Q 1\n".utf8),
  ]

  @Test(arguments: readers) func `a file that is not there is said once`(words: String) throws {
    let outcome = try pipeline(
      makeSound + "\(words) 'nope\nno.wav'",
      files: Self.files)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "sm-capture: nope?no.wav: open: No such file or directory\n")
  }

  @Test(arguments: readers + ["measure.sh", "eq-play.sh -p p.txt -o o.wav sound.wav"])
  func `a source that fails on its way is a failure, and said once`(words: String) throws {
    let outcome = try pipeline(
      makeSound + """
        sm-render wav -i sound.wav -o whole.flac
        head -c $(($(wc -c <whole.flac) / 2)) whole.flac >broken.flac
        { sm-capture sound.wav -t wav | head -c 200058; printf '\\0\\0\\300\\177\\0\\0\\300\\177'
          sm-capture sound.wav -t wav | tail -c +200067; } >broken.wav
        for file in broken.flac broken.wav; do \(words) $file >out; echo $?; done; ls -A
        """, files: Self.files)
    #expect(outcome.lines.prefix(2) == ["1", "1"], "\(outcome.text)")
    #expect(!outcome.lines.contains("o.wav"))
    // a busy machine may make the branch that is looked at drop something, and say so
    let lines = outcome.errors.split(separator: "\n").filter { !$0.contains(" lost (") }
    #expect(lines.count == 2, "\(outcome.errors)")
    for (line, file) in zip(lines, ["broken.flac", "broken.wav"]) {
      #expect(line.hasPrefix("sm-capture: \(file): frame "), "\(line)")
    }
  }
}
