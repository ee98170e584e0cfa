import DSP
import Glibc

/// Everything about two channels that advances a frame at a time: the weighting filters, the displays, the sums.
///
/// One pass over the samples for all of it. Sums are added to strictly in frame order, so they do not
/// depend on where a block ends. State that can fade is cleared below 1e-30 by `clearTraces()`.
struct ChannelPair {
  /// What the loop changes; copied to a local while it runs.
  struct State {
    var shelf: SectionLanes
    var highPass: HighPassLanes
    var aLow: HighPassLanes
    var aMiddle: HighPassLanes
    var aHigh: SectionLanes
    /// One-pole means, to be scaled by `Ballistics`: of the square, and of the A-weighted square.
    var fast = SIMD2<Double>()
    var slow = SIMD2<Double>()
    var aFast = SIMD2<Double>()
    var aSlow = SIMD2<Double>()
    /// Sums of squares: K-weighted of the hop, A-weighted of the session, plain of the step and the block.
    var kSquares = SIMD2<Double>()
    var aSquares = SIMD2<Double>()
    var stepSquares = SIMD2<Double>()
    var blockSquares = SIMD2<Double>()
    /// Sum of the samples of the block.
    var blockSum = SIMD2<Double>()
  }

  var state: State
  private let ballistics: Ballistics

  init(k: KWeighting, a: AWeighting, ballistics: Ballistics) {
    state = State(
      shelf: SectionLanes(k.shelf), highPass: HighPassLanes(k.highPass), aLow: HighPassLanes(a.low),
      aMiddle: HighPassLanes(a.middle), aHigh: SectionLanes(a.high))
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
    var (shelf, highPass) = (state.shelf, state.highPass)
    var (aLow, aMiddle, aHigh) = (state.aLow, state.aMiddle, state.aHigh)
    var (fast, slow, aFast, aSlow) = (state.fast, state.slow, state.aFast, state.aSlow)
    var (kSquares, aSquares) = (state.kSquares, state.aSquares)
    var (stepSquares, blockSquares, blockSum) = (
      state.stepSquares, state.blockSquares, state.blockSum
    )
    let fastDecay = SIMD2(repeating: ballistics.fastDecay)
    let slowDecay = SIMD2(repeating: ballistics.slowDecay)
    var i = first
    for _ in 0..<frames {
      let x = SIMD2<Double>(SIMD2<Float>(samples[i], samples[i &+ 1]))
      i &+= stride
      let k = highPass.step(shelf.step(x))
      kSquares = multiplyAdd(k, k, kSquares)
      let a = aHigh.step(aMiddle.step(aLow.step(x)))
      let aSquare = a * a
      aSquares += aSquare
      aFast = multiplyAdd(fastDecay, aFast, aSquare)
      aSlow = multiplyAdd(slowDecay, aSlow, aSquare)
      let square = x * x
      stepSquares += square
      blockSquares += square
      fast = multiplyAdd(fastDecay, fast, square)
      slow = multiplyAdd(slowDecay, slow, square)
      blockSum += x
    }
    state = State(
      shelf: shelf, highPass: highPass, aLow: aLow, aMiddle: aMiddle, aHigh: aHigh, fast: fast,
      slow: slow, aFast: aFast, aSlow: aSlow, kSquares: kSquares, aSquares: aSquares,
      stepSquares: stepSquares, blockSquares: blockSquares, blockSum: blockSum)
  }

  mutating func clearTraces() {
    state.shelf.clearTraces()
    state.highPass.clearTraces()
    state.aLow.clearTraces()
    state.aMiddle.clearTraces()
    state.aHigh.clearTraces()
    state.fast = withoutTraces(state.fast)
    state.slow = withoutTraces(state.slow)
    state.aFast = withoutTraces(state.aFast)
    state.aSlow = withoutTraces(state.aSlow)
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
