import Foundation
import Testing

@testable import SoundFile

@Suite struct SoundFileTests {
  /// Values of a width that leave no doubt: the extremes, the smallest steps, and many between.
  private static func values(_ bits: Int) -> [Int] {
    let top = 1 << (bits - 1)
    let between = (0..<496).map { ($0 * 7_654_321) % (2 * top) - top }
    return [-top, top - 1, 0, 1, -1, top / 2, -top / 2, top - 2] + between
  }

  private static let containers = ["wav", "aiff", "au", "caf", "flac"]

  private func bytes(_ container: String, _ sound: SoundBytes) -> [UInt8] {
    switch container {
    case "aiff": sound.aiff
    case "au": sound.au
    case "caf": sound.caf
    case "flac": sound.flac()
    default: sound.wav
    }
  }

  @Test(arguments: containers, [16, 24])
  func `integers become s over 2 to the bits minus 1, exactly`(
    _ container: String, _ bits: Int
  ) throws {
    let scratch = try Scratch()
    let sound = SoundBytes(channels: 2, bits: bits, samples: Self.values(bits))
    let path = try scratch.file("sound." + container, bytes(container, sound))
    var file = try SoundFile(reading: path)
    #expect(file.rate == 48_000)
    #expect(file.channels == 2)
    #expect(file.frames == 252)
    #expect(file.formatName == container.uppercased())
    #expect(file.sampleFormat == (bits == 16 ? .s16 : .s24))
    let (samples, error) = decode(&file)
    #expect(error == nil)
    #expect(samples == sound.samples.map { Float($0) / Float(1 << (bits - 1)) })
    #expect(file.position == 252)
  }

  @Test(arguments: ["wav", "aiff", "au", "caf"])
  func `integers of 32 bits are rounded to Float32 and nothing else`(_ container: String) throws {
    let scratch = try Scratch()
    let sound = SoundBytes(channels: 1, bits: 32, samples: Self.values(32))
    var file = try SoundFile(reading: try scratch.file("x", bytes(container, sound)))
    #expect(file.sampleFormat == .s32)
    #expect(decode(&file).samples == sound.samples.map { Float(Double($0) * 0x1p-31) })
  }

  @Test func `8 bits are unsigned in WAV and signed in AIFF`() throws {
    let scratch = try Scratch()
    let unsigned = SoundBytes(channels: 1, bits: 8, samples: Array(0...255))
    var wav = try SoundFile(reading: try scratch.file("u8", unsigned.wav))
    #expect(wav.sampleFormat == .u8)
    #expect(decode(&wav).samples == (0...255).map { (Float($0) - 128) / 128 })
    let signed = SoundBytes(channels: 1, bits: 8, samples: Array(-128...127))
    var aiff = try SoundFile(reading: try scratch.file("s8", signed.aiff))
    #expect(aiff.sampleFormat == .s8)
    #expect(decode(&aiff).samples == (-128...127).map { Float($0) / 128 })
  }

  @Test func `floating point stays as it is, also above full scale`() throws {
    let scratch = try Scratch()
    let values: [Float] = [0, 1, -1, 1.5, -17, 0.1, .leastNonzeroMagnitude, 3e38]
    let bytes = values.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 255) }
    }
    let sound = SoundBytes(channels: 1, bits: 32, samples: [])
    var file = try SoundFile(reading: try scratch.file("f", sound.wav(code: 3, bytes)))
    #expect(file.sampleFormat == .f32)
    #expect(decode(&file).samples == values)
    let wide = values.flatMap { value in
      (0..<8).map { UInt8(Double(value).bitPattern >> (8 * $0) & 255) }
    }
    let double = SoundBytes(channels: 1, bits: 64, samples: [])
    var second = try SoundFile(reading: try scratch.file("d", double.wav(code: 3, wide)))
    #expect(second.sampleFormat == .f64)
    #expect(decode(&second).samples == values)
  }

  @Test(arguments: [1, 7, 100, 1001])
  func `the size of the reads changes nothing`(_ size: Int) throws {
    let scratch = try Scratch()
    let sound = SoundBytes(channels: 2, bits: 16, samples: Self.values(16))
    var file = try SoundFile(reading: try scratch.file("x.flac", sound.flac()))
    #expect(decode(&file, block: size).samples == sound.samples.map { Float($0) / 32768 })
    var samples: [Float] = [1]
    #expect(try file.read(into: &samples, frames: 10) == 0)
    #expect(samples.isEmpty)
  }

  @Test(arguments: containers) func `a seek finds its frame`(_ container: String) throws {
    let scratch = try Scratch()
    let sound = SoundBytes(channels: 2, bits: 16, samples: Self.values(16))
    var file = try SoundFile(reading: try scratch.file("x", bytes(container, sound)))
    var samples: [Float] = []
    for frame in [100, 0, 251, 7, 7] {
      try file.seek(toFrame: Int64(frame))
      #expect(file.position == Int64(frame))
      #expect(try file.read(into: &samples, frames: 1) == 1)
      #expect(samples == sound.samples[(2 * frame)..<(2 * frame + 2)].map { Float($0) / 32768 })
    }
    try file.seek(toFrame: 252)
    #expect(try file.read(into: &samples, frames: 1) == 0)
    #expect(throws: SoundFileError.beyondEnd(frame: 253)) { try file.seek(toFrame: 253) }
  }

  @Test func `the version is the library's`() {
    #expect(SoundFile.version.hasPrefix("libsndfile-1."))
  }
}
