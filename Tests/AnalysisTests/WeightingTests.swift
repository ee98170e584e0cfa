import Foundation
import Testing

@testable import Analysis

/// K- and A-weighting, measured from the impulse response of the code that runs.
@Suite struct WeightingTests {
  /// |H|² at some frequencies by the transform of an impulse response.
  static func powers(
    at frequencies: [Double], rate: Double, gain: Double,
    step: (SIMD4<Double>) -> Double
  ) -> [Double] {
    let frames = Int(rate / 2)
    let response = (0..<frames).map { step($0 == 0 ? SIMD4(repeating: 1) : SIMD4()) }
    return frequencies.map { frequency in
      var (re, im) = (0.0, 0.0)
      for n in 0..<frames {
        let phase = 2 * Double.pi * frequency * Double(n) / rate
        re += response[n] * cos(phase)
        im += response[n] * sin(phase)
      }
      return gain * (re * re + im * im)
    }
  }

  static func k(at frequencies: [Double], rate: Double) -> [Double] {
    let pair = weightings(rate: rate)
    var (shelf, highPass, middle) = (pair.shelf, pair.highPass, pair.middle)
    return powers(at: frequencies, rate: rate, gain: KWeighting(rate: rate).powerGain) {
      middle.step(highPass.step(shelf.step($0)))[0]
    }
  }

  static func a(at frequencies: [Double], rate: Double) -> [Double] {
    let pair = weightings(rate: rate)
    var (shelf, highPass, middle) = (pair.shelf, pair.highPass, pair.middle)
    return powers(at: frequencies, rate: rate, gain: AWeighting(rate: rate).powerGain) {
      middle.step(highPass.step(shelf.step($0)))[3]
    }
  }

  private static func weightings(rate: Double) -> ChannelPair.State {
    ChannelPair(
      k: KWeighting(rate: rate), a: AWeighting(rate: rate), ballistics: Ballistics(rate: rate)
    ).state
  }

  /// BS.1770-5, Annex 1, tables 1 and 2.
  static func table(at frequency: Double) -> Double {
    let radians = 2 * Double.pi * frequency / 48_000
    let shelf = SectionDesign(
      b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241,
      a2: 0.73248077421585)
    let highPass = SectionDesign(
      b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)
    return shelf.power(at: radians) * highPass.power(at: radians)
  }

  static let frequencies = [
    10.0, 20, 31.5, 63, 125, 250, 500, 997, 2000, 4000, 8000, 12_500, 14_000,
  ]

  @Test(arguments: [
    (32_000.0, 0.010), (44_100, 0.0015), (48_000, 1e-8), (88_200, 0.0058), (96_000, 0.0062),
    (176_400, 0.0077), (192_000, 0.0077), (33_075, 0.010),
  ])
  func `K-weighting is that of the table at any rate`(rate: Double, tolerance: Double) {
    let frequencies =
      Self.frequencies + (rate > 44_000 ? [16_000, 18_000, min(20_000, 0.45 * rate)] : [])
    for (frequency, power) in zip(frequencies, Self.k(at: frequencies, rate: rate)) {
      let error = Decibels.ofPower(power / Self.table(at: frequency))
      #expect(error.magnitude <= tolerance + 0.0001, "\(frequency) Hz: \(error) dB")
    }
  }

  /// IEC 61672-1, Annex E.
  static func curve(at f: Double) -> Double {
    let top = 12194 * 12194 * f * f * f * f
    let bottom =
      (f * f + 20.6 * 20.6) * ((f * f + 107.7 * 107.7) * (f * f + 737.9 * 737.9)).squareRoot()
      * (f * f + 12194 * 12194)
    return 20 * log10(top / bottom) + 2
  }

  @Test(arguments: [32_000.0, 44_100, 48_000, 88_200, 96_000, 192_000])
  func `A-weighting follows the analogue curve`(rate: Double) {
    let highest = min(20_000, 0.45 * rate)
    let frequencies = Self.frequencies.filter { $0 <= highest } + [1000, 0.4 * rate, highest]
    var worst = 0.0
    for (frequency, power) in zip(frequencies, Self.a(at: frequencies, rate: rate))
    where frequency <= 20_000 {
      worst = max(worst, (Decibels.ofPower(power) - Self.curve(at: frequency)).magnitude)
    }
    #expect(worst < 0.3, "\(worst) dB")
  }

  @Test func `the A-weighted levels of a tone are its RMS and the curve`() {
    for frequency in [100.0, 1000, 10_000] {
      let samples = Signals.tone(5, -20, frequency: frequency, rate: 44_100)
      let levels = measured(samples, rate: 44_100, layout: layout("stereo")).weighted()
      let expected = -23.0103 + Self.curve(at: frequency)
      #expect(levels.laeq.isNear(expected, within: 0.06))
      #expect(levels.aFast.isNear(expected, within: 0.08))
      // one time constant of 1 s for 5 s: short by 1 − e⁻⁵
      #expect(levels.aSlow.isNear(expected - 0.0294, within: 0.07))
    }
  }

  @Test func `the A-weighted levels leave the LFE out`() {
    let mono = Signals.tone(2, -20, channels: 1)
    let only = measured(Signals.place(mono, at: 3, of: 6), layout: layout("5.1")).weighted()
    #expect(only.laeq == -.infinity && only.aFast == -.infinity)
    let all = measured(Signals.tone(2, -20, channels: 6), layout: layout("5.1")).weighted()
    #expect(all.laeq.isNear(-23.01, within: 0.01))
  }

  /// Targets A3: a programme limited to 7 kHz.
  @Test(arguments: [8_000.0, 11_025, 16_000, 22_050, 32_000, 44_100, 96_000, 192_000])
  func `one programme reads the same at every rate`(rate: Double) {
    func programme(_ rate: Double) -> [Float] {
      let highest = rate < 16_000 ? 3_300.0 : 7_000
      let tones = [40.0, 90, 210, 470, 1020, 1900, 3_200, 5_100, 6_900].filter { $0 < highest }
      return (0..<Int(6 * rate)).map { n in
        let t = Double(n) / rate
        return Float(tones.reduce(0) { $0 + sin(2 * .pi * $1 * t + $1) } * 0.05)
      }
    }
    func reading(_ rate: Double) -> LoudnessReading {
      measured(programme(rate), rate: rate, layout: layout("mono")).reading()
    }
    // against the sum of the tones' energies by the table
    let highest = rate < 16_000 ? 3_300.0 : 7_000
    let power =
      [40.0, 90, 210, 470, 1020, 1900, 3_200, 5_100, 6_900].filter { $0 < highest }
      .reduce(0) { $0 + Self.table(at: $1) } * 0.05 * 0.05 / 2
    let expected = Decibels.loudness(ofPower: power)
    let value = reading(rate).integrated
    #expect(value.isNear(expected, within: 0.02))
  }

  @Test(arguments: [8_000.0, 11_025, 16_000, 22_050, 24_000, 31_999, 44_100, 48_001.5, 12_345.6])
  func `hops cover their own time at any rate`(rate: Double) {
    // a burst of 0.4 s fills the window that ends with it, whatever the upsampler holds back
    let samples = Signals.tone(
      [(0.6, -.infinity), (0.4, -23), (0.5, -.infinity)], rate: rate, channels: 1)
    let reading = measured(samples, rate: rate, layout: layout("mono")).reading()
    #expect(reading.momentaryMax.isNear(-26.0, within: 0.05))
    let meter = measured(
      Signals.tone(1, -23, rate: rate, channels: 1), rate: rate, layout: layout("mono"))
    #expect(meter.ledger.hops == 100)
    #expect(meter.ledger.integratedBlocks.count == 7)
  }

  @Test(arguments: [8_000.0, 16_000]) func `the end of a source is no click`(rate: Double) {
    let samples = Signals.tone(2.004, -10, frequency: 40, rate: rate, channels: 1)
    let levels = measured(samples, rate: rate, layout: layout("mono")).weighted()
    #expect(levels.aFast.isNear(-13.0103 + Self.curve(at: 40), within: 0.2))
  }

  @Test func `silence leaves no trace`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.noise(96_000, rms: 0.3), to: &meter, block: 4800)
    let silence = [Float](repeating: 0, count: 96_000)
    for _ in 0..<60 { meter.add(silence, frames: 48_000) }
    let state = meter.path.pairs[0].state
    #expect(state.shelf.state1 == SIMD4() && state.shelf.state2 == SIMD4())
    #expect(state.highPass.state1 == SIMD4() && state.highPass.state2 == SIMD4())
    #expect(state.middle.state1 == SIMD4() && state.middle.state2 == SIMD4())
    #expect(meter.levels()[0].display == -.infinity)
    #expect(meter.weighted().aFast == -.infinity)
    #expect(meter.reading().momentary == -.infinity)
    // the slow display needs 69 s from full scale
    for _ in 0..<20 { meter.add(silence, frames: 48_000) }
    #expect(meter.levels()[1].displaySlow == -.infinity)
  }
}
