/// The weights of a sinc kernel, computed once: a row of vectors for each phase, and for each place
/// where its first sample can stand in a vector of four.
///
/// At most 1,000,000 weights are kept. Where there are more phases than go into that, every so many
/// are kept and those between are interpolated linearly, 145 dB below the signal and better.
struct SincTable {
  static let mostWeights = 1_000_000

  /// Vectors of a row.
  let length: Int
  /// Whether each phase has a row of its own.
  let isExact: Bool
  private let kept: Int
  private let phases: Int
  private let weights: [SIMD4<Double>]
  /// Weights that are kept.
  var weightCount: Int { weights.count * 4 }

  init(_ kernel: SincKernel) {
    let length = (2 * kernel.radius + 3 + 3) / 4
    let room = max(2, Self.mostWeights / (length * 16))
    let isExact = kernel.phases <= room
    let kept = isExact ? kernel.phases : room - 1
    var weights: [SIMD4<Double>] = []
    weights.reserveCapacity((kept + 1) * 4 * length)
    for phase in 0..<(isExact ? kept : kept + 1) {
      // The last row is that of the next sample, for the interpolation.
      let row = kernel.weights(Double(phase) / Double(kept), kernel.offsets)
      for lane in 0..<4 {
        var vectors = Array(repeating: SIMD4<Double>(repeating: 0), count: length)
        for index in row.indices { vectors[(lane + index) / 4][(lane + index) % 4] = row[index] }
        weights += vectors
      }
    }
    self.length = length
    self.isExact = isExact
    self.kept = kept
    self.weights = weights
    phases = kernel.phases
  }

  /// The sum of weighted samples.
  ///
  /// - Parameters:
  ///   - samples: in vectors.
  ///   - first: the first sample of the kernel, counted from the first lane.
  ///   - phase: 0..<phases.
  /// - Returns: the output sample.
  func sum(_ samples: [SIMD4<Double>], at first: Int, phase: Int) -> Double {
    let (vector, lane) = (first >> 2, first & 3)
    if isExact { return dot(samples, vector, row: phase * 4 + lane) }
    let place = Double(phase) * Double(kept) / Double(phases)
    let low = min(Int(place), kept - 1)
    let share = place - Double(low)
    let one = dot(samples, vector, row: low * 4 + lane)
    return one + share * (dot(samples, vector, row: (low + 1) * 4 + lane) - one)
  }

  private func dot(_ samples: [SIMD4<Double>], _ vector: Int, row: Int) -> Double {
    let start = row * length
    precondition(start >= 0 && start + length <= weights.count)
    precondition(vector >= 0 && vector + length <= samples.count)
    return unsafe weights.withUnsafeBytes { weights in
      unsafe samples.withUnsafeBytes { samples in
        // Four sums, since each addition waits for the one before.
        let zero = SIMD8<Double>(repeating: 0)
        var (a, b, c, d) = (zero, zero, zero, zero)
        var (left, right) = (32 &* start, 32 &* vector)
        var rest = length
        while rest >= 8 {
          a = unsafe multiplyAdd(Self.eight(weights, left), Self.eight(samples, right), a)
          b = unsafe multiplyAdd(Self.eight(weights, left &+ 64), Self.eight(samples, right &+ 64), b)
          c = unsafe multiplyAdd(
            Self.eight(weights, left &+ 128), Self.eight(samples, right &+ 128), c)
          d = unsafe multiplyAdd(
            Self.eight(weights, left &+ 192), Self.eight(samples, right &+ 192), d)
          (left, right, rest) = (left &+ 256, right &+ 256, rest &- 8)
        }
        let whole = (a + b) + (c + d)
        var sum = whole.lowHalf + whole.highHalf
        while rest > 0 {
          sum = unsafe multiplyAdd(
            weights.load(fromByteOffset: left, as: SIMD4<Double>.self),
            samples.load(fromByteOffset: right, as: SIMD4<Double>.self), sum)
          (left, right, rest) = (left &+ 32, right &+ 32, rest &- 1)
        }
        return sum.sum()
      }
    }
  }

  @inline(__always)
  private static func eight(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> SIMD8<Double> {
    unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD8<Double>.self)
  }
}
