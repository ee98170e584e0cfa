import Testing

@testable import SampleIO

@Suite struct OptionTargetsTests {
  @Test(arguments: [
    ("json, csv: the shortest digits", ["json", "csv"]), ("text: say", ["text"]),
    ("wav, preview: louder; spectrum: brighter", ["wav", "preview", "spectrum"]),
    ("the input is raw: f32 or s16", []), ("write FILE", []), ("one, two or three; four", []),
  ])
  func `targets stand in front of a colon`(help: String, targets: [String]) {
    #expect(Option("x", nil, nil, help).targets == targets)
  }

  @Test(arguments: [
    ("json --last --rate 8k", nil), ("wave --gain 3", nil), ("json", nil),
    ("wave --last", "--last goes with json and csv, not with wave"),
    ("csv --gain 3", "--gain goes with wav, views and text, not with csv"),
  ])
  func `an option of another target is refused with those that it goes with`(
    line: String, message: String?
  ) throws {
    let options = [
      Option("last", nil, nil, "json, csv: only the end"), Option("rate", nil, "HZ", "a rate"),
      Option("gain", nil, "DB", "wav, views: louder; text: brighter"),
    ]
    let arguments = try Arguments(line.split(separator: " ").map(String.init), options: options)
    let target = arguments.operands[0]
    let refuse = {
      try arguments.refuseStrangers(to: target, target == "wave" ? ["views"] : [], in: options)
    }
    if let message {
      #expect(throws: UsageError(message)) { try refuse() }
    } else {
      #expect(throws: Never.self) { try refuse() }
    }
  }
}
