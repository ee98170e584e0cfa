import DSP
import Glibc

/// Everything about two channels that advances a frame at a time: the weighting filters, the displays, the sums.
///
/// One pass over the samples for all of it: lanes 0 and 1 are the channels, K-weighted or as they are, lanes
/// 2 and 3 the same A-weighted. Sums are added to strictly in frame order, so they do not
/// depend on where a block ends. State that can fade is cleared below 1e-30 by `clearTraces()`.
struct ChannelPair {
  /// What the loop changes; copied to locals while it runs.
  struct State {
    /// K-weighting's shelf; A-weighting's double pole on top.
    var shelf: SectionLanes
    /// K-weighting's high-pass; A-weighting's lowest.
    var highPass: HighPassLanes
    /// Nothing; A-weighting's middle.
    var middle: HighPassLanes
    /// One-pole means, to be scaled by `Ballistics`: of the square, and of the A-weighted square.
    var fast = SIMD4<Double>()
    var slow = SIMD4<Double>()
    /// Sums of squares: K-weighted of the hop, A-weighted of the session, plain of the step and the block.
    var kSquares = SIMD2<Double>()
    var aSquares = SIMD2<Double>()
    var stepSquares = SIMD2<Double>()
    var blockSquares = SIMD2<Double>()
    /// Sum of the samples of the block.
    var blockSum = SIMD2<Double>()

    var aFast: SIMD2<Double> { fast.highHalf }
    var aSlow: SIMD2<Double> { slow.highHalf }
    var plainFast: SIMD2<Double> { fast.lowHalf }
    var plainSlow: SIMD2<Double> { slow.lowHalf }
  }

  var state: State
  private let ballistics: Ballistics

  init(k: KWeighting, a: AWeighting, ballistics: Ballistics) {
    state = State(
      shelf: SectionLanes(k.shelf, a.high), highPass: HighPassLanes(k.highPass, a.low),
      middle: HighPassLanes(nil, a.middle))
    self.ballistics = ballistics
  }

  /// Advances over frames of an interleaved block.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: the index of the first sample of the first channel.
  ///   - frames: how many.
  ///   - stride: samples from a frame to the next, at least 2.
  mutating func process(_ samples: [Float], from first: Int, frames: Int, stride: Int) {
    precondition(first >= 0 && frames >= 0 && stride >= 2)
    precondition(frames == 0 || first + (frames - 1) * stride + 2 <= samples.count)
    // separate locals: a copy of the whole state would be written back every frame
    var (shelf, highPass, middle) = (state.shelf, state.highPass, state.middle)
    var (fast, slow) = (state.fast, state.slow)
    var weightedSquares = SIMD4(lowHalf: state.kSquares, highHalf: state.aSquares)
    var (stepSquares, blockSquares) = (state.stepSquares, state.blockSquares)
    var blockSum = state.blockSum
    let fastDecay = SIMD4(repeating: ballistics.fastDecay)
    let slowDecay = SIMD4(repeating: ballistics.slowDecay)
    var i = first
    for _ in 0..<frames {
      let x = SIMD2<Double>(SIMD2<Float>(samples[i], samples[i &+ 1]))
      i &+= stride
      let weighted = middle.step(
        highPass.step(shelf.step(SIMD4(lowHalf: x, highHalf: x))))
      let weightedSquare = weighted * weighted
      weightedSquares += weightedSquare
      let square = x * x
      let displayed = SIMD4(lowHalf: square, highHalf: weightedSquare.highHalf)
      fast = multiplyAdd(fastDecay, fast, displayed)
      slow = multiplyAdd(slowDecay, slow, displayed)
      stepSquares += square
      blockSquares += square
      blockSum += x
    }
    state = State(
      shelf: shelf, highPass: highPass, middle: middle, fast: fast, slow: slow,
      kSquares: weightedSquares.lowHalf, aSquares: weightedSquares.highHalf,
      stepSquares: stepSquares, blockSquares: blockSquares, blockSum: blockSum)
  }

  mutating func clearTraces() {
    state.shelf.clearTraces()
    state.highPass.clearTraces()
    state.middle.clearTraces()
    state.fast = withoutTraces(state.fast)
    state.slow = withoutTraces(state.slow)
  }
}

/// The two time weightings: one pole on the square, τ 125 ms (fast) and 1 s (slow).
struct Ballistics {
  /// The factor of the state a frame.
  let fastDecay: Double
  let slowDecay: Double
  private let fastGain: Double
  private let slowGain: Double

  init(rate: Double) {
    fastDecay = exp(-1 / (0.125 * rate))
    slowDecay = exp(-1 / rate)
    fastGain = -expm1(-1 / (0.125 * rate))
    slowGain = -expm1(-1 / rate)
  }

  /// The mean square of a fast state: the loop leaves the gain of its input, 1 − decay, to the reader.
  func fastMean(_ state: Double) -> Double { state * fastGain }

  func slowMean(_ state: Double) -> Double { state * slowGain }
}
