import Foundation
import Testing

@testable import DSP

@Suite struct EqualizerBankTests {
  static func plan(_ left: Int, _ right: Int, channels: Int = 2) -> EqualizerPlan {
    var plan = EqualizerPlan(channels: channels, rate: 48_000)
    for channel in 0..<channels {
      plan.segments[0].paths[channel].sections = (0..<(channel % 2 == 0 ? left : right)).map {
        .matchedPeaking(
          frequency: 40 * exp2(Double($0) * 0.2 + Double(channel) * 0.1),
          gainDB: Double($0 % 3) * 4 - 5, width: .q(1.2), rate: 48_000)
      }
    }
    return plan
  }

  @Test(arguments: [(1, 0), (4, 4), (5, 2), (8, 8), (9, 14), (14, 14), (16, 3), (17, 17), (40, 1)])
  func `the bank is its filters one after the other`(counts: (Int, Int)) {
    for channels in [1, 2, 3, 6] {
      let plan = Self.plan(counts.0, counts.1, channels: channels)
      var bank = EqualizerBank(plan)
      let frames = 3000
      let input = noise(frames * channels, seed: 7)
      var output = input
      bank.process(&output, frames: frames)
      for channel in 0..<channels {
        let alone = stride(from: channel, to: input.count, by: channels).map { Double(input[$0]) }
        let wanted = filtered(alone, plan.segments[0].paths[channel].sections)
        let error = (0..<frames).map { abs(wanted[$0] - Double(output[$0 * channels + channel])) }
        #expect((error.max() ?? 1) < 3e-7, "channel \(channel) of \(channels)")
      }
    }
  }

  @Test(arguments: [1, 7, 15, 16, 333, 1001, 1024, 2048])
  func `blocks make no difference, not in a bit`(block: Int) {
    var plan = Self.plan(14, 9, channels: 3)
    plan.segments[0].paths[1].delay = 700
    plan.segments[0].paths[2].taps = (0..<900).map { 0.3 * cos(Double($0)) / Double($0 + 1) }
    var mixed = EqualizerPlan.Segment(channels: 3)
    mixed.mix = [[0.5, 0.5, 0], [0, 1, 0], [0, 0.25, 1]]
    mixed.paths[0].sections = plan.segments[0].paths[0].sections
    plan.segments.append(mixed)
    let frames = 5000
    let input = noise(frames * 3, seed: 11)
    var whole = input
    var one = EqualizerBank(plan)
    one.process(&whole, frames: frames)
    var bank = EqualizerBank(plan)
    var joined: [Float] = []
    for first in stride(from: 0, to: frames, by: block) {
      let count = min(block, frames - first)
      var piece = Array(input[first * 3..<(first + count) * 3])
      bank.process(&piece, frames: count)
      joined += piece
    }
    #expect(joined.map(\.bitPattern) == whole.map(\.bitPattern))
  }

  @Test func `a plan without anything and a channel without anything pass bit for bit`() {
    var samples: [Float] = [0.1, -0.0, .leastNonzeroMagnitude, -1.5, 0.25, -.leastNormalMagnitude]
    let before = samples.map(\.bitPattern)
    var flat = EqualizerBank(EqualizerPlan(channels: 2, rate: 48_000))
    flat.process(&samples, frames: 3)
    #expect(samples.map(\.bitPattern) == before)
    var left = EqualizerBank(Self.plan(14, 0))
    left.process(&samples, frames: 3)
    #expect([1, 3, 5].allSatisfy { samples[$0].bitPattern == before[$0] })
    #expect(samples[0].bitPattern != before[0])
  }

  @Test func `silence becomes exact silence, without subnormals on the way`() {
    var plan = EqualizerPlan(channels: 2, rate: 48_000)
    for channel in 0..<2 {
      plan.segments[0].paths[channel].sections = [8, 40, 1000, 5000].map {
        .matchedPeaking(frequency: $0, gainDB: 6, width: .q(1.4), rate: 48_000)
      }
    }
    var bank = EqualizerBank(plan)
    var block = noise(96_000, seed: 3)
    bank.process(&block, frames: 48_000)
    #expect(!bank.isSilent)
    for _ in 0..<60 {
      block = Array(repeating: 0, count: 96_000)
      bank.process(&block, frames: 48_000)
    }
    #expect(bank.isSilent)
    #expect(block.allSatisfy { $0 == 0 })
  }

  @Test func `random plans answer as they say, stable and finite`() {
    var random = Lottery(seed: 2026)
    for _ in 0..<40 {
      var plan = EqualizerPlan(channels: 2, rate: [44_100, 48_000, 96_000][random.next(3)])
      for channel in 0..<2 {
        plan.segments[0].paths[channel].gain = pow(10, random.value(-20, 6) / 20)
        for _ in 0..<random.next(20) {
          let frequency = exp(random.value(log(150), log(0.45 * plan.rate)))
          let (gain, q) = (random.value(-12, 12), random.value(0.3, 4))
          let section: Biquad =
            switch random.next(5) {
            case 0: .peaking(frequency: frequency, gainDB: gain, width: .q(q), rate: plan.rate)
            case 1:
              .lowShelf(frequency: frequency, gainDB: gain, width: .slope(0.9), rate: plan.rate)
            case 2: .highShelf(frequency: frequency, gainDB: gain, width: .q(0.7), rate: plan.rate)
            case 3: .allPass(frequency: frequency, width: .q(q), rate: plan.rate)
            default:
              .matchedPeaking(frequency: frequency, gainDB: gain, width: .q(q), rate: plan.rate)
            }
          #expect(section.isStable)
          plan.segments[0].paths[channel].sections.append(section)
        }
      }
      var bank = EqualizerBank(plan)
      var impulse = Array(repeating: Float(0), count: 2 * 16_384)
      (impulse[0], impulse[1]) = (1, 1)
      bank.process(&impulse, frames: 16_384)
      #expect(impulse.allSatisfy { $0.isFinite })
      for channel in 0..<2 {
        let alone = (0..<16_384).map { Double(impulse[2 * $0 + channel]) }
        for frequency in [200.0, 997, 4000, 12_345] {
          let wanted = plan.response(channel: channel, frequency: frequency)
          let found = spectrum(of: alone, at: frequency, rate: plan.rate)
          // Float samples: what is far below the highest gain drowns in their rounding.
          guard wanted.decibels > plan.highestGain() - 60 else { continue }
          #expect(abs(found.decibels - wanted.decibels) < 0.001, "\(frequency) Hz")
        }
      }
    }
  }

  @Test func `the highest gain is found between the points`() {
    var plan = EqualizerPlan(channels: 2, rate: 48_000)
    plan.segments[0].paths[1].sections = [
      .peaking(frequency: 1234.5, gainDB: 7.25, width: .q(200), rate: 48_000)
    ]
    #expect(abs(plan.highestGain() - 7.25) < 1e-6)
    plan.amplify(gainDB: -7.25)
    #expect(abs(plan.highestGain()) < 1e-6)
  }
}

@Suite struct HighestMagnitudeTests {
  @Test func `the highest of either sign, and no more samples than asked`() {
    #expect(HighestMagnitude.of([0.1, -0.5, 0.3, 9], count: 3) == 0.5)
    #expect(HighestMagnitude.of([-0.0], count: 1) == 0)
    #expect(HighestMagnitude.of([], count: 0) == 0)
    #expect(HighestMagnitude.of([.leastNonzeroMagnitude, -2.5], count: 2) == 2.5)
  }
}

/// Filters in Double, one sample at a time.
func filtered(_ input: [Double], _ filters: [Biquad]) -> [Double] {
  var signal = input
  for filter in filters {
    var (s1, s2) = (0.0, 0.0)
    for index in signal.indices {
      let x = signal[index]
      let y = filter.b0 * x + s1
      s1 = filter.b1 * x - filter.a1 * y + s2
      s2 = filter.b2 * x - filter.a2 * y
      signal[index] = y
    }
  }
  return signal
}

/// Numbers that are the same in every run.
struct Lottery {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func bits() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func next(_ count: Int) -> Int { Int(bits() >> 33) % count }

  mutating func value(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(bits() >> 11) / Double(1 << 53)
  }
}

/// White noise, ±0.5.
func noise(_ count: Int, seed: UInt64) -> [Float] {
  var random = Lottery(seed: seed)
  return (0..<count).map { _ in Float(random.value(-0.5, 0.5)) }
}
