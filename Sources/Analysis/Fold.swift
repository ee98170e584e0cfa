/// Which signal is looked at when there are several channels.
public enum Fold: Equatable, Sendable {
  /// The equal-gain mean of all channels.
  case mean
  /// Half the difference of the first two.
  case side
  /// One channel, from 0.
  case one(Int)
  /// Every channel by itself.
  case each

  /// The names, besides the number of a channel.
  public static let words = ["mean", "left", "right", "side", "each"]

  /// - Parameter name: one of `words`, or a channel's number from 1.
  public init?(name: String) {
    switch name {
    case "mean": self = .mean
    case "left": self = .one(0)
    case "right": self = .one(1)
    case "side": self = .side
    case "each": self = .each
    default:
      guard let number = Int(name), 1...64 ~= number else { return nil }
      self = .one(number - 1)
    }
  }

  /// The fewest channels that it makes sense for.
  public var leastChannels: Int {
    switch self {
    case .mean, .each: 1
    case .side: 2
    case .one(let channel): channel + 1
    }
  }

  /// What comes out for a source.
  ///
  /// - Parameter channels: of the source.
  /// - Returns: a signal each: its channel from 1, or the number of a fold, and how many channels it is made of.
  public func signals(of channels: Int) -> [(channel: UInt32, folded: Int64)] {
    switch self {
    case .mean: [(0xFFFF, Int64(channels))]
    case .side: [(0xFFFE, 2)]
    case .one(let channel): [(UInt32(channel + 1), 1)]
    case .each: (1...channels).map { (UInt32($0), 1) }
    }
  }

  /// Folds a block.
  ///
  /// - Parameters:
  ///   - block: interleaved.
  ///   - frames: of the block.
  ///   - channels: of a frame, at least `leastChannels`.
  ///   - signals: gets `frames` samples a signal.
  public func apply(
    _ block: Span<Float>, frames: Int, channels: Int, into signals: inout [[Float]]
  ) {
    precondition(frames * channels <= block.count && channels >= leastChannels)
    let count = self == .each ? channels : 1
    if signals.count != count { signals = Array(repeating: [], count: count) }
    for index in 0..<count where signals[index].count < frames {
      signals[index] = Array(repeating: 0, count: frames)
    }
    switch self {
    case .mean where channels == 2: Self.pair(block, frames, 0.5, &signals[0])
    case .mean: Self.mean(block, frames, channels, &signals[0])
    case .side where channels == 2: Self.pair(block, frames, -0.5, &signals[0])
    case .side: Self.side(block, frames, channels, &signals[0])
    case .one(let channel): Self.copy(block, frames, channels, channel, &signals[0])
    case .each:
      for channel in 0..<channels { Self.copy(block, frames, channels, channel, &signals[channel]) }
    }
  }

  /// The first two channels by themselves, or none where there is only one.
  public static func pair(
    of block: Span<Float>, frames: Int, channels: Int, into pair: inout [[Float]]
  ) {
    guard channels > 1 else { return pair = [] }
    if pair.count != 2 { pair = [[], []] }
    for channel in 0...1 {
      if pair[channel].count < frames { pair[channel] = Array(repeating: 0, count: frames) }
      copy(block, frames, channels, channel, &pair[channel])
    }
  }

  @inline(never)
  private static func copy(
    _ block: Span<Float>, _ frames: Int, _ channels: Int, _ channel: Int, _ signal: inout [Float]
  ) {
    precondition(frames * channels <= block.count && channel < channels)
    var target = signal.mutableSpan
    precondition(frames <= target.count)
    unsafe block.withUnsafeBufferPointer { block in
      for frame in 0..<frames { target[frame] = unsafe block[frame &* channels &+ channel] }
    }
  }

  /// Half the first channel, and the second times `gain`.
  @inline(never)
  private static func pair(
    _ block: Span<Float>, _ frames: Int, _ gain: Float, _ signal: inout [Float]
  ) {
    precondition(2 * frames <= block.count)
    var target = signal.mutableSpan
    precondition(frames <= target.count)
    unsafe block.withUnsafeBufferPointer { block in
      for frame in 0..<frames {
        target[frame] = unsafe block[2 &* frame] * 0.5 + block[2 &* frame &+ 1] * gain
      }
    }
  }

  private static func side(
    _ block: Span<Float>, _ frames: Int, _ channels: Int, _ signal: inout [Float]
  ) {
    for frame in 0..<frames {
      signal[frame] = 0.5 * (block[frame * channels] - block[frame * channels + 1])
    }
  }

  private static func mean(
    _ block: Span<Float>, _ frames: Int, _ channels: Int, _ signal: inout [Float]
  ) {
    copy(block, frames, channels, 0, &signal)
    guard channels > 1 else { return }
    for channel in 1..<channels {
      for frame in 0..<frames { signal[frame] += block[frame &* channels &+ channel] }
    }
    let share = 1 / Float(channels)
    for frame in 0..<frames { signal[frame] *= share }
  }
}
