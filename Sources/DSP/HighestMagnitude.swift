/// The highest magnitude of samples.
public enum HighestMagnitude {
  /// Compares the bits: without their sign those of finite numbers rise with the number.
  ///
  /// - Parameters:
  ///   - samples: finite.
  ///   - first: index of the first that counts.
  ///   - count: how many do.
  /// - Returns: 0 of none.
  public static func of(_ samples: [Float], from first: Int = 0, count: Int) -> Float {
    precondition(first >= 0 && count >= 0 && first + count <= samples.count)
    var highest: UInt32 = 0
    for index in 0..<count {
      let bits = samples[first &+ index].bitPattern & 0x7FFF_FFFF
      highest = bits > highest ? bits : highest
    }
    return Float(bitPattern: highest)
  }
}
