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
  private(set) var x: [Float]
  private(set) var middle: [Float]
  private(set) var early: [Float]
  private(set) var late: [Float]
  /// Frames in `x`, and how far the three others have been made.
  private var held: Int
  private var middlesMade: Int
  private var quartersMade: Int
  /// How many of the frames in `x` the caller has asked about.
  private var raised: Int
  /// The first output whose neighbours are known.
  private var firstWhole = 0
  var columns: PeakColumns

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
