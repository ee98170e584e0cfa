import Foundation
import Testing

@testable import DSP

@Suite struct GeneratorDemoTests {
  /// Ten seconds of the demo, left and right.
  private func scene(_ rate: Double) -> (left: [Double], right: [Double]) {
    let samples = generated(.demo, rate: rate, frames: Int64(10 * rate))
    return (channel(0, of: samples), channel(1, of: samples))
  }

  private func part(_ samples: [Double], _ seconds: ClosedRange<Double>, _ rate: Double) -> [Double]
  {
    Array(samples[Int(seconds.lowerBound * rate)..<Int(seconds.upperBound * rate)])
  }

  @Test func `the scene repeats exactly`() {
    let samples = generated(.demo, rate: 44_100, frames: 44_100 * 25)
    let length = 2 * 441_000
    #expect(Array(samples[..<length]) == Array(samples[length..<2 * length]))
    #expect(Array(samples[..<(length / 2)]) == Array(samples[(2 * length)...]))
  }

  @Test(arguments: [8_000.0, 44_100, 48_000, 192_000])
  func `the burst clips, and nothing else comes near full scale`(_ rate: Double) {
    let (left, right) = scene(rate)
    for side in [left, right] {
      let clipped = side.indices.filter { abs(side[$0]) >= 1 }
      #expect(Double(clipped.count) > 0.04 * rate)
      #expect(clipped.allSatisfy { (8.5..<8.6).contains(Double($0) / rate) })
      #expect(side.allSatisfy { abs($0) <= 1 })
      #expect(part(side, 0...8.49, rate).allSatisfy { abs($0) < 0.8 })
    }
  }

  @Test(arguments: [8_000.0, 44_100, 48_000, 192_000])
  func `the scene ends in three quarters of a second of silence`(_ rate: Double) {
    let (left, right) = scene(rate)
    #expect(part(left, 9.25...10, rate).allSatisfy { $0 == 0 })
    #expect(part(right, 9.25...10, rate).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [8_000.0, 48_000, 192_000])
  func `beats come each half second`(_ rate: Double) {
    let (left, right) = scene(rate)
    for number in 0..<8 {
      let side = number % 2 == 0 ? left : right
      let time = Double(number) / 2
      let after = part(side, time...(time + 0.1), rate)
      #expect(
        rootMeanSquare(after) > 2 * rootMeanSquare(part(side, (time + 0.25)...(time + 0.49), rate)))
    }
    for number in 8..<17 {
      let scene = GeneratorDemoScene(rate: rate)
      #expect(scene.beat(at: Double(number) / 2 + 0.004).x > 0)
      #expect(scene.beat(at: Double(number) / 2 - 0.01) == SIMD2())
    }
  }

  @Test(arguments: [8_000.0, 48_000, 192_000])
  func `a part has an offset of 0.02, and the whole has almost none`(_ rate: Double) {
    let (left, _) = scene(rate)
    let offset = part(left, 7.75...8.5, rate).reduce(0, +) / (0.75 * rate)
    let whole = left.reduce(0, +) / Double(left.count)
    #expect(abs(offset - 0.02) < 0.015)
    #expect(abs(whole) < 0.005)
  }

  @Test func `balance and correlation move`() {
    let (left, right) = scene(48_000)
    let tone = (part(left, 4.3...4.49, 48_000), part(right, 4.3...4.49, 48_000))
    #expect(abs(rootMeanSquare(tone.0) / rootMeanSquare(tone.1) - 2) < 0.001)
    #expect(correlation(tone.0, tone.1) > 0.999)
    let opposed = (part(left, 8.7...8.9, 48_000), part(right, 8.7...8.9, 48_000))
    #expect(correlation(opposed.0, opposed.1) < -0.999)
    let chord = (part(left, 0.3...0.45, 48_000), part(right, 0.3...0.45, 48_000))
    #expect((0.3..<0.95).contains(correlation(chord.0, chord.1)))
  }

  @Test func `loud and soft parts are at least 10 dB apart`() {
    let (left, _) = scene(48_000)
    let loud = rootMeanSquare(part(left, 0...4, 48_000))
    let soft = rootMeanSquare(part(left, 4...8.5, 48_000))
    #expect(20 * log10(loud / soft) > 9.5)
    #expect(20 * log10(loud / rootMeanSquare(part(left, 8.7...8.9, 48_000))) > 20)
  }

  @Test func `the tone is 25 cents above A4`() {
    let (left, _) = scene(48_000)
    let tone = part(left, 4.25...4.49, 48_000)
    let rising = tone.indices.dropLast().filter { tone[$0] < 0 && tone[$0 + 1] >= 0 }
    let places = rising.map { Double($0) + tone[$0] / (tone[$0] - tone[$0 + 1]) }
    let frequency = Double(places.count - 1) * 48_000 / (places[places.count - 1] - places[0])
    #expect(abs(1200 * log2(frequency / 440) - 25) < 0.1)
  }

  @Test func `the sound is the same at all rates where there is no noise`() {
    let low = scene(8_000).left
    let high = scene(192_000).left
    for frame in stride(from: 400, to: 43_000, by: 7) where abs(frame - 32_000) > 50 {
      #expect(abs(low[frame] - high[24 * frame]) < 1e-6)
    }
  }

  @Test(arguments: [1, 2, 3, 6])
  func `channels carry left and right in turn, each pair 3 dB softer`(_ count: Int) {
    let samples = generated(.demo, channels: count, frames: 48_000)
    let stereo = generated(.demo, frames: 48_000)
    for number in 0..<count {
      let gain = exp2(-0.5 * Double(number / 2))
      let expected = channel(number % 2, of: stereo).map { $0 * gain }
      let found = channel(number, of: samples, channels: count)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-7 })
    }
  }

  @Test func `the level is the peak of the whole scene`() {
    let samples = generated(.demo, level: -12, frames: 480_000)
    let peak = samples.reduce(0) { max($0, abs($1)) }
    #expect(abs(Double(peak) - pow(10, -0.6)) < 1e-7)
  }
}
