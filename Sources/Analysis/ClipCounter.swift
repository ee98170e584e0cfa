/// Counts runs of samples at full scale: an event is the entry, one sample below ends it.
struct ClipCounter {
  private let level: Float
  private let runLength: Int
  private var run = 0
  /// Events since `reset()`.
  private(set) var events = 0
  /// Whether a sample since `beginBlock()` belongs to an event.
  private(set) var isClipped = false

  init(settings: LoudnessSettings) {
    level = settings.clipLevel
    runLength = settings.clipRun
  }

  mutating func beginBlock() { isClipped = false }

  mutating func resetCount() { events = 0 }

  /// Ends a run, as lost frames do.
  mutating func endRun() { run = 0 }

  /// Takes the samples of one channel.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: the index of the first of the channel's samples.
  ///   - frames: how many.
  ///   - stride: samples from one to the next.
  ///   - peak: the highest magnitude among them.
  mutating func process(_ samples: [Float], from first: Int, frames: Int, stride: Int, peak: Float)
  {
    guard peak >= level else { return run = 0 }
    for frame in 0..<frames {
      guard samples[first + frame * stride].magnitude >= level else {
        run = 0
        continue
      }
      run = min(run + 1, runLength + 1)
      if run == runLength { events += 1 }
      if run >= runLength { isClipped = true }
    }
  }
}
