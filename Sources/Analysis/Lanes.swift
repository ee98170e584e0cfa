import DSP

/// A section in transposed direct form II with b0 = 1, for two channels at once.
struct SectionLanes {
  private let b1: SIMD2<Double>
  private let b2: SIMD2<Double>
  private let minusA1: SIMD2<Double>
  private let minusA2: SIMD2<Double>
  private(set) var state1 = SIMD2<Double>()
  private(set) var state2 = SIMD2<Double>()

  init(_ design: SectionDesign) {
    precondition(design.b0 == 1)
    b1 = SIMD2(repeating: design.b1)
    b2 = SIMD2(repeating: design.b2)
    minusA1 = SIMD2(repeating: -design.a1)
    minusA2 = SIMD2(repeating: -design.a2)
  }

  @inline(__always)
  mutating func step(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let y = x + state1
    state1 = multiplyAdd(minusA1, y, multiplyAdd(b1, x, state2))
    state2 = multiplyAdd(minusA2, y, b2 * x)
    return y
  }

  mutating func clearTraces() {
    state1 = withoutTraces(state1)
    state2 = withoutTraces(state2)
  }
}

/// A high-pass as two integrators in a loop, for two channels at once.
///
/// y = x − state2 − (damping + stiffness) state1: the coefficients are small where the poles are near 1,
/// so nothing cancels, and there are two products instead of four.
struct HighPassLanes {
  private let minusLoop: SIMD2<Double>
  private let stiffness: SIMD2<Double>
  private(set) var state1 = SIMD2<Double>()
  private(set) var state2 = SIMD2<Double>()

  init(_ design: HighPassDesign) {
    minusLoop = SIMD2(repeating: -(design.damping + design.stiffness))
    stiffness = SIMD2(repeating: design.stiffness)
  }

  @inline(__always)
  mutating func step(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let y = multiplyAdd(minusLoop, state1, x - state2)
    state2 = multiplyAdd(stiffness, state1, state2)
    state1 += y
    return y
  }

  mutating func clearTraces() {
    state1 = withoutTraces(state1)
    state2 = withoutTraces(state2)
  }
}

/// `lanes` with everything below 1e-30 set to 0, so that silence ends in silence and never in subnormals.
func withoutTraces(_ lanes: SIMD2<Double>) -> SIMD2<Double> {
  SIMD2(
    lanes[0].magnitude < 1e-30 ? 0 : lanes[0],
    lanes[1].magnitude < 1e-30 ? 0 : lanes[1])
}
