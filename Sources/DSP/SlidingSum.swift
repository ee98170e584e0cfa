/// The sum of the last `count` values, by additions alone.
///
/// Nothing is ever subtracted, so a window of zeros sums to exactly 0 whatever came before it, and
/// the result depends on the values and their order only. Two additions a value.
public struct SlidingSum {
  public let count: Int
  /// Values of the current turn, by place; older places hold the turn before.
  private var values: [Double]
  /// Place k holds the sum of places k ..< count of the turn before.
  private var suffixes: [Double]
  private var place = 0
  private var prefix = 0.0

  public init(count: Int) {
    precondition(count > 0)
    self.count = count
    values = [Double](repeating: 0, count: count)
    suffixes = [Double](repeating: 0, count: count + 1)
  }

  /// The sum of the last `count` values; values before the first count as 0.
  public var sum: Double { suffixes[place] + prefix }

  public mutating func append(_ value: Double) {
    values[place] = value
    prefix += value
    place += 1
    guard place == count else { return }
    for k in stride(from: count - 1, through: 0, by: -1) {
      suffixes[k] = suffixes[k + 1] + values[k]
    }
    place = 0
    prefix = 0
  }

  public mutating func removeAll() { self = SlidingSum(count: count) }
}
