import Foundation
import Testing

@testable import Analysis
@testable import DSP

/// BS.1770-5, Annex 2, and cases 15 to 23 of EBU Tech 3341 v4.
@Suite struct TruePeakTests {
  /// A sine between fades of 10 ms.
  static func faded(
    cycles: Double, amplitude: Double, degrees: Double, rate: Double, seconds: Double = 0.5
  ) -> [Float] {
    let frames = Int(seconds * rate)
    let fade = 0.01 * rate
    return (0..<frames).map { n in
      let edge = min(1, Double(n) / fade, Double(frames - 1 - n) / fade)
      return Float(edge * amplitude * sin(2 * .pi * (Double(n) * cycles + degrees / 360)))
    }
  }

  static func truePeak(_ mono: [Float], rate: Double = 48_000) -> Double {
    Double(measured(mono, rate: rate, layout: layout("mono")).reading().truePeakMax)
  }

  static let sines: [(number: Int, cycles: Double, amplitude: Double, degrees: Double)] = [
    (15, 1 / 4, 0.50, 0), (16, 1 / 4, 0.50, 45), (17, 1 / 6, 0.50, 60), (18, 1 / 8, 0.50, 67.5),
    (19, 1 / 4, 1.41, 45),
  ]

  @Test(arguments: 0..<5, [44_100.0, 48_000, 96_000])
  func `the true peak is that of cases 15 to 19`(index: Int, rate: Double) {
    let c = Self.sines[index]
    let samples = Self.faded(
      cycles: c.cycles, amplitude: c.amplitude, degrees: c.degrees, rate: rate)
    let value = Self.truePeak(samples, rate: rate)
    #expect((-0.2...0.1).contains(value - (c.number == 19 ? 3 : -6)))
    // the sine's own amplitude is known far better than the EBU asks
    #expect((value - 20 * log10(c.amplitude)).magnitude < 0.01)
  }

  @Test(arguments: 0..<4, [44_100.0, 48_000, 96_000])
  func `the true peak is that of cases 20 to 23`(offset: Int, rate: Double) {
    let value = Self.truePeak(Self.burst(offset: offset), rate: rate)
    #expect((-0.2...0.1).contains(value))
    #expect((-0.15...0).contains(value))
  }

  /// A sine of 1/6 of the rate, one period of 1/4 at twice its amplitude inside, made at four times the rate.
  static func burst(offset: Int) -> [Float] {
    let slow = 24
    let before = slow * 400
    var fine = (0..<2 * before + 16).map { n -> Double in
      switch n {
      case ..<before: 0.5 * sin(2 * .pi * Double(n) / Double(slow))
      case ..<(before + 16): sin(2 * .pi * Double(n - before) / 16)
      default: 0.5 * sin(2 * .pi * Double(n - 16) / Double(slow))
      }
    }
    for n in 0..<2000 {
      fine[n] *= Double(n) / 2000
      fine[fine.count - 1 - n] *= Double(n) / 2000
    }
    // 255 taps, Kaiser 8, cut-off 23 kHz at 192 kHz
    let cut = 2 * 23.0 / 192
    let taps = (-127...127).map { k -> Double in
      let place = Double(k) / 127.5
      return cut * WindowedSinc.sinc(cut * Double(k))
        * WindowedSinc.besselI0(8 * (1 - place * place).squareRoot()) / WindowedSinc.besselI0(8)
    }
    return stride(from: 127 + offset, to: fine.count - 127, by: 4).map { n in
      Float(taps.indices.reduce(0) { $0 + taps[$1] * fine[n + $1 - 127] })
    }
  }

  @Test func `up to 20 kHz at 44_1 kHz it is within 0_05 dB of the sine`() {
    var lowest = 0.0
    var highest = 0.0
    for step in 1...160 {
      let frequency = Double(step) * 125
      // long enough to meet the grid at every phase, a little off so that it is not locked to it
      for degrees in [0.0, 33] {
        let samples = Self.faded(
          cycles: (frequency - 0.37) / 44_100, amplitude: 0.5, degrees: degrees, rate: 44_100,
          seconds: 0.1)
        let error = Self.truePeak(samples, rate: 44_100) - 20 * log10(0.5)
        lowest = min(lowest, error)
        highest = max(highest, error)
      }
    }
    #expect(lowest > -0.05 && highest < 0.05, "\(lowest)…\(highest) dB")
  }

  @Test func `it is never below the sample peak`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let samples = Signals.noise(3000, rms: 0.3, seed: seed)
      let peak = samples.map(\.magnitude).max() ?? 0
      #expect(Self.truePeak(samples) >= 20 * log10(Double(peak)) - 1e-6)
    }
  }

  @Test func `an impulse of one half reads -6_02`() {
    var samples = [Float](repeating: 0, count: 480)
    samples[200] = 0.5
    #expect((Self.truePeak(samples) - 20 * log10(0.5)).magnitude < 0.01)
  }

  @Test func `a peak midway between the grid's points is found`() {
    // a quarter of the rate, its crest an eighth of a frame from a grid point
    let samples = Self.faded(cycles: 0.25, amplitude: 0.5, degrees: 90 + 11.25, rate: 48_000)
    #expect((Self.truePeak(samples) - 20 * log10(0.5)).magnitude < 0.005)
  }

  @Test func `the tail counts at the end`() {
    // alternating to the last sample: what rings out is higher than what was given
    let samples = (0..<400).map { Float($0 % 2 == 0 ? 0.5 : -0.5) * ($0 < 200 ? 1 : -1) }
    #expect(Self.truePeak(samples) > -1)
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    feed([Float](repeating: 0.5, count: 4800), to: &meter, block: 4800)
    let before = meter.reading().truePeakMax
    // the stream's edge: 0.5 switched on overshoots by itself
    #expect(before.isNear(-4.9, within: 0.05))
    var late = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    feed((0..<4800).map { Float($0) / 9600 }, to: &late, block: 4800)
    let untouched = late.reading().truePeakMax
    late.finish()
    #expect(late.reading().truePeakMax > untouched + 0.5)
  }

  @Test func `nothing rings across a gap`() {
    let constant = [Float](repeating: 0.5, count: 4800)
    // raised slowly, so that only the gap has edges
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    feed((0..<4800).map { Float($0) / 9600 }, to: &meter, block: 480)
    meter.gap(frames: 4800)
    feed(constant.map { -$0 }, to: &meter, block: 480)
    #expect(meter.reading().truePeakMax.isNear(20 * log10(0.5), within: 0.003))
  }

  @Test func `after a gap it reads what it would have read`() {
    let samples = Self.faded(cycles: 0.23, amplitude: 0.5, degrees: 0, rate: 48_000)
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    meter.gap(frames: 100)
    feed(samples, to: &meter, block: 333)
    #expect(meter.reading().truePeakMax.isNear(20 * log10(0.5), within: 0.01))
  }

  @Test(arguments: [1, 2, 3, 17, 64]) func `channels do not mix`(channels: Int) {
    let mono = Self.faded(cycles: 0.21, amplitude: 0.5, degrees: 10, rate: 48_000, seconds: 0.1)
    let stems = layout(Array(repeating: "FC", count: channels).joined(separator: ","))
    for channel in Set([0, channels / 2, channels - 1]) {
      let meter = measured(Signals.place(mono, at: channel, of: channels), layout: stems, block: 77)
      for (index, levels) in meter.levels().enumerated() {
        if index == channel {
          #expect(levels.truePeakMax.isNear(20 * log10(0.5), within: 0.01))
          #expect(levels.heldPeak > -7)
        } else {
          #expect(levels.truePeakMax == -.infinity && levels.heldPeak == -.infinity)
        }
      }
    }
  }
}
