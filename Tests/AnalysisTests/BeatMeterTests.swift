import Analysis
import Foundation
import Testing

@Suite struct BeatMeterTests {
  /// What was read after every block of 2,048 frames.
  static func readings(_ samples: [Float], block: Int = 2048) throws -> [BeatReading] {
    var meter = try BeatMeter(rate: 48_000)
    return stride(from: 0, to: samples.count, by: block).map { first in
      let end = min(samples.count, first + block)
      meter.add(Array(samples[first..<end]), frames: end - first)
      return meter.reading
    }
  }

  /// By how much a tempo is wrong at the best of ½ ×, 1 × and 2 ×.
  static func miss(_ bpm: Float, _ wanted: Double) -> Double {
    [0.5, 1, 2].map { abs(Double(bpm) / (wanted * $0) - 1) }.min() ?? 1
  }

  static func expectBeat(_ samples: [Float], _ wanted: Double) throws {
    let found = try readings(samples)
    let last = try #require(found.last)
    #expect(!last.bpm.isNaN && last.regularity >= BeatMeter.threshold)
    #expect(found.allSatisfy { $0.bpm.isNaN || miss($0.bpm, wanted) < 0.01 })
  }

  static func expectNone(_ samples: [Float]) throws {
    let found = try readings(samples)
    #expect(found.allSatisfy { $0.bpm.isNaN })
    #expect(found.allSatisfy { 0..<BeatMeter.threshold ~= $0.regularity })
  }

  static let tempos = [60.0, 74, 90, 97, 120, 126, 140, 180]

  @Test(arguments: tempos)
  func `clicks have their tempo within 1 %`(bpm: Double) throws {
    try Self.expectBeat(Tones.clicks(at: Tones.beats(bpm, seconds: 20), seconds: 20), bpm)
  }

  @Test(arguments: tempos)
  func `clicks that come up to 20 ms early or late have their tempo within 1 %`(
    bpm: Double
  ) throws {
    let times = Tones.beats(bpm, seconds: 20, jitter: 0.02, seed: UInt64(bpm))
    try Self.expectBeat(Tones.clicks(at: times, seconds: 20), bpm)
  }

  @Test(arguments: tempos)
  func `clicks in white noise of −34 dBFS have their tempo within 1 %`(bpm: Double) throws {
    let clicks = Tones.clicks(at: Tones.beats(bpm, seconds: 20), seconds: 20)
    let noise = Tones.white(clicks.count, deviation: 0.02, seed: UInt64(bpm))
    try Self.expectBeat(Tones.add(clicks, noise), bpm)
  }

  @Test(arguments: [49.0, 198])
  func `a tempo just inside 48 and 200 is told as it is`(bpm: Double) throws {
    let clicks = Tones.clicks(at: Tones.beats(bpm, seconds: 20), seconds: 20)
    let last = try #require(try Self.readings(clicks).last)
    #expect(abs(Double(last.bpm) / bpm - 1) < 0.01)
  }

  @Test(arguments: [40.0, 44, 46, 203, 208, 220])
  func `no tempo is told beyond 48 and 200`(bpm: Double) throws {
    let clicks = Tones.clicks(at: Tones.beats(bpm, seconds: 40), seconds: 40)
    for reading in try Self.readings(clicks) where !reading.bpm.isNaN {
      #expect(48...200 ~= reading.bpm)
    }
  }

  @Test(arguments: [1.5, 2, 3, 4, 6], [1, 2])
  func `random clicks have no tempo`(perSecond: Double, seed: UInt64) throws {
    var random = Random(seed: seed)
    let times = (0..<Int(30 * perSecond)).map { _ in 30 * random.uniform() }
    try Self.expectNone(Tones.clicks(at: times, seconds: 30))
  }

  @Test func `steady tones, noise and silence have no tempo`() throws {
    try Self.expectNone(Tones.sine(440, amplitude: 0.5, frames: 960_000))
    try Self.expectNone(Tones.white(960_000, deviation: 0.1))
    try Self.expectNone(Tones.pink(960_000, deviation: 0.1))
    try Self.expectNone([Float](repeating: 0, count: 480_000))
  }

  @Test(arguments: [0.8, 1.5, 2, 3])
  func `two tones that beat against each other, and a tremolo, have no tempo`(
    perSecond: Double
  ) throws {
    let one = Tones.sine(220, amplitude: 0.3, frames: 720_000)
    let other = Tones.sine(220 + perSecond, amplitude: 0.3, frames: 720_000)
    try Self.expectNone(Tones.add(one, other))
    let swell = Tones.sine(perSecond, amplitude: 0.5, frames: 720_000)
    try Self.expectNone(zip(one, swell).map { $0.0 * (0.5 + $0.1) })
  }

  @Test(arguments: [1, 2, 3])
  func `a drone of slowly swelling partials has no tempo`(seed: UInt64) throws {
    var random = Random(seed: seed)
    var sum = [Float](repeating: 0, count: 1_440_000)
    for frequency in [55.0, 82.5, 110, 165, 220, 330] {
      for _ in 0..<2 {
        let tone = Tones.sine(
          frequency * (1 + 0.004 * random.normal()), amplitude: 3 / frequency, frames: sum.count)
        let swell = Tones.sine(
          0.1 + 0.5 * random.uniform(), amplitude: 0.5, phase: 6 * random.uniform(),
          frames: sum.count)
        for index in sum.indices { sum[index] += tone[index] * (1 + swell[index]) }
      }
    }
    try Self.expectNone(sum)
  }

  @Test(arguments: [1, 2, 3])
  func `syllables of uneven length and distance, as in speech, have no tempo`(
    seed: UInt64
  ) throws {
    var random = Random(seed: seed)
    var samples = [Float](repeating: 0, count: 1_440_000)
    var time = 0.2
    while time < 29 {
      let seconds = 0.08 + 0.17 * random.uniform()
      let pitch = 90 + 70 * random.uniform()
      let (attack, loudness) = (0.01 + 0.03 * random.uniform(), 0.02 + 0.06 * random.uniform())
      let formants = [300 + 500 * random.uniform(), 900 + 1300 * random.uniform(), 2600]
      let tones = (1...Int(3500 / pitch)).map { harmonic -> (Double, Double) in
        let frequency = Double(harmonic) * pitch
        return (frequency, formants.reduce(0.02) { $0 + 1 / (1 + pow((frequency - $1) / 100, 2)) })
      }
      let first = Int(time * 48_000)
      for index in 0..<Int(seconds * 48_000) {
        let now = Double(index) / 48_000
        let envelope = min(1, now / attack) * min(1, (seconds - now) / 0.05)
        var sum = 0.0
        for (frequency, gain) in tones { sum += gain * sin(2 * Double.pi * frequency * now) }
        samples[first + index] += Float(loudness * envelope * sum)
      }
      time += seconds
      time += random.uniform() < 0.85 ? 0.02 + 0.1 * random.uniform() : 0.2 + 0.5 * random.uniform()
    }
    try Self.expectNone(samples)
  }

  @Test func `nothing is told before four beats, and it fades when the beat stops`() throws {
    let times = Tones.beats(120, seconds: 15)
    let found = try Self.readings(Tones.clicks(at: times, seconds: 30))
    let reading = { (second: Double) in found[Int(second * 48_000 / 2048)] }
    #expect(reading(1.9).regularity == 0)
    #expect(abs(reading(10).bpm - 120) < 1.2)
    #expect(reading(18.5).regularity < reading(14).regularity)
    #expect(reading(20).bpm.isNaN)
  }

  @Test(arguments: [1, 7, 500, 30_001])
  func `the beat does not depend on how blocks cut the sound`(block: Int) throws {
    let samples = Tones.clicks(at: Tones.beats(126, seconds: 8), seconds: 8)
    let wanted = try #require(try Self.readings(samples).last)
    #expect(wanted.regularity > 0.1)
    #expect(try Self.readings(samples, block: block).last?.regularity == wanted.regularity)
  }

  @Test(arguments: [8000.0, 11_025, 22_050, 32_000, 44_100, 88_200, 96_000, 192_000])
  func `other rates hear the same tempo`(rate: Double) throws {
    var meter = try BeatMeter(rate: rate)
    var samples = [Float](repeating: 0, count: Int(12 * rate))
    for beat in stride(from: 0.3, to: 11.9, by: 0.5) {
      for index in 0..<Int(rate / 100) {
        samples[Int(beat * rate) + index] =
          0.5 * sinf(2 * Float.pi * Float(index) * 1000 / Float(rate))
      }
    }
    meter.add(samples, frames: samples.count)
    #expect(abs(meter.reading.bpm - 120) < 1.2)
  }

  @Test(arguments: [1.0, 3, 100, 3999]) func `rates too low for hops have no tempo`(rate: Double)
    throws
  {
    var meter = try BeatMeter(rate: rate)
    meter.add(Tones.white(20_000, deviation: 0.1), frames: 20_000)
    #expect(meter.reading.bpm.isNaN && meter.reading.regularity == 0)
  }

  @Test func `after a gap listening begins anew`() throws {
    var meter = try BeatMeter(rate: 48_000)
    let clicks = Tones.clicks(at: Tones.beats(120, seconds: 10), seconds: 10)
    meter.add(clicks, frames: clicks.count)
    #expect(!meter.reading.bpm.isNaN)
    meter.gap(frames: 10)
    #expect(meter.reading.bpm.isNaN && meter.reading.regularity == 0)
    meter.add(clicks, frames: clicks.count)
    #expect(abs(meter.reading.bpm - 120) < 1.2)
  }

  @Test func `a new session knows the beats that come, and none from before`() throws {
    var meter = try BeatMeter(rate: 48_000)
    let slow = Tones.clicks(at: Tones.beats(90, seconds: 10), seconds: 10)
    meter.add(slow, frames: slow.count)
    #expect(abs(meter.reading.bpm - 90) < 0.9)
    meter.beginSession()
    #expect(meter.reading.bpm.isNaN && meter.reading.regularity == 0)
    let fast = Tones.clicks(at: Tones.beats(126, seconds: 6), seconds: 6)
    meter.add(fast, frames: fast.count)
    #expect(abs(meter.reading.bpm - 126) < 1.26)
  }
}
