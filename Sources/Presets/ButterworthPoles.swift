import Glibc

/// The poles of a Butterworth filter.
enum ButterworthPoles {
  /// The Q of a pair of poles.
  ///
  /// - Parameters:
  ///   - index: from 0, less than order / 2.
  ///   - order: 2 or more.
  /// - Returns: the Q of the section.
  static func q(_ index: Int, order: Int) -> Double {
    let angle = Double.pi * Double(2 * index + 1 + order % 2) / Double(2 * order)
    return 1 / (2 * cos(angle))
  }
}
