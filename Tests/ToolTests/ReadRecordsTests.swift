import Foundation
import Testing

private let hasNumpy =
  (try? shell("/usr/bin/python3 -c 'import numpy'").status) == 0

/// What `sm-render` says of the blocks, without those that have no sound.
private let expected = """
  expected() {
    sm-render csv -i "$1" --fields frames,position,loudness.momentary,loudness.short_term,$2 |
      awk -F, 'NR == 1 || $1 > 0' | cut -d, -f2-
  }

  """

@Suite(.enabled(if: hasNumpy, "python3-numpy is not installed"))
struct ReadRecordsTests {
  private func read(_ line: String) throws -> Outcome {
    try shell(expected + line, environment: pipelines)
  }

  @Test(arguments: [
    // With the sound and a short last block; without; other sections and channels.
    "sm-capture --demo --duration 9.51 | sm-loudness",
    "sm-capture --demo --duration 9.51 | sm-loudness --no-pcm",
    "sm-capture --tone 997 --duration 2 -c 2 -b 480 | sm-fft --bins | sm-scope | sm-loudness",
    // Records that do not stand in line, in the middle and at the end.
    "sm-capture --demo --duration 9.51 | sm-loudness --reset-every 2",
    "sm-capture --demo --duration 9.51 | sm-loudness --reset-every 2 --no-pcm",
  ])
  func `it reads what sm-render prints`(chain: String) throws {
    let made = try read(
      """
      \(chain) >x.sm
      "$PIPELINES"/read_records.py x.sm >ours
      expected x.sm levels.1.peak,levels.2.peak | cmp - ours && wc -l <ours
      """)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect((Int(made.lines.first ?? "") ?? 0) > 100)
  }

  @Test func `several sources of one file are read one after the other`() throws {
    let made = try read(
      """
      sm-capture --demo --duration 1 -t wav >a.wav
      sm-capture --tone 440 --duration 1 -c 2 -r 44100 -t wav >b.wav
      sm-capture a.wav b.wav a.wav | sm-loudness >x.sm
      "$PIPELINES"/read_records.py x.sm >ours
      expected x.sm levels.1.peak,levels.2.peak | cmp - ours && echo same
      """)
    #expect(made.lines == ["same"], "\(made.errors)")
  }

  @Test(arguments: [
    ("", 2, "say which file"), ("gone", 1, "gone: No such file"), ("empty", 1, "empty: empty"),
    ("text", 1, "text: byte 0: no record"),
  ])
  func `what is no file of records is one line`(
    words: String, status: Int32, message: String
  ) throws {
    try read(
      ": >empty; seq 1000 >text; \"$PIPELINES\"/read_records.py \(words)"
    ).expectRefusal(status, "read_records.py", message)
  }

  @Test func `a cut file gives what is whole, and says where it ends`() throws {
    let made = try read(
      """
      sm-capture --demo --duration 1 | sm-loudness >x.sm
      head -c 100000 x.sm >cut.sm
      "$PIPELINES"/read_records.py cut.sm; echo $?
      "$PIPELINES"/read_records.py x.sm | head -n 6
      sm-capture --tone --duration 1 >plain.sm
      "$PIPELINES"/read_records.py plain.sm
      """)
    let stop = try #require(made.lines.firstIndex(of: "1"))
    #expect(stop == 6, "5 blocks of 17,448 bytes and the names")
    #expect(Array(made.lines[..<stop]) == Array(made.lines[(stop + 1)...]))
    #expect(made.errors.contains("cut.sm: byte 8"))
    #expect(made.errors.contains("plain.sm: no LOUD in it; sm-loudness adds it"))
  }
}
