import Foundation
import Testing

/// What all pipelines have in common.
@Suite struct `a pipeline` {
  static let names = [
    "batch", "compare-revisions", "eq-play", "live-meter", "loudness-report", "morse-id",
    "noise-meter", "picofox-check", "picofox-message", "pitch-perfect", "play-and-watch",
    "room-vs-voice", "spectrogram",
  ]

  private static func text(_ name: String) throws -> String {
    try String(
      contentsOf: project.appendingPathComponent("pipelines/\(name).sh"), encoding: .utf8)
  }

  @Test(arguments: names) func `says what it is, in 80 to 100 columns`(name: String) throws {
    let outcome = try pipeline("\(name).sh -h; \(name).sh --help | cmp - <(\(name).sh -h)")
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

  @Test func `functions of one name are the same everywhere`() throws {
    var bodies: [String: String] = [:]
    for name in Self.names {
      let lines = try Self.text(name).split(separator: "\n").map(String.init)
      for function in [
        "usage", "die", "wrong", "need", "stage", "whole", "left", "beside", "play", "player",
      ] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix(function + "() {") }) else {
          continue
        }
        let end = lines[start...].firstIndex { $0.hasSuffix("}") && !$0.hasPrefix("  ") } ?? start
        let body = lines[start...end].joined(separator: "\n")
        #expect(bodies[function, default: body] == body, "\(name): \(function)")
        bodies[function] = body
      }
    }
    #expect(bodies.count == 10)
  }

  /// Those that read files, with what they need beside.
  static let readers = [
    "live-meter.sh -i", "noise-meter.sh -i", "eq-play.sh --mixer", "play-and-watch.sh",
    "spectrogram.sh", "picofox-check.sh", "room-vs-voice.sh sound.wav",
    "compare-revisions.sh sound.wav",
  ]

  @Test(arguments: readers) func `a file that is not there is said once`(words: String) throws {
    let outcome = try pipeline(
      makeSound + "\(words) 'nope\nno.wav'",
      files: ["fake-aplay": player])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "sm-capture: nope\nno.wav: open: No such file or directory\n")
  }
}
