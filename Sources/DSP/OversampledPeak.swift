/// The highest magnitude of each channel between and at its samples: an estimate of the true peak.
///
/// Four times oversampled by `HalfBandInterpolator`, with a parabola through each local maximum; the
/// original samples are among the points. −0.03…+0.011 dB up to 20 kHz at 44.1 kHz. The output runs
/// `latencyFrames` behind the input. Every result is the exact maximum over the frames asked for, so
/// it does not depend on how they were cut.
/// Source: ITU-R BS.1770-5, Annex 2 (an equal or better method is allowed).
public struct OversampledPeak {
  /// Frames between an input and the outputs around it.
  public static let latencyFrames = 26
  /// Frames before and at an output that it is made of.
  private static let memory = 52

  public let channels: Int
  private let interpolator: HalfBandInterpolator
  private let capacity: Int
  private var x: [Float]
  private var middle: [Float]
  private var early: [Float]
  private var late: [Float]
  /// Frames in `x`, and how far the three others have been made.
  private var held: Int
  private var middlesMade: Int
  private var quartersMade: Int
  /// The first output whose neighbours are known.
  private var firstWhole = 0
  private var columns: [Float]

  public init(channels: Int) {
    self.channels = channels
    interpolator = HalfBandInterpolator(channels: channels)
    capacity = Self.memory + max(32, 1024 / channels)
    x = [Float](repeating: 0, count: capacity * channels)
    middle = x
    early = x
    late = x
    columns = [Float](repeating: 0, count: max(1, 256 / channels) * channels)
    // as if silence had gone before
    held = Self.memory
    middlesMade = Self.memory - HalfBandInterpolator.reach
    quartersMade = middlesMade - 2
  }

  /// Begins anew after lost frames: no output is made of samples on both sides of the loss.
  ///
  /// The first outputs come 52 frames later; the samples themselves are for the caller to count.
  public mutating func restart() {
    held = 0
    middlesMade = HalfBandInterpolator.reach - 1
    quartersMade = middlesMade + 2
    firstWhole = quartersMade + 1
  }

  /// Takes frames in and raises `peaks` to what came out.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1.
  ///   - first: the first frame to take.
  ///   - frames: how many.
  ///   - peaks: linear, one a channel.
  public mutating func process(
    _ samples: [Float], from first: Int, frames: Int, raising peaks: inout [Float]
  ) {
    precondition(first >= 0 && frames >= 0 && (first + frames) * channels <= samples.count)
    precondition(peaks.count == channels)
    var taken = 0
    while taken < frames {
      if held == capacity { keepMemory() }
      let piece = min(frames - taken, capacity - held)
      let source = (first + taken) * channels
      let target = held * channels
      for i in 0..<piece * channels { x[target &+ i] = samples[source &+ i] }
      held += piece
      taken += piece
      makeOutputs(raising: &peaks)
    }
  }

  /// Raises `peaks` to what comes out when silence follows.
  public mutating func finish(raising peaks: inout [Float]) {
    let silence = [Float](repeating: 0, count: 2 * Self.latencyFrames * channels)
    process(silence, from: 0, frames: 2 * Self.latencyFrames, raising: &peaks)
  }

  private mutating func keepMemory() {
    let dropped = held - Self.memory
    let shift = dropped * channels
    for i in 0..<Self.memory * channels {
      x[i] = x[i &+ shift]
      middle[i] = middle[i &+ shift]
      late[i] = late[i &+ shift]
    }
    held -= dropped
    middlesMade -= dropped
    quartersMade -= dropped
    firstWhole = 0
  }

  private mutating func makeOutputs(raising peaks: inout [Float]) {
    let middles = middlesMade..<max(middlesMade, held - HalfBandInterpolator.reach)
    interpolator.makeMiddles(&middle, of: x, frames: middles)
    middlesMade = middles.upperBound
    let quarters = quartersMade..<max(quartersMade, middlesMade - 2)
    guard quarters.upperBound > max(quarters.lowerBound, firstWhole - 1) else { return }
    interpolator.makeQuarters(&early, &late, of: x, middles: middle, frames: quarters)
    quartersMade = quarters.upperBound
    raise(&peaks, over: max(firstWhole, quarters.lowerBound)..<quarters.upperBound)
  }
}

extension OversampledPeak {
  /// Raises each channel's peak to the highest of the parabolas around the outputs of `frames`.
  ///
  /// A bound is cheap and a division is not: a column gathers the bounds of frames far apart, the highest
  /// column is looked at closely, and then only those whose bound is above what is known by now.
  private mutating func raise(_ peaks: inout [Float], over frames: Range<Int>) {
    gatherBounds(over: frames)
    for channel in 0..<channels {
      var known = peaks[channel]
      var highest = channel
      for place in stride(from: channel, to: columns.count, by: channels)
      where columns[place] > columns[highest] {
        highest = place
      }
      guard columns[highest] > known else { continue }
      known = max(known, columnPeak(highest, over: frames))
      for place in stride(from: channel, to: columns.count, by: channels)
      where columns[place] > known {
        known = max(known, columnPeak(place, over: frames))
      }
      peaks[channel] = known
    }
  }

  /// Sets every column to the highest bound of its outputs.
  ///
  /// A parabola through a, b, c with b the highest exceeds it by (a − c)² / (8 (2b − a − c)), which
  /// is at most |a − c| / 8.
  private mutating func gatherBounds(over frames: Range<Int>) {
    let end = frames.upperBound * channels
    for j in columns.indices { columns[j] = 0 }
    for start in stride(from: frames.lowerBound * channels, to: end, by: columns.count) {
      raiseBounds(from: start, count: min(columns.count, end - start))
    }
  }

  /// Raises the first `count` columns to the bounds of the outputs at `start` and after.
  private mutating func raiseBounds(from start: Int, count: Int) {
    let (x, early, middle, late) = (x, early, middle, late)
    let back = start - channels
    let next = start + channels
    precondition(back >= 0 && start >= 0 && next >= 0 && count >= 0)
    precondition(next + count <= x.count && start + count <= x.count)
    precondition(start + count <= late.count && back + count <= late.count)
    precondition(start + count <= early.count && start + count <= middle.count)
    var output = columns.mutableSpan
    precondition(count <= output.count)
    for j in 0..<count {
      let (x0, x1) = (x[start &+ j], early[start &+ j])
      let (x2, x3) = (middle[start &+ j], late[start &+ j])
      let atSample = multiplyAdd(0.125, (late[back &+ j] - x1).magnitude, x0.magnitude)
      let atEarly = multiplyAdd(0.125, (x0 - x2).magnitude, x1.magnitude)
      let atMiddle = multiplyAdd(0.125, (x1 - x3).magnitude, x2.magnitude)
      let atLate = multiplyAdd(0.125, (x2 - x[next &+ j]).magnitude, x3.magnitude)
      let one = atSample > atEarly ? atSample : atEarly
      let two = atMiddle > atLate ? atMiddle : atLate
      let bound = one > two ? one : two
      let known = output[j]
      output[j] = bound > known ? bound : known
    }
  }

  /// The highest parabola around the outputs of one column.
  private func columnPeak(_ place: Int, over frames: Range<Int>) -> Float {
    var highest: Float = 0
    let start = frames.lowerBound * channels + place
    for i in stride(from: start, to: frames.upperBound * channels, by: columns.count) {
      let next = x[i + channels]
      highest = max(
        highest, Self.parabola(late[i - channels], x[i], early[i]),
        Self.parabola(x[i], early[i], middle[i]), Self.parabola(early[i], middle[i], late[i]),
        Self.parabola(middle[i], late[i], next))
    }
    return highest
  }

  /// The height of the parabola through three neighbours, 0 unless the middle one is the highest.
  static func parabola(_ a: Float, _ b: Float, _ c: Float) -> Float {
    let height = b.magnitude
    guard height >= a.magnitude, height >= c.magnitude else { return 0 }
    let bend = b < 0 ? a + c - 2 * b : 2 * b - a - c
    guard bend > 0 else { return height }
    return height + (a - c) * (a - c) / (8 * bend)
  }
}
