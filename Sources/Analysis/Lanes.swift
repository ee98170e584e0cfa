import DSP

/// A section with b0 = 1 in four lanes: one filter for two channels, another for the same two.
///
/// In state form: the next state is made of the last one and the input, not of the output, so a frame
/// waits for one product of the frame before and not for two.
struct SectionLanes {
  private let input1: SIMD4<Double>
  private let input2: SIMD4<Double>
  private let minusA1: SIMD4<Double>
  private let minusA2: SIMD4<Double>
  private(set) var state1 = SIMD4<Double>()
  private(set) var state2 = SIMD4<Double>()

  /// - Parameters:
  ///   - low: the filter of lanes 0 and 1.
  ///   - high: that of lanes 2 and 3.
  init(_ low: SectionDesign, _ high: SectionDesign) {
    precondition(low.b0 == 1 && high.b0 == 1)
    input1 = inHalves(low.b1 - low.a1, high.b1 - high.a1)
    input2 = inHalves(low.b2 - low.a2, high.b2 - high.a2)
    minusA1 = inHalves(-low.a1, -high.a1)
    minusA2 = inHalves(-low.a2, -high.a2)
  }

  @inline(__always)
  mutating func step(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let y = x + state1
    let next = multiplyAdd(minusA1, state1, multiplyAdd(input1, x, state2))
    state2 = multiplyAdd(minusA2, state1, input2 * x)
    state1 = next
    return y
  }

  mutating func clearTraces() {
    state1 = withoutTraces(state1)
    state2 = withoutTraces(state2)
  }
}

/// A high-pass as two integrators in a loop, in four lanes like `SectionLanes`.
///
/// y = x − state2 − (damping + stiffness) state1: the coefficients are small where the poles are near 1,
/// so nothing cancels.
struct HighPassLanes {
  private let minusLoop: SIMD4<Double>
  private let kept: SIMD4<Double>
  private let stiffness: SIMD4<Double>
  private(set) var state1 = SIMD4<Double>()
  private(set) var state2 = SIMD4<Double>()

  /// - Parameters:
  ///   - low: the filter of lanes 0 and 1, nil to let them pass.
  ///   - high: that of lanes 2 and 3.
  init(_ low: HighPassDesign?, _ high: HighPassDesign) {
    let lowLoop = low.map { $0.damping + $0.stiffness }
    let highLoop = high.damping + high.stiffness
    minusLoop = inHalves(-(lowLoop ?? 0), -highLoop)
    kept = inHalves(lowLoop.map { 1 - $0 } ?? 0, 1 - highLoop)
    stiffness = inHalves(low?.stiffness ?? 0, high.stiffness)
  }

  @inline(__always)
  mutating func step(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let rest = x - state2
    let y = multiplyAdd(minusLoop, state1, rest)
    state2 = multiplyAdd(stiffness, state1, state2)
    state1 = multiplyAdd(kept, state1, rest)
    return y
  }

  mutating func clearTraces() {
    state1 = withoutTraces(state1)
    state2 = withoutTraces(state2)
  }
}

private func inHalves(_ low: Double, _ high: Double) -> SIMD4<Double> {
  SIMD4(low, low, high, high)
}

/// `lanes` with everything below 1e-30 set to 0, so that silence ends in silence and never in subnormals.
func withoutTraces(_ lanes: SIMD4<Double>) -> SIMD4<Double> {
  var lanes = lanes
  for lane in 0..<4 where lanes[lane].magnitude < 1e-30 { lanes[lane] = 0 }
  return lanes
}
