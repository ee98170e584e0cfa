/// The highest magnitude of samples.
public enum HighestMagnitude {
  /// Compares the bits: without their sign those of finite numbers rise with the number.
  ///
  /// - Parameters:
  ///   - samples: finite.
  ///   - count: how many of them.
  /// - Returns: 0 of none.
  public static func of(_ samples: [Float], count: Int) -> Float {
    precondition(count <= samples.count)
    var highest: UInt32 = 0
    for index in 0..<count {
      let bits = samples[index].bitPattern & 0x7FFF_FFFF
      highest = bits > highest ? bits : highest
    }
    return Float(bitPattern: highest)
  }
}
