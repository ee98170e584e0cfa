import Foundation
import Testing

@testable import DSP

@Suite struct GeneratorToneTests {
  @Test(arguments: [8_000.0, 44_100, 48_000, 192_000])
  func `a tone is the sine of its frequency and level between its edges`(_ rate: Double) {
    let samples = generated(.tone(frequency: 997), rate: rate, level: -6, frames: Int64(rate))
    let edge = Int(0.005 * rate) + 1
    let peak = pow(10, -6.0 / 20)
    for frame in edge..<Int(rate) - edge {
      let expected = peak * sin(2 * Double.pi * 997 * Double(frame) / rate)
      #expect(abs(Double(samples[2 * frame]) - expected) < 1e-7)
      #expect(samples[2 * frame] == samples[2 * frame + 1])
    }
  }

  @Test func `the edges are raised cosines of 5 ms, alike at both ends`() {
    let edges = GeneratorEdges(frames: 48_000, rate: 48_000)
    for frame in 0..<240 {
      let expected = (1 - cos(Double.pi * Double(frame) / 240)) / 2
      #expect(abs(edges.gain(at: Int64(frame)) - expected) < 1e-15)
      #expect(edges.gain(at: Int64(frame)) == edges.gain(at: Int64(47_999 - frame)))
    }
    #expect(edges.gain(at: 240) == 1)
    #expect(edges.gain(at: 24_000) == 1)
  }

  @Test func `a signal shorter than its edges has half as much of each`() {
    let edges = GeneratorEdges(frames: 100, rate: 48_000)
    #expect((0..<100).allSatisfy { (0...1).contains(edges.gain(at: $0)) })
    #expect(edges.gain(at: 49) < 1)
    #expect(edges.gain(at: 0) == 0)
    #expect(GeneratorEdges(frames: 1, rate: 48_000).gain(at: 0) == 1)
  }

  @Test(arguments: [(1_000, 48_000), (440, 44_100), (997, 44_100)] as [(Int64, Int64)])
  func `ten hours in, the phase is exact`(_ frequency: Int64, _ rate: Int64) {
    let tone = GeneratorTone(
      frequency: Double(frequency), rate: Double(rate), peak: 1, frames: .max)
    for frame in (36_000 * rate)..<(36_000 * rate + 5_000) {
      let turns = Double(frame * frequency % rate) / Double(rate)
      let difference = tone.phase(at: frame) - turns
      #expect(abs(difference - difference.rounded()) < 3e-16)
    }
  }

  @Test func `a frequency that is no whole number keeps its phase for ten hours`() {
    // 440.1 as a Double is p / 2^44 exactly, so the phase can be taken in whole numbers
    let frequency = 440.1
    let tone = GeneratorTone(frequency: frequency, rate: 44_100, peak: 1, frames: .max)
    let scaled = Int64(frequency * 0x1p44)
    let whole = Int64(44_100) << 44
    for frame in Int64(1_587_600_000)..<1_587_601_000 {
      let product = scaled.multipliedFullWidth(by: frame)
      let rest = whole.dividingFullWidth(product).remainder
      let difference = tone.phase(at: frame) - Double(rest) / Double(whole)
      #expect(abs(difference - difference.rounded()) < 3e-16)
    }
  }
}
