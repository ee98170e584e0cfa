/// All channels of a signal at one rate, two by two.
struct ChannelPath {
  let channels: Int
  let ballistics: Ballistics
  private(set) var pairs: [ChannelPair]
  /// The last channel of an odd number beside a silent one.
  private var lastAlone: [Float] = []
  private let kGain: Double
  private let aGain: Double
  /// Frames after which fading state is cleared, counted from the source's start.
  private let clearingFrames: Int

  /// - Parameters:
  ///   - rate: Hz, of this path.
  ///   - channels: 1…64.
  ///   - factor: frames of this path for one of the source.
  init(rate: Double, channels: Int, factor: Int = 1) {
    let k = KWeighting(rate: rate)
    let a = AWeighting(rate: rate)
    self.channels = channels
    ballistics = Ballistics(rate: rate)
    kGain = k.powerGain
    aGain = a.powerGain
    clearingFrames = 1024 * factor
    pairs = Array(
      repeating: ChannelPair(k: k, a: a, ballistics: ballistics), count: (channels + 1) / 2)
  }

  /// Advances all channels over some frames of an interleaved block.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: its first frame to take.
  ///   - frames: how many.
  ///   - position: the first one's place in the source.
  mutating func process(_ samples: [Float], from first: Int, frames: Int, position: Int) {
    var done = 0
    while done < frames {
      let toClearing = clearingFrames - (position + done) % clearingFrames
      let piece = min(frames - done, toClearing)
      advance(samples, from: first + done, frames: piece)
      if piece == toClearing { clearTraces() }
      done += piece
    }
  }

  private mutating func advance(_ samples: [Float], from first: Int, frames: Int) {
    for pair in 0..<channels / 2 {
      pairs[pair].process(
        samples, from: first * channels + 2 * pair, frames: frames, stride: channels)
    }
    guard channels % 2 == 1 else { return }
    while lastAlone.count < 2 * frames { lastAlone.append(0) }
    for frame in 0..<frames {
      lastAlone[2 * frame] = samples[(first + frame + 1) * channels - 1]
    }
    pairs[channels / 2].process(lastAlone, from: 0, frames: frames, stride: 2)
  }

  private mutating func clearTraces() {
    for pair in pairs.indices { pairs[pair].clearTraces() }
  }

  /// One number of a channel's state.
  func value(_ field: KeyPath<ChannelPair.State, SIMD2<Double>>, of channel: Int) -> Double {
    pairs[channel / 2].state[keyPath: field][channel % 2]
  }

  mutating func reset(_ field: WritableKeyPath<ChannelPair.State, SIMD2<Double>>) {
    for pair in pairs.indices { pairs[pair].state[keyPath: field] = SIMD2() }
  }

  /// The K-weighted energy since the last reset.
  ///
  /// - Parameter weights: one a channel.
  /// - Returns: the weighted sum of squares over channels and frames.
  func loudnessSum(_ weights: [Double]) -> Double {
    weights.indices.reduce(0) { $0 + weights[$1] * value(\.kSquares, of: $1) } * kGain
  }

  /// The sum over all channels but the LFE of an A-weighted state.
  func weightedSum(
    _ field: KeyPath<ChannelPair.State, SIMD2<Double>>, _ roles: [ChannelRole]
  ) -> Double {
    roles.indices.filter { roles[$0] != .lowFrequency }
      .reduce(0) { $0 + value(field, of: $1) } * aGain
  }
}
