import Glibc

/// Sixteen delay lines that feed each other through a Hadamard matrix, so that every echo becomes
/// sixteen, and lose level on the way: the late sound of a room.
///
/// All frequencies of a kind decay alike, since each line loses in proportion to its length.
/// Source: J.-M. Jot, A. Chaigne, Digital delay networks for designing artificial reverberators,
/// AES 90, 1991.
struct FeedbackNetwork {
  typealias Lines = SIMD16<Float>
  static let count = 16

  /// Frames of each line.
  let lengths: [Int]
  private var memory: [Float]
  /// Where the lines begin in `memory`, and the place within each.
  private let starts: [Int]
  private var places: [Int]

  // A shelf of first order in each line, y = b0 x + b1 x' − a1 y', the matrix's 1/4 inside.
  private var b0 = Lines()
  private var b1 = Lines()
  private var a1 = Lines()
  private var lastIn = Lines()
  private var lastOut = Lines()

  /// - Parameters:
  ///   - lengths: frames of the sixteen lines, without common divisors.
  ///   - rate: Hz.
  ///   - low: time in which low frequencies decay by 60 dB, s.
  ///   - high: the same of high ones, s; not longer.
  ///   - crossover: Hz, where the level falls at the mean of the two speeds, in dB.
  init(lengths: [Int], rate: Double, low: Double, high: Double, crossover: Double) {
    precondition(lengths.count == Self.count && lengths.allSatisfy { $0 > 0 })
    self.lengths = lengths
    memory = Array(repeating: 0, count: lengths.reduce(0, +))
    starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    places = Array(repeating: 0, count: Self.count)
    for index in lengths.indices {
      let seconds = Double(lengths[index]) / rate
      let (bottom, top) = (pow(10, -3 * seconds / low), pow(10, -3 * seconds / high))
      // (bottom × w + top × s) / (s + w), by the bilinear transform, true at the crossover
      let w = tan(.pi * min(crossover / rate, 0.49)) * (top / bottom).squareRoot()
      b0[index] = Float((bottom * w + top) / (1 + w) / 4)
      b1[index] = Float((bottom * w - top) / (1 + w) / 4)
      a1[index] = Float((w - 1) / (1 + w))
    }
  }

  /// Advances by a number of frames.
  ///
  /// - Parameters:
  ///   - frames: in: what is fed to the lines; out: what comes out of them.
  ///   - count: how many.
  mutating func process(_ frames: inout [Lines], count: Int) {
    precondition(count <= frames.count)
    var done = 0
    while done < count {
      let part = lengths.indices.reduce(count - done) { min($0, lengths[$1] - places[$1]) }
      run(&frames, done, part)
      done += part
      for index in lengths.indices {
        places[index] = (places[index] + part) % lengths[index]
      }
    }
  }

  /// Advances by frames in which no line comes to its end.
  private mutating func run(_ frames: inout [Lines], _ first: Int, _ count: Int) {
    let starts = InlineArray<16, Int> { self.starts[$0] + places[$0] }
    for index in 0..<Self.count {
      precondition(starts[index] >= 0 && starts[index] + count <= memory.count)
    }
    precondition(first >= 0 && first + count <= frames.count)
    let (b0, b1, a1) = (b0, b1, a1)
    var (lastIn, lastOut) = (lastIn, lastOut)
    var span = memory.mutableSpan
    var lanes = frames.mutableSpan
    for frame in 0..<count {
      var heard = Lines()
      for line in 0..<Self.count { heard[line] = span[starts[line] &+ frame] }
      // what is lost in the line
      let kept = (b0 * heard + b1 * lastIn - a1 * lastOut).settled
      (lastIn, lastOut) = (heard, kept)
      let fed = (kept.mixed + lanes[first &+ frame]).settled
      for line in 0..<Self.count { span[starts[line] &+ frame] = fed[line] }
      lanes[first &+ frame] = heard
    }
    (self.lastIn, self.lastOut) = (lastIn, lastOut)
  }
}

extension SIMD16<Float> {
  /// The Walsh-Hadamard transform, unscaled: four times the sums and differences of neighbours.
  @inline(__always) fileprivate var mixed: Self { pairs.pairs.pairs.pairs }

  @inline(__always) private var pairs: Self {
    SIMD16(lowHalf: evenHalf + oddHalf, highHalf: evenHalf - oddHalf)
  }

  /// The states, zero where they are on their way to numbers that are slow to work with.
  @inline(__always) fileprivate var settled: Self {
    replacing(with: 0, where: (self .< 1e-25) .& (self .> -1e-25))
  }
}
