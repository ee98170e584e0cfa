// Loops over sixteen numbers at a time, for sums: the compiler must not change their order by itself.

extension [Float] {
  /// Sixteen neighbours.
  ///
  /// - Parameter first: index of the first; the last must exist too.
  /// - Returns: the numbers in their order.
  @inlinable @inline(__always)
  public func sixteen(from first: Int) -> SIMD16<Float> {
    precondition(first >= 0 && first &+ 16 <= count)
    return unsafe withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: 4 &* first, as: SIMD16<Float>.self)
    }
  }
}

extension SIMD16<Float> {
  /// 0, 1, 2 … 15.
  @inlinable @inline(__always)
  public static var counting: Self { Self(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }

  /// The sum of the lanes: of halves, again and again.
  @inlinable @inline(__always)
  public var total: Float {
    let eight = lowHalf + highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  /// The higher of two numbers in each lane.
  @inlinable @inline(__always)
  func raised(to other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// The highest lane.
  @inlinable @inline(__always)
  var highest: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two.x > two.y ? two.x : two.y
  }
}
