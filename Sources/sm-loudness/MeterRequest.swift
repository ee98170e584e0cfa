import Analysis
import SampleIO

/// What the command line asks of the meter.
struct MeterRequest {
  let settings: LoudnessSettings
  /// What the user says the channels are, nil for what the stream says.
  let layout: ChannelLayout?
  /// Which signal is measured.
  let signal: Signal
  /// Seconds after which a new session begins, nil never.
  let resetSeconds: Double?
  let keepsPCM: Bool

  /// Which signal is measured: all channels, one, or their equal-gain mean.
  enum Signal: Equatable { case all, one(Int), mean }

  init(_ arguments: Arguments) throws {
    settings = LoudnessSettings(
      target: try Self.target(arguments),
      dualMono: arguments.has("dual-mono"),
      clipLevel: Float(try arguments.number("clip-level", in: 0.001...1000) ?? 1 - 1 / 32_768),
      clipRun: try arguments.integer("clip-run", in: 1...1_000_000) ?? 1,
      holdSeconds: try arguments.number("hold", in: 0...3600, unit: "s") ?? 1.5,
      decayDBPerSecond: try arguments.number("decay", in: 0...1000, unit: "dB/s") ?? 20)
    resetSeconds = try arguments.number("reset-every", in: 0.1...1e9, unit: "s")
    keepsPCM = !arguments.has("no-pcm")
    layout = try arguments.text("layout").map { name in
      guard let layout = ChannelLayout(name: name) else {
        throw arguments.unknown("layout", more: ", or a list such as L,R,C,LFE,Ls,Rs")
      }
      return layout
    }
    let channel = try arguments.integer("channel", in: 1...RecordHeader.mostChannels)
    if arguments.has("mono"), channel != nil {
      throw UsageError("--mono and --channel: choose one")
    }
    signal = arguments.has("mono") ? .mean : channel.map { .one($0 - 1) } ?? .all
    if layout != nil, signal != .all {
      throw UsageError("--layout does not go with --mono or --channel, which measure one channel")
    }
  }

  private static func target(_ arguments: Arguments) throws -> Double? {
    switch arguments.text("target") {
    case nil: nil
    case "streaming": -14
    case "ebu": -23
    case "atsc": -24
    case let word? where Arguments.parse(word) == nil:
      throw arguments.unknown("target", more: " or a number of LUFS")
    default: try arguments.number("target", in: -70...0, unit: "LUFS")
    }
  }

  /// The channels of a source.
  ///
  /// - Parameter record: the source's first.
  /// - Returns: the layout asked for, else that of the source's mask, else the default.
  /// - Throws: `UsageError` where none is certain, `SampleError` for a rate that is not measured.
  func meter(for record: borrowing Record) throws -> LoudnessMeter {
    let (rate, channels) = (record.header.rate, record.header.channels)
    guard 8_000...192_000 ~= rate else {
      throw SampleError.failed(
        "a sample rate of \(plain(rate)) Hz; loudness is measured from 8000 to 192000 Hz")
    }
    if case .one(let channel) = signal, channel >= channels {
      throw UsageError("--channel \(channel + 1): the source has \(channels)")
    }
    let count = signal == .all ? channels : 1
    let mask = count == channels ? record.channelMask : 0
    let found =
      layout ?? ChannelLayout(mask: mask, channels: count) ?? ChannelLayout(defaultFor: count)
    guard let found else {
      throw UsageError(
        "\(channels) channels and nobody says what they are; name them: "
          + "--layout \(Self.example(channels))")
    }
    guard found.roles.count == count else {
      throw UsageError("--layout \(found.name) has \(found.roles.count) channels, not \(channels)")
    }
    return LoudnessMeter(rate: rate, layout: found, settings: settings)
  }

  private static func example(_ channels: Int) -> String {
    switch channels {
    case 3: "3.0"
    case 4: "quad"
    case 7: "6.1"
    case 8: "7.1"
    default: "L,R,C,… (a label a channel)"
    }
  }
}
