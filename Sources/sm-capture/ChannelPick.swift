import SampleIO

/// One channel of several, or their equal-gain mean: what `--channel` and `--mono` do.
struct ChannelPick {
  private let channel: Int?
  private let isMean: Bool

  /// - Parameter arguments: `--channel` and `--mono`.
  /// - Throws: `UsageError` when both are given.
  init(_ arguments: Arguments) throws {
    channel = try arguments.integer("channel", in: 1...RecordHeader.mostChannels)
    isMean = arguments.has("mono")
    if channel != nil, isMean { throw UsageError("--channel and --mono: choose one") }
  }

  /// Makes the block mono; whatever was measured of it goes.
  func apply(to record: inout Record) throws {
    let channels = record.header.channels
    guard channel != nil || isMean, !record.header.isUnread else { return }
    if let channel, channel > channels {
      throw UsageError("--channel \(channel): the source has \(channels)")
    }
    record.foldToMono(channel: channel.map { $0 - 1 })
  }
}
