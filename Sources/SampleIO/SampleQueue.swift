/// Samples on their way: appended at the end, taken from the front.
struct SampleQueue {
  /// Append here; what was taken stays in front until `tidy`.
  var samples: [Float] = []
  private var taken = 0

  /// Whole frames that are left.
  func frames(_ channels: Int) -> Int { (samples.count - taken) / channels }

  /// The next frames.
  mutating func take(frames: Int, _ channels: Int) -> ArraySlice<Float> {
    let count = frames * channels
    taken += count
    return samples[(taken - count)..<taken]
  }

  /// Gives up the room of what was taken.
  mutating func tidy() {
    samples.removeFirst(taken)
    taken = 0
  }
}
