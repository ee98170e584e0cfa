/// The highest magnitude between and at the samples of a signal: an estimate of the true peak.
///
/// Four times oversampled by `HalfBandInterpolator`, with a parabola through each local maximum; the
/// original samples are among the points. −0.03…+0.011 dB up to 20 kHz at 44.1 kHz. The output runs
/// `latency` samples behind the input. Every result is the exact maximum over the samples asked for, so
/// it does not depend on how they were cut.
/// Source: ITU-R BS.1770-5, Annex 2 (an equal or better method is allowed).
public struct OversampledPeak {
  /// The most samples that can be taken at once.
  public static let room = 1024

  /// Samples between an input and the outputs around it: 26 below 48 kHz, 18 below 88.2 kHz, 10 from there.
  public let latency: Int
  /// Samples to keep: those that an output and the one before it are made of.
  private let memory: Int

  private let interpolator: HalfBandInterpolator
  private(set) var x: [Float]
  private(set) var middle: [Float]
  private(set) var early: [Float]
  private(set) var late: [Float]
  /// Samples in `x`, and how far the three others have been made and looked at.
  private var held: Int
  private var middlesMade: Int
  private var quartersMade: Int
  private var raised: Int
  var bounds = PeakBounds(capacity: room)

  /// - Parameter rate: Hz, of the samples.
  public init(rate: Double) {
    interpolator = HalfBandInterpolator(rate: rate)
    latency = interpolator.reach + 2
    memory = 2 * latency
    x = [Float](repeating: 0, count: memory + Self.room + HalfBandInterpolator.excess)
    middle = x
    early = x
    late = x
    // as if silence had gone before
    held = memory
    middlesMade = held - interpolator.reach
    quartersMade = middlesMade - 2
    raised = quartersMade
  }

  /// Begins anew after lost samples: no output is made of samples on both sides of the loss.
  ///
  /// The first outputs come 2 × `latency` later; the samples themselves are for the caller to count.
  public mutating func restart() {
    held = 0
    middlesMade = interpolator.reach - 1
    quartersMade = middlesMade + 2
    raised = quartersMade + 1
  }

  /// Takes samples in and makes the outputs that they complete.
  ///
  /// `highest(above:)` must have been asked about those taken before.
  ///
  /// - Parameters:
  ///   - samples: one channel of an interleaved block, full scale ±1.
  ///   - first: index of the first of its samples.
  ///   - count: how many, at most `room`.
  ///   - stride: from one to the next.
  /// - Returns: the highest magnitude of the samples themselves.
  public mutating func take(
    _ samples: [Float], from first: Int, count: Int, stride: Int = 1
  ) -> Float {
    precondition(count <= Self.room && raised >= quartersMade)
    if held + count > memory + Self.room { keepMemory() }
    copySamples(samples, from: first, every: stride, to: &x, at: held, count: count)
    let highest = HighestMagnitude.of(x, from: held, count: count)
    held += count
    let middles = middlesMade..<max(middlesMade, held - interpolator.reach)
    interpolator.makeMiddles(&middle, of: x, range: middles)
    middlesMade = middles.upperBound
    let quarters = quartersMade..<max(quartersMade, middlesMade - 2)
    interpolator.makeQuarters(&early, &late, of: x, middles: middle, range: quarters)
    quartersMade = quarters.upperBound
    return highest
  }

  /// The highest of what came out since this was asked last, or `known` where that is higher.
  public mutating func highest(above known: Float) -> Float {
    guard raised < quartersMade else { return known }
    let range = raised..<quartersMade
    raised = quartersMade
    return search(range, above: known)
  }

  /// Takes in silence, so that what the samples so far leave behind comes out.
  public mutating func finish() {
    _ = take([Float](repeating: 0, count: 2 * latency), from: 0, count: 2 * latency)
  }

  private mutating func keepMemory() {
    let dropped = held - memory
    moveToFront(&x, from: dropped, count: memory)
    moveToFront(&middle, from: dropped, count: memory)
    moveToFront(&late, from: dropped, count: memory)
    held -= dropped
    middlesMade -= dropped
    quartersMade -= dropped
    raised -= dropped
  }
}
