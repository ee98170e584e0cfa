import SampleIO

/// What a spectrum or a trace was made of: a channel, or several together.
struct Signal: Equatable, Sendable {
  /// As records number it: from 1, or one of the folds below.
  var channel: Int
  /// Channels that went into it.
  var folded: Int

  private static let (mean, side) = (0xFFFF, 0xFFFE)

  init(channel: Int, folded: Int) { (self.channel, self.folded) = (channel, folded) }

  /// - Parameters:
  ///   - record: with a section of that name.
  ///   - tag: SPEC or SCOP.
  ///   - index: which of several.
  ///   - layout: its fields.
  init(_ record: borrowing Record, _ tag: Tag, index: Int, _ layout: Layout) {
    let channel = record.number("channel", tag, index: index, layout)
    let folded = record.number("channels_folded", tag, index: index, layout)
    self.channel = channel.isFinite ? Int(channel) : Self.mean
    self.folded = folded.isFinite ? Int(folded) : 0
  }

  /// A channel's name: L and R of two, else its number.
  ///
  /// - Parameters:
  ///   - channel: from 0.
  ///   - channels: of the source.
  /// - Returns: one word.
  static func name(_ channel: Int, of channels: Int) -> String {
    channels == 2 && channel < 2 ? ["L", "R"][channel] : String(channel + 1)
  }

  /// For the edge of a plot.
  func label(of channels: Int) -> String {
    switch channel {
    case Self.mean: "mean"
    case Self.side: "side"
    default: Self.name(channel - 1, of: channels)
    }
  }

  /// For a title; nothing where there is no choice.
  func words(of channels: Int) -> String {
    guard channels > 1 else { return "" }
    switch channel {
    case Self.mean: return "mean of \(folded)"
    case Self.side: return "side"
    default: return "channel \(channel) of \(channels)"
    }
  }
}

extension Record {
  /// Which of several sections is shown: the newest, of a channel if one is wanted.
  ///
  /// - Parameters:
  ///   - tag: SPEC or SCOP.
  ///   - layout: its fields.
  ///   - channel: from 0; nil for the first that there is.
  /// - Returns: nil where the record has none.
  func newest(_ tag: Tag, _ layout: Layout, channel: Int?) -> Int? {
    var newest: (index: Int, position: Double)?
    for index in 0..<count(of: tag) {
      let found = Signal(self, tag, index: index, layout)
      guard channel == nil || found.channel - 1 == channel else { continue }
      // SCOP has no position: the first of a channel is its only one.
      let position = number("position", tag, index: index, layout)
      if newest.map({ position > $0.position }) ?? true { newest = (index, position) }
    }
    return newest?.index
  }
}
