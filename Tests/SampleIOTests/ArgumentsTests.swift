import Testing

@testable import SampleIO

// getopt keeps its place in globals: one test at a time.
@Suite(.serialized) struct ArgumentsTests {
  private static let table = [
    Option("rate", "r", "HZ", "a rate"), Option("mono", "m", nil, "a flag"),
    Option("start", nil, "SECONDS", "a time"), Option("stop", nil, nil, "a flag"),
    Option("level", nil, "DBFS", "a level"), Option("tone", nil, "HZ", fallback: "600", "a tone"),
    Option("note", nil, "TEXT", "words"),
  ]

  private func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, options: Self.table)
  }

  private func fault(_ words: String...) -> String? {
    do { _ = try Arguments(words, options: Self.table) } catch {
      return (error as? UsageError)?.description
    }
    return nil
  }

  @Test(arguments: [
    ("48k", 48_000), ("44.1k", 44_100), ("44.1K", 44_100), ("1e3", 1000), ("-12.5", -12.5),
    ("+3", 3), (".5", 0.5), ("-.5", -0.5), ("22.05k", 22_050),
  ]) func `a number is read as people type it`(one: (String, Double)) throws {
    for words in [["--level", one.0], ["--level=" + one.0]] {
      let arguments = try Arguments(words, options: Self.table)
      #expect(try arguments.number("level", in: -1e6...1e6) == one.1)
    }
  }

  @Test(arguments: [
    ("90", 90), ("1:30", 90), ("0:01:30", 90), ("1:02:03.5", 3723.5), ("0:59.999", 59.999),
    ("90:00", 5400), ("1.5", 1.5), ("100:00:00", 360_000),
  ]) func `a time is read as people type it`(one: (String, Double)) throws {
    let arguments = try parse("--start", one.0)
    #expect(try arguments.number("start", in: 0...1e6, unit: "s") == one.1)
  }

  @Test(arguments: [
    ":30", "1:", "1:60", "1:2:60", "1:60:00", "-1:30", "1:-3", "1:+3", "1.5:30", "1:2:3:4", "1: 3",
    "1k:00", "1:1k", "a:b", "::",
  ]) func `anything else is no time`(word: String) throws {
    let arguments = try parse("--start", word)
    #expect(throws: UsageError.self) { try arguments.number("start", in: 0...1e6, unit: "s") }
  }

  @Test func `only seconds are a time`() throws {
    let arguments = try parse("--level", "1:30")
    #expect(throws: UsageError.self) { try arguments.number("level", in: 0...1e6, unit: "Hz") }
  }

  @Test(arguments: ["", "k", "1,5", "0x10", "nan", "inf", "1e999", "12 ", "1kk", "1e3k", "one"])
  func `anything else is no number`(word: String) throws {
    let arguments = try parse("--level", word)
    #expect(throws: UsageError.self) { try arguments.number("level", in: -1e6...1e6) }
  }

  @Test func `a number outside its range or not whole is named with the range`() throws {
    let arguments = try parse("-r", "0.5")
    #expect(throws: UsageError("--rate: 0.5 is outside 1 to 10 Hz")) {
      try arguments.number("rate", in: 1...10, unit: "Hz")
    }
    #expect(throws: UsageError("--rate: '0.5' is not a whole number")) {
      try arguments.integer("rate", in: 0...10)
    }
  }

  @Test func `a negative number is a value and an operand, never an option`() throws {
    let arguments = try parse("-5", "--level", "-12.5", "file", "-.5", "-m")
    #expect(arguments.text("level") == "-12.5")
    #expect(arguments.operands == ["-5", "file", "-.5"])
    #expect(arguments.has("mono"))
  }

  @Test func `operands may stand anywhere, and behind two dashes everything is one`() throws {
    let arguments = try parse("a", "-r", "48k", "b", "--", "--mono", "-", "--tone")
    #expect(arguments.operands == ["a", "b", "--mono", "-", "--tone"])
    #expect(!arguments.has("mono"))
    #expect(try parse("-").operands == ["-"])
  }

  @Test func `the last of several values counts`() throws {
    #expect(try parse("--note", "a", "--note=b").text("note") == "b")
    #expect(try parse("-r1", "-r", "2").text("rate") == "2")
  }

  @Test func `an abbreviation works where it is clear`() throws {
    #expect(try parse("--lev", "-3").text("level") == "-3")
    #expect(try parse("--mo").has("mono"))
    #expect(fault("--st") == "--st is ambiguous: --start, --stop")
  }

  @Test func `the tone may have its number or not`() throws {
    #expect(try parse("--tone").text("tone") == "600")
    #expect(try parse("--tone", "440").text("tone") == "440")
    #expect(try parse("--tone", "1k").text("tone") == "1k")
    #expect(try parse("--tone=880").text("tone") == "880")
    let flag = try parse("--tone", "--mono")
    #expect(flag.text("tone") == "600")
    #expect(flag.has("mono"))
    let file = try parse("--tone", "file")
    #expect(file.text("tone") == "600")
    #expect(file.operands == ["file"])
    #expect(try parse("--note", "--tone").text("note") == "--tone")
  }

  @Test func `an unknown option is named, wherever it stands`() {
    for words in [["--bogus"], ["file", "--bogus"], ["-m", "--bogus=3", "file"]] {
      do {
        _ = try Arguments(words, options: Self.table)
        Issue.record("\(words)")
      } catch {
        #expect("\(error)".hasPrefix("unknown option --bogus;"))
      }
    }
    #expect(fault("file", "-Z")?.hasPrefix("unknown option -Z;") == true)
    #expect(fault("--mono", "-mZm")?.hasPrefix("unknown option -Z;") == true)
    #expect(fault("file", "-ä")?.hasPrefix("unknown option -ä;") == true)
  }

  @Test func `a mistyped option is asked back`() {
    #expect(fault("--satrt", "3") == "unknown option --satrt; did you mean --start?")
    #expect(fault("--leval=-3") == "unknown option --leval; did you mean --level?")
  }

  @Test func `a word is looked for among those of the table`() throws {
    let table = [
      Option("way", nil, "fill|join", "a way"), Option("to", nil, "TO", "", .words(["a", "b"])),
    ]
    let arguments = try Arguments(["--way", "fil", "--to", "z"], options: table)
    #expect(throws: UsageError("--way: 'fil' is unknown; did you mean fill?")) {
      try arguments.choice("way") { ["fill": 1, "join": 2][$0] }
    }
    #expect(throws: UsageError("--to: 'z' is unknown; one of a, b or a number")) {
      throw arguments.unknown("to", more: " or a number")
    }
    #expect(try Arguments(["--way=join"], options: table).choice("way") { $0 == "join" } == true)
  }

  @Test func `a missing value and one too many are told`() {
    #expect(fault("file", "--start")?.hasPrefix("--start needs a value (SECONDS);") == true)
    #expect(fault("-r")?.hasPrefix("-r needs a value (HZ);") == true)
    #expect(fault("file", "--mono=3")?.hasPrefix("--mono takes no value;") == true)
  }
}

@Suite struct UsageTests {
  @Test func `letters without values come together, then the rest`() {
    let table = (Option.common + Option.input).sorted(by: Usage.comesBefore)
    #expect(
      Usage.line("sm-x", table, "[FILE ...]")
        == "sm-x [-hqv] [-b FRAMES] [-c COUNT] [-f FORMAT] [-i FILE] [-r HZ] [--live] "
        + "[--stall SECONDS] [--version] [FILE ...]")
  }
}
