/// Sixteen numbers of a row at a time.
typealias Sixteen = SIMD16<Float>

extension UnsafeMutablePointer<Float> {
  /// The numbers from `first` on.
  @inline(__always)
  func sixteen(from first: Int) -> Sixteen {
    unsafe UnsafeRawPointer(self + first).loadUnaligned(as: Sixteen.self)
  }

  @inline(__always)
  func store(_ numbers: Sixteen, from first: Int) {
    unsafe UnsafeMutableRawPointer(self + first).storeBytes(of: numbers, as: Sixteen.self)
  }
}

extension UnsafePointer<Float> {
  /// The numbers from `first` on.
  @inline(__always)
  func sixteen(from first: Int) -> Sixteen {
    unsafe UnsafeRawPointer(self + first).loadUnaligned(as: Sixteen.self)
  }
}

extension Sixteen {
  /// The last first.
  @inline(__always)
  var mirrored: Sixteen {
    Sixteen(
      self[15], self[14], self[13], self[12], self[11], self[10], self[9], self[8], self[7],
      self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}

/// Complex numbers, sixteen at a time.
struct ComplexSixteen {
  var real: Sixteen
  var imaginary: Sixteen

  /// |z|².
  @inline(__always)
  var squares: Sixteen { real * real + imaginary * imaginary }
}
