/// White Gaussian noise, independent in each channel.
///
/// A sample depends on the seed, its channel and its frame's number only: 64 bits from SplitMix64,
/// which can be entered at any place, become one normal deviate by the method of Box and Muller. The
/// largest is 6.7 times the RMS, so noise of −20 dBFS RMS stays below −3.4 dBFS.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
/// Box, Muller, "A note on the generation of random normal deviates", Ann. Math. Stat. 29, 1958.
struct GeneratorWhite: GeneratorVoice {
  private let keys: [UInt64]
  private let rms: Double

  /// - Parameters:
  ///   - seed: another seed gives another, independent noise.
  ///   - channels: 1 or more.
  ///   - rms: full scale 1.
  init(seed: UInt64, channels: Int, rms: Double) {
    keys = (0..<channels).map { Self.key(seed: seed, channel: $0) }
    self.rms = rms
  }

  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    for channel in 0..<channels {
      let key = keys[channel]
      for index in 0..<frames {
        let normal = Self.normal(key: key, frame: first + Int64(index))
        block[index * channels + channel] = Float(rms * normal)
      }
    }
  }

  /// What tells a channel's noise from all others.
  static func key(seed: UInt64, channel: Int) -> UInt64 {
    mixed(mixed(seed) &+ UInt64(channel))
  }

  /// A normal deviate of mean 0 and variance 1.
  ///
  /// - Parameters:
  ///   - key: from `key(seed:channel:)`.
  ///   - frame: any, also negative.
  /// - Returns: −6.7…6.7.
  @inline(__always)
  static func normal(key: UInt64, frame: Int64) -> Double {
    let bits = mixed(key &+ UInt64(bitPattern: frame) &* 0x9E37_79B9_7F4A_7C15)
    let radius = (Double(bits >> 32) + 0.5) * 0x1p-32
    let angle = (Double(bits & 0xFFFF_FFFF) + 0.5) * 0x1p-32
    let logarithm = GeneratorMath.log2(radius) * 0.693147180559945309417
    return (-2 * logarithm).squareRoot() * GeneratorMath.sine(turns: angle)
  }

  /// The output function of SplitMix64.
  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
