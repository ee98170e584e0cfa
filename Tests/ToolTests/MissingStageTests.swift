import Foundation
import Testing

@Suite struct `A stage that is missing is named` {
  private static let fields = [
    ("loudness.integrated", "LOUD", "sm-loudness"), ("levels.1.peak", "LOUD", "sm-loudness"),
    ("weighted.laeq", "LOUD", "sm-loudness"), ("spectrum.dominant", "SPEC", "sm-fft"),
    ("spectra.2.dominant", "SPEC", "sm-fft"), ("beat.bpm", "SPEC", "sm-fft"),
    ("scope.correlation", "SCOP", "sm-scope"), ("scopes.1.dc", "SCOP", "sm-scope"),
  ]

  @Test(arguments: fields) func `by check, whose status stays 1`(
    _ field: String, _ section: String, _ tool: String
  ) throws {
    let run = try shell(
      "sm-capture --tone --duration 1 | sm-render check '\(field) < 1' '\(field) > 2' 'frames == 0'"
    )
    #expect(run.status == 1)
    #expect(run.errors == "sm-render: check needs \(section): … | \(tool) | sm-render check\n")
  }

  @Test(arguments: fields) func `by csv, whose status stays 0`(
    _ field: String, _ section: String, _ tool: String
  ) throws {
    let run = try shell(
      "sm-capture --tone --duration 1 | sm-render csv --last --fields frames,\(field)")
    #expect(run.status == 0)
    #expect(run.text == "frames,\(field)\n0,\n")
    #expect(run.errors == "sm-render: csv needs \(section): … | \(tool) | sm-render csv\n")
  }

  @Test func `only where no record has been through it`() throws {
    let run = try shell(
      "sm-capture --silence --duration 1 | sm-loudness >a.sm; sm-capture --tone --duration 1 >b.sm; "
        + "cat a.sm b.sm | sm-render csv --last --fields loudness.integrated; "
        + "cat a.sm b.sm | sm-render check 'loudness.integrated < 0'")
    #expect(run.text == "loudness.integrated\n\n\n")
    #expect(
      run.errors
        == "sm-render: silence: loudness.integrated < 0: it has no value\n"
        + "sm-render: tone: loudness.integrated < 0: it has no value\n")
    let quiet = try shell("sm-capture --tone --duration 1 | sm-render csv -q --fields beat.bpm")
    #expect(quiet.errors == "")
  }
}
