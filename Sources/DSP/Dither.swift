/// Noise of a triangular distribution, ±1 step, that makes the error of rounding independent of the signal.
///
/// The same samples always get the same noise.
public struct Dither {
  private var state: UInt64 = 1

  public init() {}

  /// Adds noise, before the samples are rounded to integers.
  ///
  /// - Parameters:
  ///   - samples: full scale ±1.
  ///   - count: how many of them.
  ///   - bits: of the integers.
  public mutating func add(to samples: inout [Float], count: Int, bits: Int) {
    let step = Double(sign: .plus, exponent: 1 - bits, significand: 1)
    for index in 0..<count {
      let noise = uniform() - uniform()
      samples[index] = Float(Double(samples[index]) + noise * step)
    }
  }

  /// 0..<1.
  ///
  /// Source: G. L. Steele et al., "Fast splittable pseudorandom number generators", 2014.
  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
