import Foundation
import Testing

@testable import Resampling

/// A sine, Double.
func sine(_ frequency: Double, rate: Double, frames: Int, dBFS: Double = -1) -> [Double] {
  let peak = pow(10, dBFS / 20)
  return (0..<frames).map { peak * sin(2 * .pi * frequency * Double($0) / rate) }
}

/// All of a signal at another rate, in blocks.
func resampled(
  _ signal: [Double], _ from: Double, _ to: Double, _ quality: ResamplingQuality
) throws -> [Double] {
  var resampler = try Resampler(
    from: from, to: to, channels: 1, quality: quality, samples: .float64)
  var result: [Double] = []
  for start in stride(from: 0, to: signal.count, by: 4096) {
    let piece = Array(signal[start..<min(start + 4096, signal.count)])
    resampler.process(piece, frames: piece.count, into: &result)
  }
  resampler.finish(into: &result)
  return result
}

/// The same in Float.
func resampled(
  _ signal: [Float], _ from: Double, _ to: Double, _ quality: ResamplingQuality, channels: Int = 1,
  block: Int = 4096
) throws -> [Float] {
  var resampler = try Resampler(from: from, to: to, channels: channels, quality: quality)
  var result: [Float] = []
  for start in stride(from: 0, to: signal.count, by: block * channels) {
    let piece = Array(signal[start..<min(start + block * channels, signal.count)])
    resampler.process(piece, frames: piece.count / channels, into: &result)
  }
  resampler.finish(into: &result)
  return result
}

/// Samples that differ from one another, within ±1.
func scatter(_ frames: Int, _ factor: Int = 7919) -> [Float] {
  (0..<frames).map { frame in Float((frame * factor) % 2001 - 1000) / 1000 }
}

/// The gain of a sine of known frequency, and what else there is below it, in the middle half.
func fit(_ signal: [Double], _ frequency: Double, rate: Double) -> (gain: Double, ratioDB: Double) {
  let middle = signal.count / 4..<signal.count * 3 / 4
  // Least squares against sine and cosine.
  var (ss, sc, cc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
  let turns = { (frame: Int) in 2 * Double.pi * frequency * Double(frame) / rate }
  for frame in middle {
    let (s, c) = (sin(turns(frame)), cos(turns(frame)))
    (ss, sc, cc) = (ss + s * s, sc + s * c, cc + c * c)
    (xs, xc) = (xs + signal[frame] * s, xc + signal[frame] * c)
  }
  let determinant = ss * cc - sc * sc
  let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
  var (power, rest) = (0.0, 0.0)
  for frame in middle {
    let wanted = a * sin(turns(frame)) + b * cos(turns(frame))
    power += wanted * wanted
    rest += (signal[frame] - wanted) * (signal[frame] - wanted)
  }
  return (hypot(a, b), 10 * log10(power / rest))
}

func rms(_ signal: ArraySlice<Double>) -> Double {
  (signal.reduce(0) { $0 + $1 * $1 } / Double(signal.count)).squareRoot()
}

@Suite struct ResamplerTests {
  static let pairs: [(Double, Double)] = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (44_100, 96_000), (44_100, 16_000),
  ]

  /// What each level shall reach, dB below the tone, and dB of tones above the new Nyquist.
  static let levels: [(ResamplingQuality.Level, Double, Double)] = [
    (.low, 95, -95), (.medium, 95, -95), (.high, 120, -125), (.veryHigh, 180, -180),
  ]

  @Test(arguments: pairs, levels)
  func `tones are clean`(
    pair: (Double, Double), level: (ResamplingQuality.Level, Double, Double)
  ) throws {
    for tone in [997.0, 10_007, 18_001] where tone < 0.45 * min(pair.0, pair.1) {
      if level.0 == .low, tone > 0.3 * min(pair.0, pair.1) { continue }
      let signal = sine(tone, rate: pair.0, frames: Int(pair.0))
      let result = fit(
        try resampled(signal, pair.0, pair.1, ResamplingQuality(level.0)), tone, rate: pair.1)
      #expect(result.ratioDB > level.1, "\(tone) Hz")
    }
  }

  @Test(arguments: [(48_000.0, 44_100.0), (96_000, 44_100), (44_100, 16_000)], levels)
  func `tones above the new Nyquist frequency are gone`(
    pair: (Double, Double), level: (ResamplingQuality.Level, Double, Double)
  ) throws {
    for factor in [1.02, 1.05, 1.1, 1.2, 1.5, 1.9] where factor * pair.1 < 0.98 * pair.0 {
      let tone = factor * pair.1 / 2
      let signal = sine(tone, rate: pair.0, frames: Int(pair.0))
      let result = try resampled(signal, pair.0, pair.1, ResamplingQuality(level.0))
      let middle = result[(result.count / 4)..<(result.count * 3 / 4)]
      let alias = 20 * log10(rms(middle) / rms(signal[...]))
      #expect(alias < level.2, "\(factor)")
    }
  }

  @Test(arguments: levels)
  func `nothing appears above the old Nyquist frequency`(
    level: (ResamplingQuality.Level, Double, Double)
  ) throws {
    for factor in [0.5, 0.9] where level.0 != .low || factor < 0.6 {
      let tone = factor * 22_050
      let signal = sine(tone, rate: 44_100, frames: 44_100)
      let result = fit(
        try resampled(signal, 44_100, 96_000, ResamplingQuality(level.0)), tone, rate: 96_000)
      #expect(result.ratioDB > -level.2 - 15, "\(factor)")
    }
  }

  @Test(arguments: pairs) func `the pass-band is flat`(pair: (Double, Double)) throws {
    for factor in [0.5, 0.75, 0.9] {
      let tone = factor * min(pair.0, pair.1) / 2
      let signal = sine(tone, rate: pair.0, frames: Int(pair.0), dBFS: 0)
      let result = fit(
        try resampled(signal, pair.0, pair.1, ResamplingQuality(.veryHigh)), tone, rate: pair.1)
      #expect(abs(20 * log10(result.gain)) < 0.01, "\(factor)")
    }
  }

  @Test(arguments: pairs) func `a constant stays that constant`(pair: (Double, Double)) throws {
    let result = try resampled(
      [Double](repeating: 0.5, count: Int(pair.0)), pair.0, pair.1, ResamplingQuality(.veryHigh))
    let middle = result[(result.count / 4)..<(result.count * 3 / 4)]
    let worst = middle.map { abs($0 - 0.5) }.max() ?? 1
    // libsoxr itself is 3e-9 off, 170 dB below.
    #expect(worst < 2e-9)
  }

  @Test(arguments: pairs, [ResamplingQuality.Level.low, .medium, .high, .veryHigh])
  func `there is no delay`(pair: (Double, Double), level: ResamplingQuality.Level) throws {
    let pulse = (0..<Int(pair.0)).map { frame in
      exp(-pow((Double(frame) / pair.0 - 0.5) * 2000, 2))
    }
    let result = try resampled(pulse, pair.0, pair.1, ResamplingQuality(level))
    var (energy, moment) = (0.0, 0.0)
    for (frame, sample) in result.enumerated() {
      energy += sample * sample
      moment += sample * sample * Double(frame)
    }
    #expect(abs(moment / energy - 0.5 * pair.1) < 1e-3)
  }

  @Test(arguments: [0, 1, 2, 7, 1000, 44_101]) func `the length is that of the ratio`(
    frames: Int
  ) throws {
    for (from, to) in Self.pairs + [(44_100, 44_101), (8000, 48_000), (192_000, 8000)] {
      let signal = [Float](repeating: 0.5, count: frames)
      let count = try resampled(signal, from, to, ResamplingQuality()).count
      // libsoxr's own rounding; the tool's is exact.
      #expect(abs(Double(count) - Double(frames) * to / from) <= 0.5 + 1e-9, "\(from) \(to)")
    }
  }

  @Test(arguments: [1, 7, 1024], [ResamplingQuality.Level.quick, .high, .veryHigh])
  func `the block changes no sample`(block: Int, level: ResamplingQuality.Level) throws {
    let signal = scatter(6000)
    for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100), (44_100, 44_101), (48_000, 5000)] {
      let whole = try resampled(signal, from, to, ResamplingQuality(level), block: 6000)
      let pieces = try resampled(signal, from, to, ResamplingQuality(level), block: block)
      #expect(whole == pieces, "\(from) \(to)")
    }
  }

  @Test func `there and back again is the tone`() throws {
    let signal = sine(1000, rate: 44_100, frames: 44_100)
    let there = try resampled(signal, 44_100, 48_000, ResamplingQuality(.veryHigh))
    let back = try resampled(there, 48_000, 44_100, ResamplingQuality(.veryHigh))
    #expect(back.count == 44_100)
    var (power, rest) = (0.0, 0.0)
    for frame in 10_000..<34_000 {
      power += signal[frame] * signal[frame]
      rest += pow(signal[frame] - back[frame], 2)
    }
    #expect(10 * log10(power / rest) > 130)
    #expect(fit(back, 1000, rate: 44_100).ratioDB > 170)
  }

  @Test(arguments: [2, 3, 8]) func `channels do not know of each other`(channels: Int) throws {
    let frames = 3000
    let mono = (0..<channels).map { channel in scatter(frames, 7919 + channel) }
    let woven = (0..<frames * channels).map { mono[$0 % channels][$0 / channels] }
    let result = try resampled(woven, 44_100, 48_000, ResamplingQuality(), channels: channels)
    for channel in 0..<channels {
      let alone = try resampled(mono[channel], 44_100, 48_000, ResamplingQuality())
      #expect(stride(from: channel, to: result.count, by: channels).map { result[$0] } == alone)
    }
  }

  @Test func `minimum phase does not ring before a click`() throws {
    var click = [Double](repeating: 0, count: 4000)
    click[2000] = 1
    let before = { (phase: ResamplingQuality.Phase) throws -> Double in
      let result = try resampled(click, 96_000, 48_000, ResamplingQuality(.high, phase: phase))
      let top = result.indices.max { abs(result[$0]) < abs(result[$1]) } ?? 0
      return result[..<max(top - 8, 0)].map(abs).max() ?? 0
    }
    let (linear, middle, minimum) = (
      try before(.linear), try before(.intermediate), try before(.minimum)
    )
    #expect(linear > 0.01)
    #expect(middle < linear / 2)
    #expect(minimum < linear / 20)
  }

  @Test func `a steep filter passes more`() throws {
    let tone = 0.97 * 22_050
    let signal = sine(tone, rate: 48_000, frames: 48_000, dBFS: 0)
    let gain = { (isSteep: Bool) throws -> Double in
      let quality = ResamplingQuality(.high, isSteep: isSteep)
      return fit(try resampled(signal, 48_000, 44_100, quality), tone, rate: 44_100).gain
    }
    #expect(try gain(true) > 0.98)
    #expect(try gain(false) < 0.5)
  }
}
