import Analysis
import SampleIO

/// What the command line asks of the scope.
struct ScopeRequest {
  /// All but what depends on the rate.
  let settings: ScopeSettings
  let fold: Fold
  let keepsPCM: Bool
  private let spanSeconds: Double?
  private let holdoffSeconds: Double

  init(_ arguments: Arguments) throws {
    var settings = ScopeSettings()
    settings.binCount = try arguments.integer("bins", in: 2...4096) ?? 256
    settings.slope = try Self.slope(arguments)
    settings.level = try arguments.number("level", in: -1000...1000) ?? 0
    settings.isNormal = arguments.has("normal")
    if settings.isNormal, settings.slope == .off {
      throw UsageError("--normal waits for a trigger, --trigger off has none: choose one")
    }
    self.settings = settings
    spanSeconds = try arguments.number("span", in: 0.0001...10, unit: "s")
    holdoffSeconds = try arguments.number("holdoff", in: 0...60, unit: "s") ?? 0
    fold = try Self.fold(arguments)
    keepsPCM = !arguments.has("no-pcm")
  }

  private static func slope(_ arguments: Arguments) throws -> ScopeSettings.Slope {
    let slopes = ["rising": ScopeSettings.Slope.rising, "falling": .falling, "off": .off]
    return try arguments.choice("trigger") { slopes[$0] } ?? .rising
  }

  private static func fold(_ arguments: Arguments) throws -> Fold {
    guard let name = arguments.text("fold") else { return .mean }
    guard let fold = Fold(name: name) else {
      throw arguments.unknown("fold", more: " or a channel's number")
    }
    return fold
  }

  /// The meter of a source.
  ///
  /// - Parameter record: the source's first.
  /// - Returns: one that has heard nothing.
  /// - Throws: `UsageError` where fold or span do not go with the source.
  func meter(for record: borrowing Record) throws -> ScopeMeter {
    let (rate, channels) = (record.header.rate, record.header.channels)
    guard channels >= fold.leastChannels else {
      throw UsageError("--fold needs channel \(fold.leastChannels); the source has \(channels)")
    }
    var settings = settings
    settings.spanFrames = spanSeconds.map { Int(($0 * rate).rounded()) } ?? 2048
    settings.holdoffFrames = holdoffSeconds * rate
    guard 8...16_777_216 ~= settings.spanFrames else {
      throw UsageError(
        "--span covers \(settings.spanFrames) frames at this rate; 8 to 16777216 are possible")
    }
    return ScopeMeter(
      signals: fold.signals(of: channels).count, channels: channels,
      start: record.header.position, settings: settings)
  }
}
