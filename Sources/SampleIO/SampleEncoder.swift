/// Turns Float32 into stored samples: where a stream leaves Float32.
///
/// Integers are round(x · 2^(bits − 1)), ties to even, limited to what the format holds and
/// counted; 16 and 24-bit sources come back bit for bit. A sample that is no number becomes 0.
struct SampleEncoder {
  let format: SampleFormat
  let bigEndian: Bool

  /// Whether the bytes are those of Float32 in memory.
  var isNative: Bool { format == .f32 && !bigEndian }

  /// - Parameters:
  ///   - samples: full scale ±1.
  ///   - bytes: room for as many samples.
  /// - Returns: samples that had to be limited.
  func encode(
    _ samples: UnsafeBufferPointer<Float>, into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    switch format {
    case .s16:
      return unsafe integers(samples, bits: 16) { unsafe store(Int16($0), $1, bytes) }
    case .s24:
      return unsafe integers(samples, bits: 24) { value, index in
        let bits = UInt32(bitPattern: Int32(value))
        for byte in 0..<3 {
          let place = 3 * index + (bigEndian ? 2 - byte : byte)
          unsafe bytes[place] = UInt8(truncatingIfNeeded: bits >> (8 * byte))
        }
      }
    case .s32:
      return unsafe integers(samples, bits: 32) { unsafe store(Int32($0), $1, bytes) }
    case .f64:
      for index in samples.indices {
        unsafe store(Int64(bitPattern: Double(samples[index]).bitPattern), index, bytes)
      }
    case .f32:
      for index in samples.indices {
        unsafe store(Int32(bitPattern: samples[index].bitPattern), index, bytes)
      }
    default:
      preconditionFailure("\(format.word) is never written")
    }
    return 0
  }

  private func store<I: FixedWidthInteger>(
    _ value: I, _ index: Int, _ bytes: UnsafeMutableRawBufferPointer
  ) {
    let stored = bigEndian ? value.bigEndian : value.littleEndian
    unsafe bytes.storeBytes(of: stored, toByteOffset: index * MemoryLayout<I>.size, as: I.self)
  }

  private func integers(
    _ samples: UnsafeBufferPointer<Float>, bits: Int, _ store: (Int64, Int) -> Void
  ) -> Int {
    let scale = Double(sign: .plus, exponent: bits - 1, significand: 1)
    var limited = 0
    for index in samples.indices {
      let value = unsafe (Double(samples[index]) * scale).rounded(.toNearestOrEven)
      let kept = value < -scale ? -scale : value > scale - 1 ? scale - 1 : value
      if kept != value { limited += 1 }
      store(kept.isNaN ? 0 : Int64(kept), index)
    }
    return limited
  }
}
