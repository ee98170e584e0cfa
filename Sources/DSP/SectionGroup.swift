/// Returns `z + x * y` in every lane, rounded once where the build says that the machine can.
@inlinable @inline(__always)
func multiplyAdd(
  _ x: SIMD8<Double>, _ y: SIMD8<Double>, _ z: SIMD8<Double>
) -> SIMD8<Double> {
  #if NATIVE
    z.addingProduct(x, y)
  #else
    z + x * y
  #endif
}

/// Four filters in a row for two channels, all advanced at once: eight lanes.
///
/// Each filter works on the frame behind its predecessor's, so that none waits for another. Lanes
/// 0 and 1 are the first filter for the two channels, 6 and 7 the last. Transposed direct form II.
struct SectionGroup {
  static let length = 4

  private let b0: SIMD8<Double>
  private let b1: SIMD8<Double>
  private let b2: SIMD8<Double>
  private let minusA1: SIMD8<Double>
  private let minusA2: SIMD8<Double>
  private(set) var state1 = SIMD8<Double>()
  private(set) var state2 = SIMD8<Double>()
  private var output = SIMD8<Double>()

  /// - Parameters:
  ///   - even: up to four filters of the first channel.
  ///   - odd: up to four of the second.
  init(_ even: ArraySlice<Biquad>, _ odd: ArraySlice<Biquad>) {
    let lanes = (0..<8).map { lane in
      let filters = lane % 2 == 0 ? even : odd
      return lane / 2 < filters.count ? filters[filters.startIndex + lane / 2] : .identity
    }
    b0 = SIMD8(lanes.map(\.b0))
    b1 = SIMD8(lanes.map(\.b1))
    b2 = SIMD8(lanes.map(\.b2))
    minusA1 = SIMD8(lanes.map { -$0.a1 })
    minusA2 = SIMD8(lanes.map { -$0.a2 })
  }

  /// What the last filter has made in the last step.
  @inline(__always)
  var last: SIMD2<Double> { output.highHalf.highHalf }

  /// Advances every filter by a frame.
  ///
  /// - Parameter input: the frame that the first filter gets.
  @inline(__always)
  mutating func step(_ input: SIMD2<Double>) {
    let x = SIMD8(
      lowHalf: SIMD4(lowHalf: input, highHalf: output.lowHalf.lowHalf),
      highHalf: SIMD4(lowHalf: output.lowHalf.highHalf, highHalf: output.highHalf.lowHalf))
    let y = multiplyAdd(b0, x, state1)
    state1 = multiplyAdd(minusA1, y, multiplyAdd(b1, x, state2))
    state2 = multiplyAdd(minusA2, y, b2 * x)
    output = y
  }

  /// Clears what no longer matters, so that silence ends in silence and never in subnormals.
  mutating func clearTraces() {
    for lane in 0..<8 {
      if state1[lane].magnitude < 1e-30 { state1[lane] = 0 }
      if state2[lane].magnitude < 1e-30 { state2[lane] = 0 }
      if output[lane].magnitude < 1e-30 { output[lane] = 0 }
    }
  }

  /// Whether nothing is left in it.
  var isSilent: Bool { state1 == SIMD8() && state2 == SIMD8() && output == SIMD8() }
}
