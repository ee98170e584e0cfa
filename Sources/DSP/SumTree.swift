/// Sums over stretches of a row of numbers: of pairs, of fours, up to 32 neighbours.
///
/// Sums of halves are more exact than a running sum, and they vectorise.
public struct SumTree: Sendable {
  /// Level 0 the numbers, level 5 sums of 32.
  private var levels: [[Float]]
  public let count: Int

  /// - Parameter count: numbers in the row.
  public init(count: Int) {
    self.count = count
    let padded = (count + 31) / 32 * 32
    levels = (0...5).map { Array(repeating: 0, count: padded >> $0) }
  }

  /// Takes the numbers.
  ///
  /// - Parameter numbers: at least `count`.
  public mutating func fill(_ numbers: [Float]) {
    copy(numbers, from: 0, count: count, into: &levels[0], at: 0)
    for level in 1...5 { Self.halve(levels[level - 1], into: &levels[level]) }
  }

  // inlined it would not vectorise
  @inline(never)
  private static func halve(_ numbers: [Float], into sums: inout [Float]) {
    let count = sums.count
    precondition(numbers.count >= 2 * count)
    var place = 0
    for index in 0..<count {
      sums[index] = numbers[place] + numbers[place &+ 1]
      place &+= 2
    }
  }

  /// Sum of the whole row.
  public var total: Float { sum(0, count) }

  /// Sum from one index up to another.
  ///
  /// - Parameters:
  ///   - first: 0…`end`.
  ///   - end: at most `count`, not counted.
  /// - Returns: 0 of nothing.
  public func sum(_ first: Int, _ end: Int) -> Float {
    precondition(first >= 0 && end <= count)
    var (low, high) = (first, max(first, end))
    var (left, right): (Float, Float) = (0, 0)
    for level in 0..<5 {
      guard low < high else { return left + right }
      if low & 1 == 1 {
        left += levels[level][low]
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        right += levels[level][high]
      }
      low >>= 1
      high >>= 1
    }
    for index in low..<max(low, high) { left += levels[5][index] }
    return left + right
  }

  /// The first index up to which the sum reaches `limit`.
  public func index(reaching limit: Float) -> Int {
    var sum: Float = 0
    var place = 0
    for level in stride(from: 5, through: 0, by: -1) {
      place *= level == 5 ? 1 : 2
      while place < levels[level].count - 1, sum + levels[level][place] < limit {
        sum += levels[level][place]
        place += 1
      }
    }
    return min(place, count - 1)
  }
}
