/// Equal steps of time cut to whole frames: step k starts at start + factor × round(k × rate / perSecond).
struct TimeGrid {
  /// Hz, of the source.
  let rate: Double
  /// Steps a second.
  let perSecond: Double
  /// Frames of the path for a frame of the source.
  let factor: Int
  /// The frame at which step 0 starts.
  private(set) var start = 0
  /// Steps begun; 0 while the start lies ahead.
  private(set) var index = 1
  /// The frame at which step `index` starts.
  private(set) var next: Int

  init(rate: Double, perSecond: Double, factor: Int = 1) {
    self.rate = rate
    self.perSecond = perSecond
    self.factor = factor
    next = 0
    next = boundary(1)
  }

  /// The frames from the start of one step to that of another.
  func frames(from first: Int, to last: Int) -> Int { boundary(last) - boundary(first) }

  mutating func advance() {
    index += 1
    next = boundary(index)
  }

  /// Lets step 0 start at `start`; it is begun at once when `position` is there already.
  mutating func restart(at start: Int, position: Int) {
    self.start = start
    index = start > position ? 0 : 1
    next = boundary(index)
  }

  /// Goes on to the first boundary after `position` and returns how many were passed or met.
  mutating func skip(to position: Int) -> Int {
    guard position >= next else { return 0 }
    let before = index
    let elapsed = Double((position - start) / factor) / rate * perSecond
    index = max(before, Int(elapsed) - 2)
    while boundary(index) <= position { index += 1 }
    next = boundary(index)
    return index - before
  }

  private func boundary(_ index: Int) -> Int {
    start + factor * Int((Double(index) * rate / perSecond).rounded())
  }
}
