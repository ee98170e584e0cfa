/// Holds one channel back by a number of frames.
struct DelayLine {
  private var held: [Double]
  private var next = 0

  /// - Parameter frames: 1 or more.
  init(frames: Int) { held = Array(repeating: 0, count: frames) }

  /// - Parameters:
  ///   - lanes: frames of two channels, one of which is delayed in place.
  ///   - lane: which.
  ///   - frames: how many.
  mutating func process(_ lanes: inout [SIMD2<Double>], lane: Int, frames: Int) {
    for frame in 0..<frames {
      let new = lanes[frame][lane]
      lanes[frame][lane] = held[next]
      held[next] = new
      next = next + 1 == held.count ? 0 : next + 1
    }
  }
}
