/// Levels that stand for a while and then fall evenly.
struct HeldBands {
  /// What has fallen so far is gone.
  private static let lowest: Float = -600

  private let holdFrames: Float
  /// dB a frame.
  private let decay: Float
  private var levels: [Float]
  /// Since when each has stood.
  private var frames: [Int]

  init(count: Int, rate: Double, settings: SpectrumSettings) {
    holdFrames = Float(settings.holdSeconds * rate)
    decay = Float(settings.decayDBPerSecond / rate)
    levels = Array(repeating: .nan, count: count)
    frames = Array(repeating: 0, count: count)
  }

  /// What is held at a frame.
  ///
  /// - Parameters:
  ///   - frame: not before that of the newest level.
  ///   - values: gets one a band.
  func copyValues(at frame: Int, into values: inout [Float]) {
    var target = values.mutableSpan
    precondition(target.count == levels.count && frames.count == levels.count)
    for band in 0..<target.count {
      let falling = Float(frame &- frames[band]) - holdFrames
      let level = levels[band] - (falling > 0 ? falling : 0) * decay
      target[band] = level < Self.lowest ? -.infinity : level
    }
  }

  /// Takes levels that are at least as high as what is held.
  mutating func raise(_ found: [Float], at frame: Int) {
    Self.raise(&levels, &frames, to: found, at: frame, (holdFrames, decay))
  }

  private static func raise(
    _ levels: inout [Float], _ frames: inout [Int], to found: [Float], at frame: Int,
    _ fall: (hold: Float, decay: Float)
  ) {
    var levels = levels.mutableSpan
    var frames = frames.mutableSpan
    precondition(found.count == levels.count && frames.count == levels.count)
    for band in 0..<levels.count {
      let falling = Float(frame &- frames[band]) - fall.hold
      let isBelow = found[band] < levels[band] - (falling > 0 ? falling : 0) * fall.decay
      levels[band] = isBelow ? levels[band] : found[band]
      frames[band] = isBelow ? frames[band] : frame
    }
  }
}
