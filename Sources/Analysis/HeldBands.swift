/// Levels that stand for a while and then fall evenly.
struct HeldBands {
  private let holdFrames: Double
  /// dB a frame.
  private let decay: Float
  private var levels: [Float]
  /// Since when each has stood.
  private var frames: [Int]

  init(count: Int, rate: Double, settings: SpectrumSettings) {
    holdFrames = settings.holdSeconds * rate
    decay = Float(settings.decayDBPerSecond / rate)
    levels = Array(repeating: .nan, count: count)
    frames = Array(repeating: 0, count: count)
  }

  /// What is held at a frame.
  func values(at frame: Int) -> [Float] {
    levels.indices.map { value($0, at: frame) }
  }

  /// Takes levels that are at least as high as what is held.
  mutating func raise(_ found: [Float], at frame: Int) {
    for band in found.indices where !(found[band] < value(band, at: frame)) {
      levels[band] = found[band]
      frames[band] = frame
    }
  }

  private func value(_ band: Int, at frame: Int) -> Float {
    let falling = Double(frame - frames[band]) - holdFrames
    return falling > 0 ? levels[band] - Float(falling) * decay : levels[band]
  }
}
