/// The highest magnitude of each channel between and at its samples: an estimate of the true peak.
///
/// Four times oversampled by `HalfBandInterpolator`, with a parabola through each local maximum; the
/// original samples are among the points. −0.03…+0.011 dB up to 20 kHz at 44.1 kHz. The output runs
/// `latencyFrames` behind the input. Every result is the exact maximum over the frames asked for, so
/// it does not depend on how they were cut.
/// Source: ITU-R BS.1770-5, Annex 2 (an equal or better method is allowed).
public struct OversampledPeak {
  /// Frames between an input and the outputs around it: 26 below 48 kHz, 18 below 88.2 kHz, 10 from there.
  public let latencyFrames: Int
  /// Frames to keep: those that an output and the one before it are made of.
  private let memory: Int

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
  /// How many of the frames in `x` the caller has asked about.
  private var raised: Int
  /// The first output whose neighbours are known.
  private var firstWhole = 0
  private var columns: PeakColumns

  /// - Parameters:
  ///   - channels: from 1.
  ///   - rate: Hz, of the samples.
  public init(channels: Int, rate: Double) {
    self.channels = channels
    interpolator = HalfBandInterpolator(channels: channels, rate: rate)
    latencyFrames = interpolator.reach + 2
    memory = 2 * latencyFrames
    capacity = memory + max(32, 2048 / channels)
    x = [Float](repeating: 0, count: capacity * channels)
    middle = x
    early = x
    late = x
    columns = PeakColumns(channels: channels)
    // as if silence had gone before
    held = memory
    raised = held
    middlesMade = memory - interpolator.reach
    quartersMade = middlesMade - 2
  }

  /// Begins anew after lost frames: no output is made of samples on both sides of the loss.
  ///
  /// The first outputs come 2 × `latencyFrames` later; the samples themselves are for the caller to count.
  public mutating func restart() {
    held = 0
    raised = 0
    middlesMade = interpolator.reach - 1
    quartersMade = middlesMade + 2
    firstWhole = quartersMade + 1
  }

  /// The most frames that can be taken at once.
  public var room: Int { capacity - memory }

  /// Takes frames in and makes the outputs that they complete.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1.
  ///   - first: the first frame to take.
  ///   - frames: how many, at most `room`; those taken before must have been raised to.
  public mutating func take(_ samples: [Float], from first: Int, frames: Int) {
    precondition(first >= 0 && frames >= 0 && frames <= room && raised == held)
    if held + frames > capacity { keepMemory() }
    copySamples(
      samples, from: first * channels, to: &x, at: held * channels, count: frames * channels)
    held += frames
    let middles = middlesMade..<max(middlesMade, held - interpolator.reach)
    interpolator.makeMiddles(&middle, of: x, frames: middles)
    middlesMade = middles.upperBound
    let quarters = quartersMade..<max(quartersMade, middlesMade - 2)
    interpolator.makeQuarters(&early, &late, of: x, middles: middle, frames: quarters)
    quartersMade = quarters.upperBound
  }

  /// Raises `peaks` to what came out while the next `frames` of those taken went in.
  ///
  /// - Parameters:
  ///   - peaks: linear, one a channel.
  ///   - frames: how many.
  public mutating func raise(_ peaks: inout [Float], frames: Int) {
    precondition(frames >= 0 && raised + frames <= held && peaks.count == channels)
    let first = max(firstWhole, raised - latencyFrames)
    raised += frames
    let end = raised - latencyFrames
    if first < end { raise(&peaks, over: first..<end) }
  }

  /// Raises `peaks` to what comes out when silence follows.
  public mutating func finish(raising peaks: inout [Float]) {
    let frames = min(room, 2 * latencyFrames)
    take([Float](repeating: 0, count: frames * channels), from: 0, frames: frames)
    raise(&peaks, frames: frames)
  }

  private mutating func keepMemory() {
    let dropped = held - memory
    let shift = dropped * channels
    let count = memory * channels
    moveToFront(&x, from: shift, count: count)
    moveToFront(&middle, from: shift, count: count)
    moveToFront(&late, from: shift, count: count)
    held -= dropped
    raised -= dropped
    middlesMade -= dropped
    quartersMade -= dropped
    firstWhole = 0
  }
}

extension OversampledPeak {
  /// Raises each channel's peak to the highest of the parabolas around the outputs of `frames`.
  ///
  /// A bound is cheap and a division is not: only where the bound is above what is known is it looked at
  /// closely. A parabola through a, b, c with b the highest exceeds it by (a − c)² / (8 (2b − a − c)),
  /// which is at most |a − c| / 8.
  private mutating func raise(_ peaks: inout [Float], over frames: Range<Int>) {
    let end = frames.upperBound * channels
    let width = columns.fineWidth
    columns.clear()
    for start in stride(from: frames.lowerBound * channels, to: end, by: width) {
      raiseBounds(from: start, count: min(width, end - start))
    }
    columns.gather()
    for channel in 0..<channels {
      let bound = columns.highest(of: channel)
      guard bound > peaks[channel] else { continue }
      let likely = columns.place(of: bound, in: channel)
      let known = columnPeak(likely, above: peaks[channel], over: frames)
      peaks[channel] = highestPeak(of: channel, above: known, over: frames)
    }
  }

  /// The highest parabola of a channel, or `known`.
  private func highestPeak(of channel: Int, above known: Float, over frames: Range<Int>) -> Float {
    var known = known
    for top in stride(from: channel, to: columns.coarseWidth, by: channels)
    where columns.coarse[top] > known {
      for place in stride(from: top, to: columns.fineWidth, by: columns.coarseWidth)
      where columns.fine[place] > known {
        known = columnPeak(place, above: known, over: frames)
      }
    }
    return known
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
    var output = columns.fine.mutableSpan
    precondition(count <= output.count)
    for j in 0..<count {
      let (x0, x1) = (x[start &+ j], early[start &+ j])
      let (x2, x3) = (middle[start &+ j], late[start &+ j])
      let (e0, e1) = ((late[back &+ j] - x1).magnitude, (x0 - x2).magnitude)
      let (e2, e3) = ((x1 - x3).magnitude, (x2 - x[next &+ j]).magnitude)
      let (d0, d1) = (e0 > e1 ? e0 : e1, e2 > e3 ? e2 : e3)
      let (m0, m1) = (x0.magnitude, x1.magnitude)
      let (m2, m3) = (x2.magnitude, x3.magnitude)
      let (h0, h1) = (m0 > m1 ? m0 : m1, m2 > m3 ? m2 : m3)
      let bound = multiplyAdd(0.125, d0 > d1 ? d0 : d1, h0 > h1 ? h0 : h1)
      let known = output[j]
      output[j] = bound > known ? bound : known
    }
  }

  /// The highest parabola around the outputs of one column, or `known`.
  private func columnPeak(
    _ place: Int, above known: Float, over frames: Range<Int>
  ) -> Float {
    var highest = known
    let start = frames.lowerBound * channels + place
    for i in stride(from: start, to: frames.upperBound * channels, by: columns.fineWidth) {
      let height = max(
        max(x[i].magnitude, early[i].magnitude), max(middle[i].magnitude, late[i].magnitude))
      // a parabola exceeds the highest of its points by a quarter at most
      guard 1.2501 * height > highest else { continue }
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
