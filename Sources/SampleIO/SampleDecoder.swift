/// Turns stored samples into Float32, full scale ±1.
///
/// Integers are read as s / 2^(bits − 1), unsigned ones after subtracting the middle; floats
/// are taken as they are, also above full scale.
struct SampleDecoder {
  let format: SampleFormat
  let bigEndian: Bool
  /// Whether 24 bits stand in the lower three of four bytes, which ALSA calls S24_LE.
  var isPadded = false

  /// ALSA's name for the samples, as `arecord -f` takes it.
  var alsaName: String { isPadded ? Self.paddedName : format.alsaName }

  private static let paddedName = "S24_LE"

  /// Whether the bytes are Float32 already.
  var isNative: Bool { format == .f32 && !bigEndian }

  /// Bytes of a sample.
  var byteCount: Int { isPadded ? 4 : format.byteCount ?? 1 }

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
    case .s24 where isPadded:
      unsafe decode(bytes, into: samples, as: UInt32.self) {
        Float(Int32(bitPattern: $0 << 8)) * 0x1p-31
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

extension SampleDecoder {
  /// Raw little-endian samples.
  ///
  /// - Parameter name: of a format, or ALSA's for 24 bits in four bytes; case does not matter.
  init?(rawName name: String) {
    let isPadded = name.uppercased() == Self.paddedName
    guard let format = isPadded ? .s24 : SampleFormat(name: name) else { return nil }
    self.init(format: format, bigEndian: false, isPadded: isPadded)
  }
}
