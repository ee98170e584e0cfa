@testable import SampleIO

/// WAV files made chunk by chunk.
struct WAVBytes {
  var id = "RIFF"
  /// nil: the true one.
  var riffSize: Int?
  var chunks: [[UInt8]] = []

  static func chunk(_ id: String, _ body: [UInt8], size: Int? = nil, pad: Bool = true) -> [UInt8] {
    Array(id.utf8) + little(size ?? body.count, 4) + body
      + (pad && body.count % 2 == 1 ? [0] : [])
  }

  static func format(
    _ tag: Int, channels: Int = 1, rate: Int = 48_000, bits: Int, block: Int? = nil,
    byteRate: Int? = nil, extra: [UInt8] = []
  ) -> [UInt8] {
    let block = block ?? channels * ((bits + 7) / 8)
    return chunk(
      "fmt ",
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(byteRate ?? rate * block, 4)
        + little(block, 2) + little(bits, 2) + extra)
  }

  /// The 24 bytes of WAVE_FORMAT_EXTENSIBLE behind the plain format.
  static func extensible(_ tag: Int, bits: Int, mask: Int) -> [UInt8] {
    little(22, 2) + little(bits, 2) + little(mask, 4) + little(tag, 2)
      + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  }

  var bytes: [UInt8] {
    let body = Array("WAVE".utf8) + chunks.joined()
    return Array(id.utf8) + little(riffSize ?? body.count, 4) + body
  }
}

/// What a WAV or AU input holds.
struct Sound: Equatable {
  var rate = 0.0
  var channels = 0
  var mask: UInt32 = 0
  var frames: Int64?
  var samples: [Float] = []
  var error: SampleError?
}

/// Reads a WAV or AU to its end.
func sound(_ bytes: [UInt8], pipe: Bool) throws -> Sound {
  var input = try input(bytes, pipe: pipe)
  var sound = Sound()
  do throws(SampleError) {
    let isWAV = bytes.first != UInt8(ascii: ".")
    let header = try isWAV ? WAVHeader.read(from: &input) : AUHeader.read(from: &input)
    (sound.rate, sound.channels, sound.mask) = (header.rate, header.channels, header.mask)
    sound.frames = header.frames
    var reader = PCMReader(input, header, isWAV ? .wav : .au)
    var more = true
    while more {
      let got = try reader.read(frames: 7) { raw in
        var block = [Float](repeating: 0, count: raw.count / header.decoder.byteCount)
        block.withUnsafeMutableBufferPointer { header.decoder.decode(raw, into: $0) }
        sound.samples += block
      }
      sound.error = got.fault
      more = got.frames > 0 && got.fault == nil
    }
  } catch {
    sound.error = error
  }
  return sound
}
