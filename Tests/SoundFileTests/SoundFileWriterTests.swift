import Foundation
import Testing

@testable import SoundFile

/// Writes samples to a file of a scratch folder, in blocks.
private func write(
  _ scratch: borrowing Scratch, _ name: String, _ samples: [Float], as format: SoundSampleFormat?,
  rate: Double = 48_000, channels: Int = 2, mask: UInt32 = 0, block: Int = 1000
) throws -> (path: String, clipped: Int64) {
  let path = scratch.folder + "/" + name
  let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
  defer { close(descriptor) }
  let target = try SoundTarget(path: path, samples: format)
  var writer = try SoundFileWriter(
    descriptor: descriptor, target, rate: rate, channels: channels, mask: mask)
  for start in stride(from: 0, to: samples.count, by: block * channels) {
    try writer.write(Array(samples[start..<min(start + block * channels, samples.count)]))
    writer.updateHeader()
  }
  #expect(writer.frames == Int64(samples.count / channels))
  let clipped = writer.clipped
  try writer.close()
  return (path, clipped)
}

private struct Kind: CustomStringConvertible {
  let suffix: String
  let format: SoundSampleFormat
  var description: String { "\(format.rawValue) in \(suffix)" }
}

private let exact =
  ["wav", "aiff", "caf"].flatMap { suffix in
    [.s16, .s24, .s32, .f32, .f64].map { Kind(suffix: suffix, format: $0) }
  } + [Kind(suffix: "flac", format: .s16), Kind(suffix: "flac", format: .s24)]

private let suffixes = ["wav", "flac", "ogg", "opus", "aiff", "caf", "mp3"]

/// Two seconds of a sine for each channel, c + 1 times 382 Hz.
private func sines(channels: Int, frames: Int = 96_000) -> [Float] {
  (0..<frames * channels).map { index in
    0.4 * sin(Float(index / channels % 7540) * 0.05 * Float(index % channels + 1))
  }
}

@Suite struct SoundFileWriterTests {
  @Test(arguments: exact, [1, 7, 1000])
  private func `what a format holds comes back exactly`(_ kind: Kind, _ block: Int) throws {
    let scratch = try Scratch()
    let bits = kind.format == .s16 ? 16 : 24
    let top = 1 << (bits - 1)
    let values = [-top, top - 1, 0, 1, -1] + (0..<495).map { ($0 * 7_654_321) % (2 * top) - top }
    let samples = values.map { Float($0) / Float(top) }
    let (path, clipped) = try write(
      scratch, "x." + kind.suffix, samples, as: kind.format, rate: 44_100, block: block)
    #expect(clipped == 0)
    var file = try SoundFile(reading: path)
    #expect(file.sampleFormat == kind.format)
    #expect(file.rate == 44_100)
    #expect(file.channels == 2)
    #expect(file.frames == 250)
    #expect(decode(&file).samples == samples)
  }

  @Test(arguments: exact.filter { $0.format.rawValue.hasPrefix("s") })
  private func `integers are rounded, limited to full scale, and counted`(_ kind: Kind) throws {
    let scratch = try Scratch()
    let bits = kind.format == .s16 ? 16 : kind.format == .s24 ? 24 : 32
    let step = Float(sign: .plus, exponent: 1 - bits, significand: 1)
    let samples: [Float] = [1.5, -1.5, 1, -1, 0.6 * step, -0.6 * step, 0.4 * step, -0.5 * step]
    let (path, clipped) = try write(scratch, "x." + kind.suffix, samples, as: kind.format)
    #expect(clipped == 3)
    var file = try SoundFile(reading: path)
    #expect(decode(&file).samples == [1 - step, -1, 1 - step, -1, step, -step, 0, 0])
  }

  @Test(arguments: ["wav", "aiff", "caf"], [SoundSampleFormat.f32, .f64])
  func `floats keep what is over full scale`(_ suffix: String, _ format: SoundSampleFormat) throws {
    let scratch = try Scratch()
    let samples: [Float] = [1.5, -17, 0.1, 3e38]
    let (path, clipped) = try write(scratch, "x." + suffix, samples, as: format)
    #expect(clipped == 0)
    var file = try SoundFile(reading: path)
    #expect(decode(&file).samples == samples)
  }

  @Test(arguments: ["ogg", "opus", "mp3"])
  func `a lossy format keeps length and level, and limits`(_ suffix: String) throws {
    let scratch = try Scratch()
    let loud = sines(channels: 2).map { $0 * 3 }
    let (path, clipped) = try write(scratch, "x." + suffix, loud, as: nil)
    #expect(clipped == Int64(loud.count { abs($0) > 1 }))
    var file = try SoundFile(reading: path)
    let samples = decode(&file).samples
    #expect(samples.count == loud.count)
    let power = { (all: [Float]) in all.reduce(0.0) { $0 + Double($1 * $1) } / Double(all.count) }
    let limited = loud.map { min(max($0, -1), 1) }
    #expect(abs(10 * log10(power(samples) / power(limited))) < 0.5)
  }

  @Test(arguments: suffixes.filter { $0 != "mp3" }, [UInt32(0x3F), 0x60F])
  func `the channels of 5.1 come back in their order`(_ suffix: String, _ mask: UInt32) throws {
    let scratch = try Scratch()
    let sent = sines(channels: 6)
    let (path, _) = try write(scratch, "x." + suffix, sent, as: nil, channels: 6, mask: mask)
    var file = try SoundFile(reading: path)
    #expect(file.channelMask == (suffix == "wav" ? mask : 0x3F))
    let samples = decode(&file).samples
    for channel in [0, 1, 2, 4, 5] {
      let one = stride(from: channel, to: samples.count, by: 6).map { samples[$0] }.prefix(4000)
      let rising = zip(one, one.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(Double(rising) - 4000 * 0.05 * Double(channel + 1) / (2 * Double.pi)) < 6)
    }
  }

  @Test(arguments: suffixes.filter { $0 != "mp3" })
  func `another program finds the same channel order`(_ suffix: String) throws {
    let scratch = try Scratch()
    let (path, _) = try write(
      scratch, "x." + suffix, sines(channels: 6), as: nil, channels: 6, mask: 0x3F)
    let wav = scratch.folder + "/back.wav"
    let pan = ["-af", "pan=mono|c0=FC", "-c:a", "pcm_s16le", "-ar", "48000", wav]
    guard scratch.run("ffmpeg", ["-v", "error", "-i", path] + pan) else { return }
    var file = try SoundFile(reading: wav)
    let centre = decode(&file).samples.dropFirst(1000).prefix(4000)
    let rising = zip(centre, centre.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(abs(Double(rising) - 4000 * 0.05 * 3 / (2 * Double.pi)) < 6)
  }

  @Test(arguments: [UInt32(0), 0x3, 0x107, 0x3F, 0x63F, 0x8_0000])
  func `WAV keeps any mask, and unknown as unknown`(_ mask: UInt32) throws {
    let scratch = try Scratch()
    let channels = mask == 0 ? 6 : mask.nonzeroBitCount
    let samples = [Float](repeating: 0.25, count: channels * 10)
    let (path, _) = try write(scratch, "x.wav", samples, as: .s24, channels: channels, mask: mask)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("fmt ".utf8)) })
    let found = bytes[place + 28..<place + 32].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    #expect(found == mask)
  }

  @Test(arguments: [SoundSampleFormat.s16, .f32])
  func `stereo WAV has the plain header that old readers know`(_ format: SoundSampleFormat) throws {
    let scratch = try Scratch()
    let (path, _) = try write(scratch, "x.wav", [0, 0.5, 0.25, 0.125], as: format, mask: 3)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("fmt ".utf8)) })
    #expect(bytes[place + 4] == 16)
    #expect(bytes[place + 8] == (format == .s16 ? 1 : 3))
    var file = try SoundFile(reading: path)
    #expect(decode(&file).samples == [0, 0.5, 0.25, 0.125])
  }

  @Test(arguments: exact) private func `the same sound gives the same bytes`(_ kind: Kind) throws {
    let scratch = try Scratch()
    let samples = sines(channels: 2, frames: 5000)
    let paths = try ["a.", "b."].map { name in
      // the clock's next second: no time of day may be in the file
      if name == "b.", kind.format == .f32 || kind.format == .f64 { usleep(1_000_000) }
      return try write(scratch, name + kind.suffix, samples, as: kind.format).path
    }
    let files = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(files[0] == files[1])
  }

  @Test(arguments: suffixes)
  func `a file cut off in the middle plays to the last header`(_ suffix: String) throws {
    let scratch = try Scratch()
    let path = scratch.folder + "/x." + suffix
    let copy = scratch.folder + "/copy." + suffix
    let descriptor = open(path, O_RDWR | O_CREAT, 0o644)
    defer { close(descriptor) }
    var writer = try SoundFileWriter(
      descriptor: descriptor, SoundTarget(path: path), rate: 48_000, channels: 2)
    let samples = sines(channels: 2)
    for _ in 0..<5 { try writer.write(samples) }
    writer.updateHeader()
    try writer.write(Array(samples.prefix(4000)))
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try writer.close()
    var file = try SoundFile(reading: copy)
    let (read, error) = decode(&file)
    #expect(error == nil)
    #expect(read.count / 2 >= 5 * 96_000 - 48_000)
  }
}

@Suite struct MP3LengthTests {
  @Test(arguments: [8000, 16_000, 22_050, 44_100, 48_000.0], [1, 2])
  func `an MP3 cut off in the middle states its length`(_ rate: Double, _ channels: Int) throws {
    let scratch = try Scratch()
    let (path, copy) = (scratch.folder + "/x.mp3", scratch.folder + "/copy.mp3")
    let descriptor = open(path, O_RDWR | O_CREAT, 0o644)
    defer { close(descriptor) }
    var writer = try SoundFileWriter(
      descriptor: descriptor, SoundTarget(path: path), rate: rate, channels: channels)
    let samples = sines(channels: channels, frames: 20_000)
    for _ in 0..<10 {
      try writer.write(samples)
      writer.updateHeader()
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try writer.close()
    var cut = try SoundFile(reading: copy)
    let frames = cut.frames ?? 0
    #expect(frames > 190_000 && frames < 210_000)
    let (read, error) = decode(&cut)
    #expect(error == nil)
    #expect(abs(read.count / channels - Int(frames)) <= 4608)
    var whole = try SoundFile(reading: path)
    #expect(whole.frames == 200_000)
    #expect(decode(&whole).samples.count == 200_000 * channels)
  }
}

@Suite struct SoundTargetTests {
  private func refusal(_ name: String, _ rate: Double, _ channels: Int) throws -> String? {
    let target = try SoundTarget(path: name)
    do throws(SoundFileError) { try target.check(rate: rate, channels: channels) } catch {
      return "\(error)"
    }
    return nil
  }

  @Test func `the suffix chooses the format, in any case`() {
    #expect(SoundContainer(suffixOf: "a/b.c/x.WAV") == .wav)
    #expect(SoundContainer(suffixOf: "x.aif") == .aiff)
    #expect(SoundContainer(suffixOf: "x.y.oga") == .ogg)
    for name in ["x", "x.", ".wav", "x.wav/", "x.m4a", "a.wav/x"] {
      #expect(SoundContainer(suffixOf: name) == nil)
    }
    #expect(throws: SoundFileError.unknownSuffix) { try SoundTarget(path: "x.m4a") }
  }

  @Test func `samples that a format does not have are refused`() {
    #expect(throws: SoundFileError.noSuchSamples(.s32, .flac)) {
      try SoundTarget(path: "x.flac", samples: .s32)
    }
    #expect(throws: SoundFileError.noSuchSamples(.s16, .mp3)) {
      try SoundTarget(path: "x.mp3", samples: .s16)
    }
  }

  @Test func `rates and channels that a format does not have are refused with what it takes`()
    throws
  {
    #expect(
      try refusal("x.opus", 44_100, 2)
        == "Ogg Opus cannot hold 44100 Hz; it takes 8000, 12000, 16000, 24000 and 48000 Hz")
    #expect(try refusal("x.mp3", 96_000, 2)?.contains("44100 and 48000 Hz") == true)
    #expect(
      try refusal("x.mp3", 48_000, 6)
        == "MP3 cannot hold 6 channels; it takes 1 to 2 channels")
    #expect(
      try refusal("x.flac", 48_000, 9) == "FLAC cannot hold 9 channels; it takes 1 to 8 channels")
    #expect(try refusal("x.flac", 768_000, 2)?.contains("655350") == true)
    #expect(try refusal("x.flac", 70_001, 2)?.contains("steps of 10") == true)
    #expect(try refusal("x.ogg", 384_000, 2)?.contains("200000") == true)
    #expect(
      try refusal("x.wav", 44_100.5, 2) == "WAV cannot hold 44100.5 Hz; it takes whole rates only")
  }

  @Test(arguments: suffixes) func `what is not refused can be written and read`(_ suffix: String)
    throws
  {
    for rate in [1, 4000, 8000, 44_100, 44_101, 48_000, 192_000, 384_000, 655_350, 1_536_000.0] {
      for channels in [1, 2, 6, 8, 16] where try refusal("x." + suffix, rate, channels) == nil {
        let scratch = try Scratch()
        let samples = [Float](repeating: 0.25, count: 5000 * channels)
        let (path, _) = try write(
          scratch, "x." + suffix, samples, as: nil, rate: rate, channels: channels)
        var file = try SoundFile(reading: path)
        #expect(file.rate == rate)
        #expect(decode(&file).samples.count == samples.count)
      }
    }
  }
}
