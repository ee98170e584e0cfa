/// The chunks of a WAV file in front of its samples: RIFF, or RF64 and BW64 for long ones.
///
/// Chunks are walked, not assumed: any may stand before `data`, with or without the padding
/// byte after an odd length, and what is not needed is passed over in bounded memory.
/// Source: Multimedia Programming Interface 1.0 (RIFF); EBU Tech 3306 (RF64); ITU-R BS.2088
/// (BW64).
enum WAVHeader {
  /// Reads up to the first sample.
  ///
  /// - Parameter input: stands at the name of one of them.
  /// - Returns: format and length; the input stands at the first sample.
  /// - Throws: `malformed` or `truncated` with the byte, `foreign` for samples that are no plain
  ///   numbers.
  static func read(from input: inout ByteInput) throws(SampleError) -> PCMHeader {
    let riff = try bytes(12, of: &input, in: "the RIFF header")
    let riffSize = number(riff, 4, 4)
    guard text(riff, 8) == "WAVE" else {
      throw .foreign(
        input: input.name, kind: "a RIFF file of type '\(text(riff, 8))', not WAVE",
        advice: Container.ffmpegAdvice(input.name))
    }
    var found: PCMHeader?
    var longData: UInt64?
    while true {
      let start = input.offset
      let chunk = try bytes(8, of: &input, in: "the chunks before 'data'")
      let size = number(chunk, 4, 4)
      switch text(chunk, 0) {
      case "fmt ":
        guard size >= 16 else {
          throw .malformed(
            input: input.name, byte: start, what: "a 'fmt ' chunk of \(size) bytes, at least 16")
        }
        let body = try bytes(Int(min(size, 40)), of: &input, in: "the 'fmt ' chunk")
        found = try format(body, input)
        try pass(Int64(size) - Int64(body.count), odd: size % 2 == 1, in: &input)
      case "ds64":
        let body = try bytes(Int(min(max(size, 16), 28)), of: &input, in: "the 'ds64' chunk")
        longData = number(body, 8, 8)
        try pass(Int64(size) - Int64(body.count), odd: size % 2 == 1, in: &input)
      case "data":
        guard var header = found else {
          throw .malformed(
            input: input.name, byte: start, what: "'data' stands before any 'fmt ' chunk")
        }
        let declared = length(size, longData: longData, riffSize: riffSize, input)
        header.dataBytes = factoryLength(declared, riffSize, header, input) ?? declared
        // arecord on a pipe says 2 GiB.
        header.isLive = size == 0x8000_0000 && input.fileSize == nil
        return try header.checked(input)
      default:
        try pass(Int64(size), odd: size % 2 == 1, in: &input)
      }
    }
  }

  /// The format chunk: rate, channels, how samples are stored.
  private static func format(
    _ body: [UInt8], _ input: borrowing ByteInput
  ) throws(SampleError) -> PCMHeader {
    var tag = Int(number(body, 0, 2))
    let channels = Int(number(body, 2, 2))
    let blockBytes = Int(number(body, 12, 2))
    let bits = Int(number(body, 14, 2))
    var mask: UInt32 = 0
    if tag == 0xFFFE, body.count >= 26 {
      mask = UInt32(number(body, 20, 4))
      tag = Int(number(body, 24, 2))
    }
    // The container decides: 20 bits in 3 bytes, 12 bits in 2 stand at the top of their bytes.
    let size =
      channels > 0 && blockBytes > 0 && blockBytes % channels == 0
      ? blockBytes / channels : (bits + 7) / 8
    let formats: [Int: SampleFormat] =
      tag == 3 ? [4: .f32, 8: .f64] : tag == 1 ? [1: .u8, 2: .s16, 3: .s24, 4: .s32] : [:]
    guard let format = formats[size], bits <= 8 * size else {
      throw .foreign(
        input: input.name, kind: "a WAV file of \(tagName(tag, bits: bits)) samples",
        advice: Container.captureAdvice)
    }
    // Bits of a mask beyond the number of channels say nothing.
    let known = mask.nonzeroBitCount == channels ? mask : 0
    return PCMHeader(
      decoder: SampleDecoder(format: format, bigEndian: false), rate: Double(number(body, 4, 4)),
      channels: channels, mask: known, dataBytes: nil)
  }

  private static func tagName(_ tag: Int, bits: Int) -> String {
    let names = [
      2: "Microsoft ADPCM", 6: "A-law", 7: "mu-law", 0x11: "IMA ADPCM", 0x31: "GSM 6.10",
      0x50: "MPEG", 0x55: "MP3", 0x92: "AC-3", 0xFF: "AAC", 0x674F: "Ogg Vorbis",
    ]
    return names[tag] ?? (tag == 1 || tag == 3 ? "\(bits)-bit" : "format \(tag)")
  }

  /// What the size of `data` means: bytes that follow, or nil for unknown.
  ///
  /// 0, 0x7FFFF000 (SoX), 0x7FFFFFFF, 0x80000000 (arecord) and 0xFFFFFFFF (ffmpeg and most
  /// others) stand in headers that were written before the length was known; writers that keep
  /// whole frames round them down a little.
  private static func length(
    _ size: UInt64, longData: UInt64?, riffSize: UInt64, _ input: borrowing ByteInput
  ) -> Int64? {
    if let longData, size == 0xFFFF_FFFF {
      return longData == 0 || longData > 1 << 60 ? nil : Int64(longData)
    }
    let sentinel =
      size == 0 || 0x7FFF_E000...0x8000_0000 ~= size || size >= 0xFFFF_F000
    guard sentinel else { return Int64(size) }
    if size == 0 {
      // An honest empty file says so in its RIFF size too: it counts what follows `data`.
      let honest = riffSize + 8 >= UInt64(input.offset) && riffSize < 0x7FFF_E000
      let nothingMore = input.remaining.map { riffSize + 8 == UInt64(input.offset + $0) }
      return honest && nothingMore ?? (riffSize + 8 > UInt64(input.offset)) ? 0 : nil
    }
    // Where more follows than the size says, it is true only if the RIFF size fits the file.
    guard let remaining = input.remaining, remaining >= Int64(size) else { return nil }
    let fits = remaining <= Int64(size) + 1 || riffSize + 8 == UInt64(input.offset + remaining)
    return fits ? Int64(size) : nil
  }

  /// The length of the one file of a transmitter's factory whose header promises 12,000 bytes more
  /// than there are; nil for every other file.
  private static func factoryLength(
    _ declared: Int64?, _ riffSize: UInt64, _ header: PCMHeader, _ input: borrowing ByteInput
  ) -> Int64? {
    let isFactory =
      input.fileSize == 288_044 && riffSize == 300_036 && declared == 300_000
      && input.offset == 44 && header.rate == 5000 && header.channels == 1
      && header.decoder.format == .s16
    return isFactory ? 288_000 : nil
  }

  // MARK: bytes

  private static func bytes(
    _ count: Int, of input: inout ByteInput, in place: String
  ) throws(SampleError) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: count)
    let got = unsafe try body.withBytes { (target) throws(SampleError) in
      try unsafe input.read(into: target)
    }
    guard got == count else {
      throw .truncated(input: input.name, byte: input.offset, what: "inside \(place)")
    }
    return body
  }

  /// Passes over the rest of a chunk, and the padding byte if there is one.
  private static func pass(
    _ count: Int64, odd: Bool, in input: inout ByteInput
  ) throws(SampleError) {
    guard try input.skip(max(count, 0)) == max(count, 0) else {
      throw .truncated(input: input.name, byte: input.offset, what: "before any 'data' chunk")
    }
    guard odd else { return }
    // Some writers forget the padding; a chunk's name never begins with a zero.
    if try unsafe input.peek(1, { unsafe $0.first }) == 0 { _ = try input.skip(1) }
  }

  private static func number(_ body: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    body[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func text(_ body: [UInt8], _ offset: Int) -> String {
    String(
      decoding: body[offset..<offset + 4].map { 32...126 ~= $0 ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes, to be filled by something that throws a typed error.
  mutating func withBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws(SampleError) -> R
  ) throws(SampleError) -> R {
    var span = mutableSpan
    return try unsafe span.withUnsafeMutableBytes { (bytes) throws(SampleError) in
      try unsafe body(bytes)
    }
  }
}
