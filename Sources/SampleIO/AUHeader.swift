/// The header of an AU file: `.snd`, big-endian.
///
/// Source: Sun/NeXT audio file format, audio(7) of NeXTSTEP: magic, data offset, data size
/// (0xFFFFFFFF unknown), encoding, rate, channels.
enum AUHeader {
  /// Reads up to the first sample.
  ///
  /// - Parameter input: stands at `.snd`.
  /// - Returns: format and length; the input stands at the first sample.
  /// - Throws: `malformed` or `truncated` with the byte, `foreign` for other encodings.
  static func read(from input: inout ByteInput) throws(SampleError) -> PCMHeader {
    var body = [UInt8](repeating: 0, count: 24)
    let got = unsafe try body.withBytes { (target) throws(SampleError) in
      try unsafe input.read(into: target)
    }
    guard got == 24 else {
      throw .truncated(input: input.name, byte: input.offset, what: "inside the AU header")
    }
    let words = (0..<6).map { word in
      body[4 * word..<4 * word + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    let (start, size, encoding) = (Int64(words[1]), words[2], words[3])
    guard start >= 24, try input.skip(start - 24) == start - 24 else {
      throw .malformed(
        input: input.name, byte: 4, what: "an AU header that says its data begins at byte \(start)")
    }
    let formats: [UInt32: SampleFormat] = [2: .s8, 3: .s16, 4: .s24, 5: .s32, 6: .f32, 7: .f64]
    guard let format = formats[encoding] else {
      let name = encoding == 1 ? "mu-law" : encoding == 27 ? "A-law" : "encoding \(encoding)"
      throw .foreign(
        input: input.name, kind: "an AU file of \(name) samples",
        advice: Container.captureAdvice)
    }
    var known: Int64? = size == .max ? nil : Int64(size)
    // A writer to a pipe that leaves 0 behind means unknown.
    if size == 0, try !input.isAtEnd() { known = nil }
    return try PCMHeader(
      decoder: SampleDecoder(format: format, bigEndian: true), rate: Double(words[4]),
      channels: Int(words[5]), dataBytes: known
    ).checked(input)
  }
}
