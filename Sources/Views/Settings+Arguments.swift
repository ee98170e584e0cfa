import Drawing
public import SampleIO

extension ViewSettings {
  /// - Parameter arguments: with the options `Option.views`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    self.init()
    try readLook(arguments)
    try readAxes(arguments)
    size = try Self.size(arguments)
    scale = try arguments.number("scale", in: 0.25...8) ?? 1
    framesPerSecond = try arguments.number("fps", in: 0.1...60) ?? 30
    isASCII = arguments.has("ascii")
    showsBins = arguments.has("bins")
    showsPair = arguments.has("xy")
    isDescribed = arguments.has("describe")
    channel = try arguments.integer("channel", in: 1...64).map { $0 - 1 }
    calibration = try arguments.number("calibrate", in: -200...300, unit: "dB")
    history = arguments.text("history")
    trim = try Self.trim(arguments.text("trim"))
    isWide = try arguments.choice("scale-lu") { ["9": false, "18": true][$0] } ?? false
    isRelative = try arguments.choice("units") { ["lufs": false, "lu": true][$0] } ?? false
    isSlow = try arguments.choice("response") { ["fast": false, "slow": true][$0] } ?? false
  }

  private mutating func readLook(_ arguments: Arguments) throws {
    theme = try arguments.choice("appearance", Theme.named) ?? .studio
    let colors = arguments.text("colors") ?? (theme.name == "mono" ? "grey" : "magma")
    guard setColors(colors) else {
      throw arguments.unknown("colors", more: ", or colours such as #000000,#ff8800")
    }
  }

  private mutating func readAxes(_ arguments: Arguments) throws {
    isDensity = arguments.has("density")
    axis.isLinear = arguments.has("linear")
    let lowest = axis.isLinear ? 0 : 1.0
    axis.low =
      try arguments.number("fmin", in: lowest...1e6, unit: "Hz") ?? (axis.isLinear ? 0 : 45)
    let highest = try arguments.number("fmax", in: 2...1e6, unit: "Hz")
    (axis.high, isHighestFree) = (highest ?? 16_000, highest == nil)
    guard axis.low < axis.high else {
      throw UsageError("--fmin \(fixed(axis.low, 0)): not below --fmax \(fixed(axis.high, 0))")
    }
    floor = try arguments.number("floor", in: -300...100, unit: "dB") ?? (isDensity ? -140 : -100)
    ceiling = try arguments.number("ceiling", in: -200...100, unit: "dB") ?? (isDensity ? -40 : 0)
    gain = try arguments.number("gain", in: -100...100, unit: "dB") ?? 0
    guard floor < ceiling else {
      throw UsageError("--floor \(fixed(floor, 1)): not below --ceiling \(fixed(ceiling, 1))")
    }
  }

  /// As picofox and preview take it: either end may be left out.
  private static func trim(_ text: String?) throws -> ClosedRange<Double>? {
    guard let text else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let first = parts.first.map { $0.isEmpty ? 0 : Arguments.parse($0) } ?? nil
    let last = parts.last.map { $0.isEmpty ? 1e9 : Arguments.parse($0) } ?? nil
    guard parts.count == 2, let first, let last, first >= 0, last > first else {
      throw UsageError(
        "--trim: '\(text)' is no part; it is START:END in seconds, such as 1.5:4, 1.5: or :4")
    }
    return first...last
  }

  private static func size(_ arguments: Arguments) throws -> (Int, Int)? {
    guard let text = arguments.text("size") else { return nil }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      20...16_384 ~= width, 8...16_384 ~= height
    else {
      throw UsageError("--size: '\(text)' is no size such as 960x540, from 20x8 to 16384x16384")
    }
    return (width, height)
  }
}

extension Option {
  /// The options of views, beside `output`, `trim` and `gain`, which other targets share.
  public static let views = [
    Option(
      "appearance", nil, "NAME", "views: studio, paper, red, green, pulse or mono (studio)",
      .words(Theme.names)),
    Option("ascii", nil, nil, "views: nothing but ASCII on a terminal"),
    Option("bins", nil, nil, "spectrum: every bin instead of the bands"),
    Option("calibrate", nil, "DB", "meter: add DB, which make the reading a sound level"),
    Option("ceiling", nil, "DB", "spectrum, timeline: the highest level (0)"),
    Option(
      "channel", nil, "NUMBER",
      "meter: the channel that is read (1); spectrum, timeline, scope, waveform: only this"),
    Option(
      "colors", nil, "NAME|LIST", "timeline: magma, viridis, inferno, grey, audiokit, #hex,…",
      .words(ColorMap.names)),
    Option("density", nil, nil, "timeline: mean power per Hz, where white noise is level"),
    Option("describe", nil, nil, "views: print a sentence of what is to be seen"),
    Option("floor", nil, "DB", "spectrum, timeline: the lowest level (-100)"),
    Option(
      "fmax", nil, "HZ", "spectrum, timeline: the highest frequency (16000, or half the rate)"),
    Option("fmin", nil, "HZ", "spectrum, timeline: the lowest frequency (45)"),
    Option("fps", nil, "RATE", "views: pictures a second on a terminal (30)"),
    Option("history", nil, "FILE", "meter: add a line for each reading to FILE"),
    Option("linear", nil, nil, "spectrum, timeline: frequencies at equal distances"),
    Option("response", nil, "fast|slow", "monitor, meter: which level is shown (fast)"),
    Option("scale", nil, "FACTOR", "views: make a PNG so many times as fine (1)"),
    Option("scale-lu", nil, "9|18", "monitor: the EBU scale (9)"),
    Option("size", nil, "WxH", "views: of the picture (960x540), or columns and rows of text"),
    Option(
      "units", nil, "lufs|lu",
      "monitor, timeline, waveform: loudness, absolute or from the target (lufs)"),
    Option("xy", nil, nil, "scope: the first two channels against each other"),
  ]
}
