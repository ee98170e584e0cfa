import Analysis
import DSP
import SampleIO

/// What the command line asks of the spectrum.
struct SpectrumRequest {
  let settings: SpectrumSettings
  let fold: Fold
  let keepsPCM: Bool
  /// What the sections look like.
  let shape: SpectrumShape

  init(_ arguments: Arguments) throws {
    var settings = SpectrumSettings()
    settings.length = try Self.length(arguments)
    settings.window = try Self.window(arguments)
    let range = try arguments.range("range", in: 0.001...1e7, example: "20:20000")
    settings.low = range?.lowerBound ?? 45
    settings.high = range?.upperBound ?? 16_000
    settings.bandCount = try arguments.integer("bands", in: 1...1024) ?? 64
    settings.density = arguments.has("density")
    settings.bins = arguments.has("bins")
    settings.padding = try Self.padding(arguments)
    settings.hop = try arguments.integer("hop", in: 16...16_777_216)
    settings.holdSeconds = try arguments.number("hold", in: 0...3600, unit: "s") ?? 1.5
    settings.decayDBPerSecond = try arguments.number("decay", in: 0...1000, unit: "dB/s") ?? 20
    settings.a4 = try arguments.number("a4", in: 220...880, unit: "Hz") ?? 440
    settings.measured = arguments.has("measure")
    self.settings = settings
    fold = try Self.fold(arguments)
    keepsPCM = !arguments.has("no-pcm")
    shape = SpectrumShape(settings)
  }

  private static func length(_ arguments: Arguments) throws -> Int {
    let length = try arguments.integer("length", in: 64...65_536) ?? 2048
    guard length % 2 == 0 else {
      throw UsageError("--length: \(length) is odd; a transform has an even number of samples")
    }
    return length
  }

  private static func padding(_ arguments: Arguments) throws -> Int {
    guard let factor = try arguments.integer("pad", in: 1...16) else { return 1 }
    guard factor & (factor - 1) == 0 else {
      throw UsageError("--pad: \(factor) is none of 1, 2, 4, 8 and 16")
    }
    guard arguments.has("bins") else {
      throw UsageError("--pad makes the bins closer: it goes with --bins")
    }
    return factor
  }

  private static func window(_ arguments: Arguments) throws -> Window {
    try arguments.choice("window") { name in Window.allCases.first { $0.name == name } } ?? .hann
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
  /// - Throws: `UsageError` where a fold or hop does not go with the source.
  func meter(for record: borrowing Record) throws -> SpectrumMeter {
    let channels = record.header.channels
    guard channels >= fold.leastChannels else {
      throw UsageError(
        "--fold needs channel \(fold.leastChannels); the source has \(channels)")
    }
    return try SpectrumMeter(
      rate: record.header.rate, signals: fold.signals(of: channels).count,
      start: record.header.position, settings: settings)
  }

  /// Refuses a block that does not go with the hop.
  func check(block frames: Int) throws {
    guard let hop = settings.hop, hop % frames != 0, frames % hop != 0 else { return }
    throw UsageError(
      "--hop \(hop) does not go with blocks of \(frames) frames: one must divide the other")
  }
}
