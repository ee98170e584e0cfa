extension WAVHeader {
  /// The header of a WAV stream.
  ///
  /// Up to two channels of 16-bit integers get the plain header, floats the header with `fact`,
  /// everything else WAVE_FORMAT_EXTENSIBLE. An unknown length is 0xFFFFFFFF everywhere, and so
  /// is one that 32 bits cannot say. Source: Multiple Channel Audio Data and WAVE Files,
  /// Microsoft 2007.
  ///
  /// - Parameters:
  ///   - format: s16, s24, s32, f32 or f64.
  ///   - rate: Hz.
  ///   - channels: 1…64.
  ///   - mask: of the channels, 0 unknown.
  ///   - frames: in all, nil unknown.
  /// - Returns: everything before the first sample.
  static func bytes(
    _ format: SampleFormat, rate: Double, channels: Int, mask: UInt32, frames: Int64?
  ) -> [UInt8] {
    let size = format.byteCount ?? 4
    let isFloat = format == .f32 || format == .f64
    let isExtensible = channels > 2 || mask > 3 || format == .s24 || format == .s32
    let tag = isFloat ? 3 : 1
    var fmt: [UInt8] = []
    fmt.put(isExtensible ? 0xFFFE : tag, bytes: 2)
    fmt.put(channels, bytes: 2)
    fmt.put(Int(rate.rounded()), bytes: 4)
    fmt.put(Int(rate.rounded()) * channels * size, bytes: 4)
    fmt.put(channels * size, bytes: 2)
    fmt.put(size * 8, bytes: 2)
    if isExtensible {
      fmt.put(22, bytes: 2)
      fmt.put(size * 8, bytes: 2)
      fmt.put(Int(mask), bytes: 4)
      fmt.put(tag, bytes: 2)
      fmt += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    } else if isFloat {
      fmt.put(0, bytes: 2)
    }
    let data = frames.map { $0 * Int64(channels * size) }
    let before = 4 + 8 + fmt.count + (isFloat ? 12 : 0) + 8
    let fits = data.map { $0 + $0 % 2 + Int64(before) < 0xFFFF_F000 } ?? false
    var header = Array("RIFF".utf8)
    header.put(fits ? before + Int(data ?? 0) + Int(data ?? 0) % 2 : 0xFFFF_FFFF, bytes: 4)
    header += "WAVEfmt ".utf8
    header.put(fmt.count, bytes: 4)
    header += fmt
    if isFloat {
      header += "fact".utf8
      header.put(4, bytes: 4)
      header.put(fits ? Int(frames ?? 0) : 0xFFFF_FFFF, bytes: 4)
    }
    header += "data".utf8
    header.put(fits ? Int(data ?? 0) : 0xFFFF_FFFF, bytes: 4)
    return header
  }
}

extension AUHeader {
  /// The header of an AU stream: 24 bytes and the four of an empty annotation, which SoX expects.
  ///
  /// An unknown length is 0xFFFFFFFF.
  ///
  /// - Parameters:
  ///   - format: s16, s24, s32, f32 or f64.
  ///   - rate: Hz.
  ///   - channels: 1…64.
  ///   - frames: in all, nil unknown.
  /// - Returns: everything before the first sample.
  static func bytes(
    _ format: SampleFormat, rate: Double, channels: Int, frames: Int64?
  ) -> [UInt8] {
    let encodings: [SampleFormat: Int] = [.s16: 3, .s24: 4, .s32: 5, .f32: 6, .f64: 7]
    let data = frames.map { $0 * Int64(channels * (format.byteCount ?? 4)) } ?? .max
    let words = [
      28, data < 0xFFFF_FFFF ? Int(data) : 0xFFFF_FFFF, encodings[format] ?? 6,
      Int(rate.rounded()), channels, 0,
    ]
    return words.reduce(into: Array(".snd".utf8)) { header, word in
      for shift in [24, 16, 8, 0] { header.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ value: Int, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
