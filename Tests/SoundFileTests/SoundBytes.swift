/// Sound files made byte by byte, so that what a test expects owes nothing to an encoder.
struct SoundBytes {
  let channels: Int
  let bits: Int
  let samples: [Int]

  private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    big(value, count).reversed()
  }

  private var bigSamples: [UInt8] { samples.flatMap { big($0, bits / 8) } }
  private var littleSamples: [UInt8] { samples.flatMap { little($0, bits / 8) } }
  private var frames: Int { samples.count / channels }

  /// WAV of integers at 48 kHz; 8 bits are unsigned.
  var wav: [UInt8] { wav(code: 1, littleSamples) }

  /// WAV of any samples: code 1 is integer, 3 floating point.
  func wav(code: Int, _ data: [UInt8]) -> [UInt8] {
    let frame = channels * bits / 8
    let format =
      little(code, 2) + little(channels, 2) + little(48_000, 4) + little(48_000 * frame, 4)
      + little(frame, 2) + little(bits, 2)
    let body =
      Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8) + little(data.count, 4)
      + data
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// AIFF at 48 kHz.
  var aiff: [UInt8] {
    let rate: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
    let common =
      Array("COMM".utf8) + big(18, 4) + big(channels, 2) + big(frames, 4) + big(bits, 2) + rate
    let sound =
      Array("SSND".utf8) + big(bigSamples.count + 8, 4) + big(0, 8) + bigSamples
      + (bigSamples.count % 2 == 1 ? [0] : [])
    let body = Array("AIFF".utf8) + common + sound
    return Array("FORM".utf8) + big(body.count, 4) + body
  }

  /// AU at 48 kHz.
  var au: [UInt8] {
    let encoding = [8: 2, 16: 3, 24: 4, 32: 5][bits] ?? 0
    return Array(".snd".utf8) + big(24, 4) + big(bigSamples.count, 4) + big(encoding, 4)
      + big(48_000, 4) + big(channels, 4) + bigSamples
  }

  /// CAF at 48 kHz.
  var caf: [UInt8] {
    let frame = channels * bits / 8
    let description =
      big(Int(48_000.0.bitPattern), 8) + Array("lpcm".utf8) + big(0, 4) + big(frame, 4) + big(1, 4)
      + big(channels, 4) + big(bits, 4)
    return Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8)
      + description + Array("data".utf8) + big(bigSamples.count + 4, 8) + big(0, 4) + bigSamples
  }

  /// FLAC at 48 kHz of 16 or 24 bits, 1 or 2 channels: one frame of verbatim subframes.
  ///
  /// - Parameter announced: frames that the header tells.
  /// - Returns: the file.
  func flac(announced: Int? = nil) -> [UInt8] {
    let count = frames
    let sizes = big(count, 2) + big(count, 2) + big(0, 6)
    let packed =
      48_000 << 44 | (channels - 1) << 41 | (bits - 1) << 36 | (announced ?? count)
    let information = sizes + big(packed, 8) + [UInt8](repeating: 0, count: 16)
    var frame: [UInt8] = [0xFF, 0xF8, 0x7A]
    frame += [UInt8((channels - 1) << 4 | (bits == 16 ? 4 : 6) << 1), 0] + big(count - 1, 2)
    frame.append(UInt8(crc(frame, polynomial: 0x07, width: 8)))
    for channel in 0..<channels {
      frame.append(0x02)
      for index in 0..<count { frame += big(samples[index * channels + channel], bits / 8) }
    }
    frame += big(crc(frame, polynomial: 0x8005, width: 16), 2)
    return Array("fLaC".utf8) + [0x80] + big(34, 3) + information + frame
  }

  private func crc(_ bytes: [UInt8], polynomial: Int, width: Int) -> Int {
    var value = 0
    for byte in bytes {
      value ^= Int(byte) << (width - 8)
      for _ in 0..<8 {
        value = value & 1 << (width - 1) != 0 ? value << 1 ^ polynomial : value << 1
      }
      value &= 1 << width - 1
    }
    return value
  }
}
