import Foundation
import Testing

@testable import SoundFile

/// A format, and what the encoder's command makes of it; skipped where the encoder is missing.
private struct Case: CustomStringConvertible {
  let suffix: String
  let program: String
  var options: [String] = []
  let name: String
  let samples: SoundSampleFormat
  /// Largest difference from what was encoded, full scale 1; nil where the codec changes too much.
  var tolerance: Float?

  var description: String { name }
}

private let cases = [
  Case(suffix: "flac", program: "flac", name: "FLAC", samples: .s16, tolerance: 0),
  Case(suffix: "w64", program: "sox", name: "Wave64", samples: .s16, tolerance: 0),
  Case(suffix: "voc", program: "sox", name: "VOC", samples: .s16, tolerance: 0),
  Case(suffix: "ircam", program: "sox", name: "IRCAM", samples: .s16, tolerance: 0),
  Case(suffix: "nist", program: "sox", name: "NIST SPHERE", samples: .s16, tolerance: 0),
  Case(suffix: "caf", program: "sox", name: "CAF", samples: .s16, tolerance: 0),
  Case(
    suffix: "au", program: "sox", options: ["-e", "mu-law"], name: "AU (µ-law)", samples: .ulaw,
    tolerance: 0.02),
  Case(
    suffix: "wav", program: "sox", options: ["-e", "a-law"], name: "WAV (A-law)", samples: .alaw,
    tolerance: 0.02),
  Case(
    suffix: "wav", program: "sox", options: ["-e", "ima-adpcm"], name: "WAV (IMA ADPCM)",
    samples: .adpcm),
  Case(
    suffix: "wav", program: "sox", options: ["-e", "ms-adpcm"], name: "WAV (Microsoft ADPCM)",
    samples: .adpcm),
  Case(
    suffix: "aiff", program: "ffmpeg", options: ["-c:a", "pcm_s24be"], name: "AIFF", samples: .s24,
    tolerance: 0),
  Case(
    suffix: "wav", program: "ffmpeg", options: ["-c:a", "pcm_f64le"], name: "WAV", samples: .f64,
    tolerance: 0),
  Case(suffix: "ogg", program: "ffmpeg", name: "Ogg Vorbis", samples: .vorbis),
  Case(suffix: "opus", program: "ffmpeg", name: "Ogg Opus", samples: .opus),
  Case(suffix: "mp3", program: "ffmpeg", name: "MP3", samples: .mp3),
  Case(suffix: "mp2", program: "ffmpeg", name: "MPEG layer II", samples: .mp3),
]

@Suite struct SoundEncodersTests {
  /// Two seconds of 48 kHz: two sines under slow envelopes, so that no two places are alike.
  private func original(channels: Int = 2) -> SoundBytes {
    let samples = (0..<96_000 * channels).map { index -> Int in
      let (frame, channel) = (Double(index / channels), Double(index % channels + 1))
      let envelope = 0.3 + 0.2 * sin(frame * (0.0001 + 0.00003 * channel))
      return Int(32767 * envelope * sin(frame * (0.05 * channel + 0.000001 * frame)))
    }
    return SoundBytes(channels: channels, bits: 16, samples: samples)
  }

  /// Encodes the original; nil when the encoder is missing.
  private func encode(_ scratch: borrowing Scratch, _ test: Case, channels: Int = 2) throws
    -> String?
  {
    let wav = try scratch.file("original.wav", original(channels: channels).wav)
    let path = scratch.folder + "/encoded." + test.suffix
    switch test.program {
    case "flac": return scratch.run("flac", ["-s", "-o", path, wav]) ? path : nil
    case "sox": return scratch.run("sox", [wav] + test.options + [path]) ? path : nil
    default:
      return scratch.run("ffmpeg", ["-v", "error", "-i", wav] + test.options + [path]) ? path : nil
    }
  }

  @Test(arguments: cases)
  private func `a file from another program is read in full`(_ test: Case) throws {
    let scratch = try Scratch()
    guard let path = try encode(scratch, test) else { return }
    var file = try SoundFile(reading: path)
    #expect(file.formatName == test.name)
    #expect(file.sampleFormat == test.samples)
    #expect(file.rate == 48_000)
    #expect(file.channels == 2)
    let (samples, error) = decode(&file)
    #expect(error == nil)
    #expect(abs(samples.count / 2 - 96_000) <= 2304)
    if let frames = file.frames { #expect(Int(frames) == samples.count / 2) }
    if let tolerance = test.tolerance {
      let expected = original().samples.map { Float($0) / 32768 }
      #expect(samples.count == expected.count)
      #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= tolerance })
    }
  }

  @Test(arguments: cases)
  private func `a seek gives what reading from the start gives`(_ test: Case) throws {
    let scratch = try Scratch()
    guard let path = try encode(scratch, test) else { return }
    var file = try SoundFile(reading: path)
    let all = decode(&file).samples
    var samples: [Float] = []
    for frame in [50_000, 20_000, 0, 70_001, 33, 70_001] {
      try file.seek(toFrame: Int64(frame))
      #expect(try file.read(into: &samples, frames: 3000) == 3000)
      let expected = all[(2 * frame)..<(2 * frame + 6000)]
      #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 2e-7 })
    }
  }

  @Test(arguments: ["flac", "ogg", "opus", "wav", "caf"])
  func `six channels come as left, right, centre, LFE and two at the rear`(
    _ suffix: String
  ) throws {
    let scratch = try Scratch()
    let test = Case(suffix: suffix, program: "ffmpeg", name: "", samples: .other)
    guard let path = try encode(scratch, test, channels: 6) else { return }
    var file = try SoundFile(reading: path)
    #expect([0x3F, 0x60F].contains(file.channelMask))
    let samples = decode(&file).samples
    // channel c sounds at (c + 1) × 382 Hz at the start; the LFE of a lossy codec is cut off
    for channel in [0, 1, 2, 4, 5] {
      let one = stride(from: channel, to: samples.count, by: 6).map { samples[$0] }.prefix(4000)
      let rising = zip(one, one.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(Double(rising) - 4000 * 0.05 * Double(channel + 1) / (2 * Double.pi)) < 6)
    }
  }

  @Test func `an MP3 that does not state its length is not cut without a word`() throws {
    let scratch = try Scratch()
    let options = ["-write_xing", "0", "-q:a", "2"]
    let test = Case(suffix: "mp3", program: "ffmpeg", options: options, name: "", samples: .mp3)
    guard let path = try encode(scratch, test) else { return }
    var file = try SoundFile(reading: path)
    #expect(file.frames == nil)
    let (samples, error) = decode(&file)
    let whole = samples.count / 2 >= 96_000
    #expect(whole ? error == nil : error == .stopsEarly(frames: Int64(samples.count / 2)))
  }

  @Test func `a stream of FLAC without a length is read to its end`() throws {
    let scratch = try Scratch()
    let wav = try scratch.file("original.wav", original().wav)
    let path = scratch.folder + "/stream.flac"
    let line = "ffmpeg -v error -i '\(wav)' -f flac - | cat > '\(path)'"
    guard scratch.run("env", ["bash", "-o", "pipefail", "-c", line]) else { return }
    var file = try SoundFile(reading: path)
    #expect(file.frames == nil)
    #expect(decode(&file).samples == original().samples.map { Float($0) / 32768 })
  }

  @Test func `a pipe is read, goes forward and not back`() throws {
    let scratch = try Scratch()
    let au = try scratch.file("x.au", original().au)
    let pipe = scratch.folder + "/pipe"
    guard mkfifo(pipe, 0o600) == 0 else { return }
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "cat '\(au)' > '\(pipe)'"]
    try writer.run()
    var file = try SoundFile(reading: pipe)
    #expect(file.frames == nil)
    try file.seek(toFrame: 90_000)
    #expect(throws: SoundFileError.notSeekable) { try file.seek(toFrame: 0) }
    let expected = original().samples[180_000...].map { Float($0) / 32768 }
    #expect(decode(&file).samples == expected)
    writer.waitUntilExit()
  }
}
