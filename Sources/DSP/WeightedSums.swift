/// Sums over stretches of a row of numbers, a weight for each number: all bands of a spectrum at once.
///
/// The weights are laid out in sixteens, with zeros behind the last of a stretch.
public struct WeightedSums: Sendable {
  private struct Stretch {
    /// Index of its first number, and where its weights begin and end.
    var first: Int
    var start: Int
    var end: Int
  }

  private var stretches: [Stretch] = []
  private var weights: [Float] = []
  /// How many numbers there must be: up to fifteen more than have a weight.
  public private(set) var reach = 0

  /// Makes sums of nothing.
  public init() {}

  /// Adds a stretch.
  ///
  /// - Parameters:
  ///   - first: index of its first number.
  ///   - found: the weights of this and the following numbers, at least one.
  public mutating func append(from first: Int, weights found: [Float]) {
    precondition(first >= 0 && !found.isEmpty)
    let start = weights.count
    let padded = (found.count + 15) / 16 * 16
    weights += found
    weights += Array(repeating: 0, count: padded - found.count)
    stretches.append(Stretch(first: first, start: start, end: weights.count))
    reach = max(reach, first + padded)
  }

  /// How many stretches there are.
  public var count: Int { stretches.count }

  /// Sums up.
  ///
  /// - Parameters:
  ///   - numbers: at least `reach`.
  ///   - sums: gets one a stretch; may be longer.
  public func copySums(of numbers: [Float], into sums: inout [Float]) {
    var target = sums.mutableSpan
    precondition(numbers.count >= reach && target.count >= stretches.count)
    unsafe numbers.withUnsafeBytes { numbers in
      unsafe weights.withUnsafeBytes { weights in
        for index in stretches.indices {
          let stretch = stretches[index]
          // most have no more than sixteen
          var sum =
            unsafe Self.sixteen(numbers, stretch.first) * Self.sixteen(weights, stretch.start)
          var place = stretch.first &+ 16
          var weight = stretch.start &+ 16
          while weight < stretch.end {
            sum += unsafe Self.sixteen(numbers, place) * Self.sixteen(weights, weight)
            place &+= 16
            weight &+= 16
          }
          target[index] = sum.total
        }
      }
    }
  }

  @inline(__always)
  private static func sixteen(_ bytes: UnsafeRawBufferPointer, _ first: Int) -> SIMD16<Float> {
    unsafe bytes.loadUnaligned(fromByteOffset: 4 &* first, as: SIMD16<Float>.self)
  }
}
