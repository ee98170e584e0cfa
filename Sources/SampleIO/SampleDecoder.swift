/// Turns stored samples into Float32, full scale ±1.
///
/// Integers are read as s / 2^(bits − 1), unsigned ones after subtracting the middle; floats
/// are taken as they are, also above full scale.
struct SampleDecoder {
  let format: SampleFormat
  let bigEndian: Bool

  /// Whether the bytes are Float32 already.
  var isNative: Bool { format == .f32 && !bigEndian }

  /// Bytes of a sample.
  var byteCount: Int { format.byteCount ?? 1 }

  /// - Parameters:
  ///   - bytes: whole samples.
  ///   - samples: as many floats, filled from the first.
  func decode(_ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>) {
    switch format {
    case .u8:
      for index in samples.indices {
        unsafe samples[index] = (Float(bytes[index]) - 128) / 128
      }
    case .s8:
      for index in samples.indices {
        unsafe samples[index] = Float(Int8(bitPattern: bytes[index])) / 128
      }
    case .s16:
      unsafe decode(bytes, into: samples, as: UInt16.self) {
        Float(Int16(bitPattern: $0)) * 0x1p-15
      }
    case .s24:
      for index in samples.indices {
        let low = unsafe bytes[3 * index + (bigEndian ? 2 : 0)]
        let middle = unsafe bytes[3 * index + 1]
        let high = unsafe bytes[3 * index + (bigEndian ? 0 : 2)]
        let value = UInt32(low) << 8 | UInt32(middle) << 16 | UInt32(high) << 24
        unsafe samples[index] = Float(Int32(bitPattern: value)) * 0x1p-31
      }
    case .s32:
      unsafe decode(bytes, into: samples, as: UInt32.self) {
        Float(Int32(bitPattern: $0)) * 0x1p-31
      }
    case .f32:
      unsafe decode(bytes, into: samples, as: UInt32.self) { Float(bitPattern: $0) }
    case .f64:
      unsafe decode(bytes, into: samples, as: UInt64.self) { Float(Double(bitPattern: $0)) }
    default:
      preconditionFailure("\(format.word) is no plain number")
    }
  }

  private func decode<I: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>,
    as type: I.Type, _ convert: (I) -> Float
  ) {
    let size = MemoryLayout<I>.size
    precondition(bytes.count >= samples.count * size)
    for index in samples.indices {
      let stored = unsafe bytes.loadUnaligned(fromByteOffset: index * size, as: I.self)
      unsafe samples[index] = convert(bigEndian ? I(bigEndian: stored) : I(littleEndian: stored))
    }
  }
}
