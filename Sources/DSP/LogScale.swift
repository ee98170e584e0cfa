import Glibc

/// Frequencies with equal steps of their logarithm.
public enum LogScale {
  /// - Parameters:
  ///   - count: 2 or more.
  ///   - first: above 0.
  ///   - last: above `first`.
  /// - Returns: `count` points, both ends among them.
  public static func points(_ count: Int, from first: Double, to last: Double) -> [Double] {
    let step = log(last / first) / Double(count - 1)
    return (0..<count).map { first * exp(Double($0) * step) }
  }
}
