/// Samples as the transmitter's file has them.
public enum DeviceSamples {
  /// round(x × 32767), halves away from zero.
  ///
  /// - Parameter signal: full scale ±1, not above.
  /// - Returns: −32767…32767.
  public static func quantised(_ signal: [Float]) -> [Int16] {
    signal.map { sample in
      Int16(max(-32_767, min(32_767, (Double(sample) * 32_767).rounded())))
    }
  }

  /// The 16-bit integers that a signal was read from; nil where a sample is none.
  public static func integers(_ signal: [Float]) -> [Int16]? {
    var integers: [Int16] = []
    integers.reserveCapacity(signal.count)
    for sample in signal {
      let value = Double(sample) * 32_768
      guard value == value.rounded(), -32_768...32_767 ~= value else { return nil }
      integers.append(Int16(value))
    }
    return integers
  }
}
