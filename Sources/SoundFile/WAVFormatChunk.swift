/// The chunk 'fmt ' of a WAV file that libsndfile has written, corrected in place.
///
/// libsndfile takes two or six channels without a mask for stereo or 5.1, knows no other mask
/// than its own, and writes WAVE_FORMAT_EXTENSIBLE where a plain header will do, which old
/// readers do not know.
struct WAVFormatChunk {
  private let file: SoundDescriptor
  private let offset: Int64
  private let isLong: Bool
  private var body: [UInt8]

  /// - Parameter descriptor: of the file, open for reading and writing.
  init?(_ descriptor: Int32) {
    file = SoundDescriptor(descriptor)
    guard let place = file.chunk("fmt ", bigEndian: false) else { return nil }
    offset = place
    body = file.bytes(at: place, count: 48)
    isLong = file.bytes(at: 0, count: 4) != Array("RIFF".utf8)
    guard body.count == 48, body[4] == 40 else { return nil }
  }

  /// Puts the mask in; the plain form for 16 bits and floats of one or two usual channels.
  ///
  /// What the plain form leaves over becomes a chunk JUNK, so that the samples stay in their place.
  func tidy(mask: UInt32) {
    var body = body
    let (channels, bits) = (Int(body[10]), Int(body[22]))
    let isFloat = body[32] == 3
    let usual = mask == 0 || mask == (channels == 1 ? 0x4 : 0x3)
    if !isLong, channels <= 2, usual, bits == 16 || isFloat {
      body[4] = 16
      body[8] = body[32]
      body[9] = 0
      body.replaceSubrange(
        24..<48, with: Array("JUNK".utf8) + [16] + [UInt8](repeating: 0, count: 19))
    } else {
      for byte in 0..<4 { body[28 + byte] = UInt8(truncatingIfNeeded: mask >> (8 * byte)) }
    }
    file.put(body, at: offset)
  }
}
