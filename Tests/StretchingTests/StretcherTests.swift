import Foundation
import Testing

@testable import Stretching

@Suite struct StretcherTests {
  /// Tempo and cents, and how clean a tone comes out of either engine, dB.
  static let cases: [(tempo: Double, cents: Double)] = [
    (0.5, 0), (1.5, 0), (1, 1000), (1, -1000), (0.8, 300), (1.25, -500), (2, 1200),
  ]

  @Test(arguments: cases, [false, true]) func `a tone goes where it shall, and stays clean`(
    one: (tempo: Double, cents: Double), isFast: Bool
  ) {
    let tone = sine(440, frames: 192_000)
    let settings = StretchSettings(tempo: one.tempo, cents: one.cents, isFast: isFast)
    let result = stretched(tone, settings)
    #expect(result.count == Int((192_000 / one.tempo).rounded()))
    let wanted = 440 * exp2(one.cents / 1200)
    let found = frequency(result, near: wanted)
    #expect(abs(found - wanted) < 0.01)
    let (peak, ratio) = fit(result, found)
    #expect(abs(peak - 0.5) < (isFast ? 0.08 : 0.02))
    #expect(ratio > (isFast ? 20 : 45))
  }

  @Test func `440 Hz and 1,000 cents are 783.99 Hz`() {
    let result = stretched(sine(440, frames: 144_000), StretchSettings(cents: 1000))
    #expect(result.count == 144_000)
    #expect(abs(frequency(result, near: 784) - 783.99) < 0.01)
  }

  @Test(arguments: [0, 1, 2, 7, 511, 512, 513, 44_101]) func `the length is exact`(frames: Int) {
    for tempo in [0.1, 0.5, 0.937, 1, 1.5, 10] {
      for cents in [-2400.0, 0, 700, 2400] {
        let settings = StretchSettings(tempo: tempo, cents: cents, isFast: frames > 1000)
        let result = stretched(noise(2 * frames, seed: 1), settings, channels: 2)
        #expect(result.count == 2 * Int((Double(frames) / tempo).rounded()), "\(tempo) \(cents)")
        #expect(result.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test(arguments: [1, 7, 1024], [false, true]) func `the block changes no sample`(
    block: Int, isFast: Bool
  ) {
    let signal = noise(2 * 9000, seed: 2)
    for (tempo, cents) in [(0.5, 0.0), (1.3, -300), (1, 500)] {
      let settings = StretchSettings(tempo: tempo, cents: cents, isFast: isFast)
      let whole = stretched(signal, settings, channels: 2, block: 9000)
      #expect(stretched(signal, settings, channels: 2, block: block) == whole, "\(tempo) \(cents)")
    }
  }

  // MARK: time

  /// Clicks at 50 ms and then every half second, and where they are found.
  private func clicks(_ settings: StretchSettings) -> [(errorMS: Double, widthMS: Double)] {
    let places = Array(stride(from: 2400, to: 240_000, by: 24_000))
    var signal = [Float](repeating: 0, count: 240_000)
    for place in places { signal[place] = 0.8 }
    let result = stretched(signal, settings)
    return places.map { place in
      let wanted = Double(place) / settings.tempo
      let reach = 5000 * min(1, 1 / settings.tempo)
      let (first, last) = (max(0, Int(wanted - reach)), min(result.count, Int(wanted + reach)))
      let top = (first..<last).max { abs(result[$0]) < abs(result[$1]) } ?? first
      // where the middle 80 % of the energy are
      var sums = [0.0]
      for frame in first..<last {
        sums.append(sums[frame - first] + Double(result[frame]) * Double(result[frame]))
      }
      let all = sums[sums.count - 1]
      let width =
        (sums.firstIndex { $0 > 0.9 * all } ?? 0) - (sums.firstIndex { $0 > 0.1 * all } ?? 0)
      return ((Double(top) - wanted) / 48, Double(width) / 48)
    }
  }

  @Test(arguments: cases) func `clicks stay clicks, at their places`(
    one: (tempo: Double, cents: Double)
  ) {
    for click in clicks(StretchSettings(tempo: one.tempo, cents: one.cents)) {
      #expect(abs(click.errorMS) < 8)
      #expect(click.widthMS < 11)
    }
  }

  @Test(arguments: cases) func `sound begins where it began and ends where it ended`(
    one: (tempo: Double, cents: Double)
  ) {
    // a burst of a second, with silence of a second before and behind it
    var signal = [Float](repeating: 0, count: 144_000)
    signal.replaceSubrange(48_000..<96_000, with: noise(48_000, seed: 4).map { 0.3 * $0 })
    let result = stretched(signal, StretchSettings(tempo: one.tempo, cents: one.cents))
    // level over 2 ms
    let levels = stride(from: 0, to: result.count - 96, by: 12).map { start in
      result[start..<start + 96].reduce(0) { $0 + $1 * $1 }
    }
    let loud = (levels.max() ?? 0) / 10
    let first = 12 * (levels.firstIndex { $0 > loud } ?? 0) + 48
    let last = 12 * (levels.lastIndex { $0 > loud } ?? 0) + 48
    #expect(abs(Double(first) - 48_000 / one.tempo) < 480)
    #expect(abs(Double(last) - 96_000 / one.tempo) < 480)
  }

  @Test func `sound that begins at once is not cut`() {
    let signal = noise(48_000, seed: 6).map { 0.3 * $0 }
    for (tempo, cents) in Self.cases {
      let result = stretched(signal, StretchSettings(tempo: tempo, cents: cents))
      let level = { (part: ArraySlice<Float>) in
        (part.reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
      }
      let whole = level(result[...])
      #expect(level(result[480..<1440]) > 0.5 * whole, "\(tempo) \(cents)")
      #expect(level(result.suffix(1440).dropLast(480)) > 0.4 * whole, "\(tempo) \(cents)")
    }
  }

  @Test func `no drift comes up in two minutes`() {
    let places = Array(stride(from: 48_000, to: 5_760_000, by: 480_000))
    var signal = [Float](repeating: 0, count: 5_760_000)
    for place in places { signal[place] = 0.8 }
    let settings = StretchSettings(tempo: 1.2345, isFast: true)
    let result = stretched(signal, settings)
    for place in places {
      let wanted = Double(place) / 1.2345
      let range = Int(wanted - 4000)..<Int(wanted + 4000)
      let top = range.max { abs(result[$0]) < abs(result[$1]) } ?? 0
      #expect(abs(Double(top) - wanted) < 480)
    }
  }

  // MARK: channels

  @Test(arguments: [2, 6], [false, true]) func `equal channels stay equal`(
    channels: Int, isFast: Bool
  ) {
    let mono = noise(20_000, seed: 8)
    let woven = (0..<20_000 * channels).map { mono[$0 / channels] }
    for (tempo, cents) in [(0.5, 0.0), (1, 1000), (1, -1000)] {
      let settings = StretchSettings(tempo: tempo, cents: cents, isFast: isFast)
      let result = stretched(woven, settings, channels: channels)
      for channel in 1..<min(channels, 2) {
        for frame in stride(from: 0, to: result.count, by: channels) {
          #expect(result[frame] == result[frame + channel])
        }
      }
    }
  }

  @Test func `what reaches one side later still does`() {
    // 24 frames between the sides: to the right ear by 8 cm
    let mono = noise(96_024, seed: 9).map { 0.3 * $0 }
    let woven = (0..<96_000).flatMap { [mono[$0 + 24], mono[$0]] }
    for isFast in [false, true] {
      let result = stretched(woven, StretchSettings(tempo: 0.5, isFast: isFast), channels: 2)
      let products = (-60...60).map { lag -> Double in
        var sum = 0.0
        for frame in 4000..<100_000 {
          sum += Double(result[2 * frame]) * Double(result[2 * (frame + lag) + 1])
        }
        return sum
      }
      let best = products.indices.max { products[$0] < products[$1] } ?? 0
      #expect(abs(best - 60 - 24) <= 1)
    }
  }

  @Test func `each channel keeps its own tone`() {
    let tones = (0..<5).map { sine(300 + 100 * Double($0), frames: 96_000, peak: 0.3) }
    let woven = (0..<480_000).map { tones[$0 % 5][$0 / 5] }
    let result = stretched(woven, StretchSettings(tempo: 0.75, cents: 200), channels: 5)
    for channel in 0..<5 {
      let alone = stride(from: channel, to: result.count, by: 5).map { result[$0] }
      let wanted = (300 + 100 * Double(channel)) * exp2(1 / 6.0)
      #expect(abs(frequency(alone, near: wanted) - wanted) < 0.05)
    }
  }

  // MARK: settings

  @Test func `the engine is the one asked for`() {
    let finer = Stretcher(StretchSettings(tempo: 2), rate: 48_000, channels: 1)
    let fast = Stretcher(StretchSettings(tempo: 2, isFast: true), rate: 48_000, channels: 1)
    // where the finer one would read beyond its memory
    let short = Stretcher(StretchSettings(tempo: 2, cents: -2400), rate: 48_000, channels: 1)
    #expect(finer.engine == 3)
    #expect(short.engine == 2)
    #expect(fast.engine == 2)
  }

  @Test(arguments: [false, true]) func `formants stay where they were`(isFast: Bool) {
    // pulses of 120 Hz through a resonance at 1,000 Hz
    var state: (Double, Double) = (0, 0)
    let radius = exp(-Double.pi * 120 / 48_000)
    let (a1, a2) = (2 * radius * cos(2 * .pi * 1000 / 48_000), -radius * radius)
    let voice = (0..<144_000).map { frame -> Float in
      let next = (frame % 400 == 0 ? 1 : 0) + a1 * state.0 + a2 * state.1
      state = (next, state.0)
      return Float(next * 0.05)
    }
    // the centre of gravity of the spectrum's power: of the difference's power to the signal's
    let centre = { (signal: [Float]) -> Double in
      var (power, slope) = (0.0, 0.0)
      for frame in 30_000..<100_000 {
        power += Double(signal[frame]) * Double(signal[frame])
        slope += pow(Double(signal[frame] - signal[frame - 1]), 2)
      }
      return 48_000 / Double.pi * asin(min(1, (slope / power).squareRoot() / 2))
    }
    let before = centre(voice)
    let moved = centre(stretched(voice, StretchSettings(cents: 700, isFast: isFast)))
    let kept = centre(
      stretched(voice, StretchSettings(cents: 700, keepsFormants: true, isFast: isFast)))
    #expect(abs(moved / before - exp2(700 / 1200)) < 0.15)
    #expect(abs(kept / before - 1) < (isFast ? 0.35 : 0.15))
    #expect(kept < 0.9 * moved)
  }

  @Test(arguments: [1000.0, 8000, 44_100, 192_000, 384_000]) func `any rate will do`(rate: Double) {
    let tone = sine(rate / 50, rate: rate, frames: 96_000)
    let result = stretched(tone, StretchSettings(cents: 500), rate: rate)
    let wanted = rate / 50 * exp2(500.0 / 1200)
    let found = frequency(result.map { $0 }, near: wanted / rate * 48_000)
    #expect(abs(found / 48_000 * rate / wanted - 1) < 1e-4)
  }

  @Test(arguments: [false, true]) func `samples far beyond full scale do no lasting harm`(
    isFast: Bool
  ) {
    var signal = sine(440, frames: 192_000)
    for frame in 20_000..<20_100 { signal[frame] = frame % 2 == 0 ? 1e38 : -1e38 }
    let result = stretched(signal, StretchSettings(tempo: 0.8, isFast: isFast))
    #expect(result.allSatisfy { $0.isFinite })
    let late = Array(result.suffix(96_000))
    #expect(abs(fit(late, 440).peak - 0.5) < (isFast ? 0.3 : 0.02))
  }
}
