/// One option of a tool: the table of these is what getopt reads, what the usage line and
/// `--help` print, and what the manual page is compared with.
public struct Option: Sendable {
  /// The long name, without the dashes.
  public let long: String
  /// The letter, or nil.
  public let short: Character?
  /// What its value is called, or nil for an option without one.
  public let value: String?
  /// The value when none follows, for an option whose value may be left out.
  public let fallback: String?
  /// What it does, one line; of a tool with targets, those it is for and a colon come first.
  public let help: String
  /// What its value may be.
  public var expected: Expected { expectation() ?? Expected(valueName: value) }
  /// Made when somebody asks, which no run that goes well does.
  private let expectation: @Sendable () -> Expected?
  /// Whether it may stand on a command line more than once, and every time counts.
  public let repeats: Bool

  /// - Parameters:
  ///   - long: name without dashes.
  ///   - short: letter, or nil.
  ///   - value: name of the value in capitals, or nil.
  ///   - fallback: stands for a number that is left out.
  ///   - help: one line, no full stop.
  ///   - expected: what the value may be, where its name does not say it.
  ///   - repeats: whether every value counts, not only the last.
  public init(
    _ long: String, _ short: Character? = nil, _ value: String? = nil, fallback: String? = nil,
    _ help: String, _ expected: @autoclosure @escaping @Sendable () -> Expected? = nil,
    repeats: Bool = false
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.fallback = fallback
    self.help = help
    self.repeats = repeats
    expectation = expected
  }

  /// As in a usage line, without brackets.
  var synopsis: String {
    let name = short.map { "-\($0)" } ?? "--\(long)"
    return shownValue.map { "\(name) \($0)" } ?? name
  }

  /// The value's name, in brackets if it may be left out.
  var shownValue: String? {
    value.map { fallback == nil ? $0 : "[\($0)]" }
  }
}

extension Option {
  /// The options of every tool.
  public static let common = [
    Option("help", "h", nil, "print this and exit"),
    Option("quiet", "q", nil, "say nothing but errors"),
    Option("verbose", "v", nil, "say at the end what was delivered and lost"),
    Option("version", nil, nil, "print the version and exit"),
  ]

  /// The options of every tool that reads a stream.
  public static let input = [
    Option("input", "i", "FILE", "read FILE instead of standard input"),
    Option("rate", "r", "HZ", "sample rate of raw input, such as 44100 or 48k", .rates),
    Option("channels", "c", "COUNT", "channels of raw input, 1 to 64"),
    Option(
      "format", "f", "FORMAT", "the input is raw: f32, s16, s24, s32, u8, f64 or ALSA's names",
      .words(SampleFormat.rawNames)),
    Option("live", nil, nil, "the input cannot wait: drop rather than delay it"),
    Option("stall", nil, "SECONDS", "report a live input that is silent for so long (2)"),
    Option("block", "b", "FRAMES", "frames of a block where the stream starts, 16 to 65536 (2048)"),
  ]
}

extension Expected {
  /// Sample rates that are common, Hz.
  public static let rates = words(["8000", "16000", "22050", "32000", "44100", "48000", "96000"])
}
