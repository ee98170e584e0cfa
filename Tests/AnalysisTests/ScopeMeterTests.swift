import Analysis
import Foundation
import Testing

@Suite struct ScopeMeterTests {
  /// The trace after all samples, heard in blocks.
  static func trace(
    _ samples: [Float], block: Int = 2048, _ change: (inout ScopeSettings) -> Void = { _ in }
  ) -> ScopeReading {
    var settings = ScopeSettings()
    change(&settings)
    var meter = ScopeMeter(signals: 1, channels: 1, settings: settings)
    for first in stride(from: 0, to: samples.count, by: block) {
      let end = min(samples.count, first + block)
      meter.add([Array(samples[first..<end])], pair: [], frames: end - first)
      _ = meter.current()
    }
    return meter.current()[0]
  }

  /// Every trigger of a signal, as a meter with a short span shows them.
  static func triggers(
    _ samples: [Float], _ change: (inout ScopeSettings) -> Void = { _ in }
  ) -> [Double] {
    var settings = ScopeSettings()
    change(&settings)
    var meter = ScopeMeter(signals: 1, channels: 1, settings: settings)
    var found: [Double] = []
    for first in stride(from: 0, to: samples.count - 7, by: 8) {
      meter.add([Array(samples[first..<first + 8])], pair: [], frames: 8)
      let trigger = meter.current()[0].trigger
      if !trigger.isNaN, trigger != found.last { found.append(trigger) }
    }
    return found
  }

  @Test(arguments: Array(stride(from: 0.0, to: 6.28, by: 0.37)))
  func `T1: the trigger lies within a thousandth of a frame of the crossing`(phase: Double) {
    let samples = Tones.sine(440, amplitude: 0.5, phase: phase, frames: 9600)
    let trigger = Self.trace(samples).trigger
    // rising crossings lie where 2π·440·t + phase is a multiple of 2π
    let turns = 440 * trigger / 48_000 + phase / (2 * Double.pi)
    let miss = (turns - turns.rounded()) * 48_000 / 440
    #expect(abs(miss) < 1e-3)
    #expect(trigger > 9600 - 2048 - 110 && trigger <= 9600 - 2048)
  }

  @Test func `T2: hold-off leaves one trigger of a two-tone a period`() {
    let samples = Tones.add(
      Tones.sine(100, amplitude: 0.5, phase: 0.1, frames: 48_000),
      Tones.sine(1000, amplitude: 0.25, frames: 48_000))
    let held = Self.triggers(samples) {
      $0.spanFrames = 480
      $0.holdoffFrames = 0.009 * 48_000
    }
    let steps = zip(held, held.dropFirst()).map { $1 - $0 }
    #expect(95...100 ~= held.count)
    #expect(steps.allSatisfy { abs($0 - 480) < 0.01 })
    let free = Self.triggers(samples) { $0.spanFrames = 480 }
    #expect(free.count > held.count)
  }

  @Test func `T3: hysteresis counts 440 periods a second in noise 20 dB below`() {
    let noise = Tones.white(96_000, deviation: 0.5 / 2.0.squareRoot() / 10)
    let samples = Tones.add(Tones.sine(440, amplitude: 0.5, frames: 96_000), noise)
    let found = Self.triggers(samples) { $0.spanFrames = 1024 }
    let inOneSecond = found.filter { 20_000..<68_000 ~= $0 }
    #expect(439...441 ~= inOneSecond.count)
    let plain = zip(samples[20_000..<68_000], samples[20_001...68_000]).count { $0 < 0 && $1 >= 0 }
    #expect(plain > 600)
  }

  @Test(arguments: [Float(0), 0.5])
  func `T4: a constant is drawn without a trigger, and not at all in normal mode`(value: Float) {
    let samples = [Float](repeating: value, count: 9600)
    let trace = Self.trace(samples)
    #expect(trace.trigger.isNaN && !trace.gap)
    #expect(trace.minima.allSatisfy { $0 == value } && trace.means.allSatisfy { $0 == value })
    #expect(trace.dc == value && trace.zeroCrossingRate == 0)
    let normal = Self.trace(samples) { $0.isNormal = true }
    #expect(normal.trigger.isNaN && normal.minima.allSatisfy { $0.isNaN })
  }

  @Test func `T5: a level at the offset triggers, a level of zero never does`() {
    let samples = Tones.sine(440, amplitude: 0.25, frames: 9600).map { $0 + 0.5 }
    #expect(Self.trace(samples).trigger.isNaN)
    let trigger = Self.trace(samples) { $0.level = 0.5 }.trigger
    let turns = 440 * trigger / 48_000
    #expect(abs(turns - turns.rounded()) < 1e-4)
  }

  @Test func `a falling trigger and none at all`() {
    let samples = Tones.sine(440, amplitude: 0.5, frames: 9600)
    let turns = 440 * Self.trace(samples) { $0.slope = .falling }.trigger / 48_000 - 0.5
    #expect(abs(turns - turns.rounded()) < 1e-4)
    #expect(Self.trace(samples) { $0.slope = .off }.trigger.isNaN)
  }

  @Test func `a trace begins with the trigger, and one sample survives in its bin`() {
    var samples = Tones.sine(440, amplitude: 0.5, frames: 9600)
    samples[8000] = 0.9
    samples[8500] = -0.8
    let trace = Self.trace(samples)
    let first = Int(trace.trigger.rounded(.up))
    #expect(trace.minima.count == 256 && trace.means.count == 256)
    for bin in [0, 17, 255] {
      let frames = samples[first + bin * 8..<first + bin * 8 + 8]
      #expect(trace.minima[bin] == frames.min() && trace.maxima[bin] == frames.max())
      #expect(abs(trace.means[bin] - frames.reduce(0, +) / 8) < 1e-6)
    }
    #expect(trace.maxima[(8000 - first) / 8] == 0.9)
    #expect(trace.minima[(8500 - first) / 8] == -0.8)
    #expect(samples[first] >= 0 && samples[first - 1] < 0)
  }

  @Test(arguments: [(48, 256), (1000, 256), (2048, 3), (8, 2)])
  func `bins cover exactly the span, whatever its length`(span: Int, bins: Int) {
    let samples = (0..<9600).map { Float($0) }
    let trace = Self.trace(samples) {
      $0.spanFrames = span
      $0.binCount = bins
      $0.slope = .off
    }
    #expect(trace.minima.first == Float(9600 - span) && trace.maxima.last == 9599)
    for (high, low) in zip(trace.maxima, trace.minima.dropFirst()) {
      #expect(low == high + 1 || span < bins && low == high)
    }
  }

  @Test(arguments: [1, 7, 441, 2048, 20_000])
  func `a trace does not depend on how blocks cut the sound`(block: Int) {
    let samples = Tones.add(
      Tones.sine(440, amplitude: 0.5, frames: 20_000), Tones.white(20_000, deviation: 0.02))
    for isNormal in [false, true] {
      let wanted = Self.trace(samples) { $0.isNormal = isNormal }
      #expect(!wanted.trigger.isNaN)
      let found = Self.trace(samples, block: block) { $0.isNormal = isNormal }
      #expect(found.trigger == wanted.trigger && found.dc == wanted.dc)
      #expect(found.minima == wanted.minima && found.maxima == wanted.maxima)
      #expect(found.means == wanted.means)
      #expect(found.zeroCrossingRate == wanted.zeroCrossingRate)
    }
  }

  @Test(arguments: [1, 100, 2048, 60_000])
  func `in normal mode the last trace stands`(block: Int) {
    let samples =
      Tones.sine(440, amplitude: 0.5, frames: 20_000) + [Float](repeating: 0, count: 40_000)
    let trace = Self.trace(samples, block: block) { $0.isNormal = true }
    #expect(trace.trigger > 19_800 && trace.trigger < 20_000)
    #expect(Self.trace(samples, block: block).trigger.isNaN)
  }

  @Test func `a trace that touches a gap, or the time before the start, is marked`() {
    var settings = ScopeSettings()
    settings.slope = .off
    var meter = ScopeMeter(signals: 1, channels: 1, start: 500, settings: settings)
    let samples = Tones.sine(440, frames: 4096)
    meter.add([samples], pair: [], frames: 2047)
    #expect(meter.current()[0].gap)
    meter.add([samples], pair: [], frames: 1)
    #expect(!meter.current()[0].gap)
    meter.gap(frames: 3)
    meter.add([samples], pair: [], frames: 2047)
    #expect(meter.current()[0].gap)
    meter.add([samples], pair: [], frames: 1)
    #expect(!meter.current()[0].gap)
  }

  @Test func `triggers count in frames of the source`() {
    var meter = ScopeMeter(signals: 1, channels: 1, start: 1_000_000, settings: ScopeSettings())
    meter.add([Tones.sine(440, frames: 9600)], pair: [], frames: 9600)
    #expect(1_007_000...1_007_552 ~= meter.current()[0].trigger)
  }

  @Test func `alternating samples cross zero in every pair`() {
    let samples = (0..<4096).map { Float($0 % 2 == 0 ? 0.5 : -0.5) }
    #expect(Self.trace(samples).zeroCrossingRate == 1)
    let tone = Tones.sine(1200, amplitude: 0.5, phase: 0.3, frames: 4096)
    let rate = Self.trace(tone) { $0.slope = .off }.zeroCrossingRate
    #expect(abs(rate - 0.05) < 0.001)
  }

  @Test(
    arguments: [(0.7, 0.7), (0.7, 0.63), (0.3, 0.27), (0.1, -0.5), (1e-20, 1)] as [(Float, Float)])
  func `a constant channel is correlated with nothing, whatever its offset`(
    left: Float, right: Float
  ) {
    var settings = ScopeSettings()
    settings.spanFrames = 2000
    var meter = ScopeMeter(signals: 1, channels: 2, settings: settings)
    let signals = [left, right].map { [Float](repeating: $0, count: 4000) }
    meter.add([signals[0]], pair: signals, frames: 4000)
    #expect(meter.current()[0].correlation.isNaN)
    // on an offset a faint tone is still itself
    let tones = signals.map { zip($0, Tones.sine(997, amplitude: 1e-4, frames: 4000)).map(+) }
    meter.add([tones[0]], pair: tones, frames: 4000)
    #expect(meter.current()[0].correlation > 0.999)
  }

  @Test func `in normal mode no trace is no gap`() {
    var settings = ScopeSettings()
    settings.isNormal = true
    settings.level = 0.9
    var meter = ScopeMeter(signals: 1, channels: 1, settings: settings)
    meter.add([Tones.sine(440, amplitude: 0.5, frames: 9600)], pair: [], frames: 9600)
    let trace = meter.current()[0]
    #expect(!trace.gap && trace.trigger.isNaN && trace.minima.allSatisfy(\.isNaN))
  }

  @Test func `correlation and balance of known pairs`() {
    let left = Tones.sine(1000, amplitude: 0.5, frames: 4800)
    let quarter = Tones.sine(1000, amplitude: 0.5, phase: Double.pi / 2, frames: 4800)
    let silence = [Float](repeating: 0, count: 4800)
    // right channel, correlation, (M² − S²) / (M² + S²)
    let cases: [([Float], Float, Float)] = [
      (left, 1, 1), (left.map { -$0 }, -1, -1), (quarter, 0, 0),
      (left.map { 0.5 * $0 }, 1, 0.8), (left.map { $0 + 0.3 }, 1, .nan), (silence, .nan, 0),
    ]
    for (right, correlation, balance) in cases {
      var settings = ScopeSettings()
      settings.slope = .off
      settings.spanFrames = 4800
      var meter = ScopeMeter(signals: 1, channels: 2, settings: settings)
      meter.add([left], pair: [left, right], frames: 4800)
      let found = meter.current()[0]
      if correlation.isNaN {
        #expect(found.correlation.isNaN)
      } else {
        #expect(abs(found.correlation - correlation) < 1e-3)
      }
      if !balance.isNaN { #expect(abs(found.balance - balance) < 1e-3) }
    }
    #expect(Self.trace(left).correlation.isNaN && Self.trace(left).balance.isNaN)
  }
}
