/// The filter that turns white noise pink: −3.01 dB an octave.
///
/// Poles and zeros alternate evenly on a logarithmic axis, each pair at a third of the frequency of
/// the pair above, from 0.22 × rate down to below 3 Hz; under its last pole the response is flat. The
/// two sections at the top were fitted, since the even spacing fails near half the rate. The slope
/// holds within ±0.02 dB from 20 Hz to 0.46 × rate.
/// The product is used as the equal sum of one-pole sections, all in one vector.
/// Source: Smith, Smith, "Closed form fractional integration and differentiation via real
/// exponentially spaced pole-zero pairs", 2016.
struct GeneratorPinkFilter {
  /// One-pole sections: s ← pole × s + x, y = direct × x + Σ weight × s; spare lanes are 0.
  private(set) var poles = SIMD16<Double>()
  private(set) var weights = SIMD16<Double>()
  private(set) var direct = 1.0

  /// Designs the filter, scaled so that white noise of variance 1 comes out with variance 1.
  ///
  /// - Parameter rate: Hz.
  init(rate: Double) {
    var p = [-0.55779352, -0.05252836]
    var q = [-0.58603828, -0.12726789]
    var divisor = 1.0
    while p.count < 16 {
      p.append(Self.decay(0.22140926 / divisor))
      q.append(Self.decay(0.38350827 / divisor))
      if 0.22140926 / divisor * rate <= 3 { break }
      divisor *= 3
    }
    expand(poles: p, zeros: q)
    normalise(count: p.count)
  }

  /// e^(−2πν), the z-plane place of a real pole at ν × rate (matched z).
  private static func decay(_ nu: Double) -> Double {
    GeneratorMath.exp2(-2 * Double.pi * 1.442695040888963407360 * nu)
  }

  /// Partial fractions of Π (1 − q/z) / Π (1 − p/z).
  private mutating func expand(poles p: [Double], zeros q: [Double]) {
    for k in p.indices {
      var weight = 1.0
      for j in p.indices {
        weight *= 1 - q[j] / p[k]
        if j != k { weight /= 1 - p[j] / p[k] }
      }
      poles[k] = p[k]
      weights[k] = weight
      direct *= q[k] / p[k]
    }
  }

  /// Divides by the root of the energy of the impulse response, h(0)² + Σ h(n)², in closed form.
  private mutating func normalise(count: Int) {
    var first = direct
    var energy = 0.0
    for i in 0..<count {
      first += weights[i]
      for j in 0..<count {
        let product = poles[i] * poles[j]
        energy += weights[i] * weights[j] * product / (1 - product)
      }
    }
    let scale = 1 / (first * first + energy).squareRoot()
    weights *= scale
    direct *= scale
  }

  /// One sample through the filter.
  ///
  /// - Parameters:
  ///   - input: any.
  ///   - state: what the filter keeps of one channel; all 0 at first.
  /// - Returns: the filtered sample.
  @inline(__always)
  func step(_ input: Double, _ state: inout SIMD16<Double>) -> Double {
    state = poles * state + SIMD16(repeating: input)
    let sixteen = weights * state
    let eight = sixteen.lowHalf + sixteen.highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return direct * input + (two.x + two.y)
  }
}
