/// Replaces samples that are no finite numbers by zero.
///
/// One such sample would poison every recursive filter behind it for ever.
enum Scrub {
  /// The first sample that is NaN or infinite, nil if all are finite.
  static func firstNonFinite(_ samples: UnsafeMutableBufferPointer<Float>) -> Int? {
    // The exponent's bits plus one carry into the sign only when all are set.
    var carry: UInt32 = 0
    for index in samples.indices {
      carry |= unsafe (samples[index].bitPattern & 0x7F80_0000) &+ 0x0080_0000
    }
    guard carry >> 31 == 1 else { return nil }
    return unsafe samples.firstIndex { !$0.isFinite }
  }

  /// - Parameter samples: changed in place.
  /// - Returns: how many were replaced.
  static func replace(_ samples: UnsafeMutableBufferPointer<Float>) -> Int64 {
    guard let first = unsafe firstNonFinite(samples) else { return 0 }
    var count: Int64 = 0
    for index in first..<samples.count where unsafe !samples[index].isFinite {
      unsafe samples[index] = 0
      count += 1
    }
    return count
  }
}
