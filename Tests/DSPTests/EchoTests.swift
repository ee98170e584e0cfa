import Foundation
import Testing

@testable import DSP

@Suite struct EchoTests {
  private func impulse(_ settings: Echo.Settings, frames: Int, rate: Double = 1000) -> [Float] {
    var samples = [Float](repeating: 0, count: frames)
    samples[0] = 1
    var echo = Echo(settings, rate: rate, channels: 1)
    echo.process(&samples, frames: frames)
    return samples
  }

  @Test(arguments: [(0.25, 0.5, 0.5), (0.1, 0.95, 0.25), (0.001, 0, 1)])
  func `an impulse becomes itself and repeats that die away`(_ one: (Double, Double, Double)) {
    let frames = 2000
    let answer = impulse(.init(delaySeconds: one.0, decay: one.1, mix: one.2), frames: frames)
    var wanted = [Double](repeating: 0, count: frames)
    wanted[0] = 1 - one.2
    for (number, place) in stride(from: Int(one.0 * 1000), to: frames, by: Int(one.0 * 1000))
      .enumerated()
    {
      wanted[place] = one.2 * pow(one.1, Double(number))
    }
    for frame in 0..<frames { #expect(abs(Double(answer[frame]) - wanted[frame]) < 1e-6) }
  }

  @Test(arguments: [(0.5, 3.0), (0.1, 1.2), (0, 0.3), (0.95, 40.5)])
  func `the tail ends with the last repeat within 60 dB`(_ one: (decay: Double, seconds: Double)) {
    // 0.5¹⁰ is below a thousandth, 0.1³ is one, 0.95¹³⁵ is below
    let settings = Echo.Settings(delaySeconds: 0.3, decay: one.decay, mix: 1)
    #expect(abs(settings.tailSeconds - one.seconds) < 1e-9)
    let answer = impulse(settings, frames: Int(settings.tailSeconds * 1000) + 1)
    let last = answer.lastIndex { $0 != 0 }
    #expect(last == answer.count - 1)
    #expect(answer[answer.count - 1] >= 0.000999)
    #expect(Double(answer[answer.count - 1]) * one.decay < 0.000999)
  }

  @Test(arguments: [1, 7, 1024], [1, 2, 5]) func `the block changes no sample`(
    block: Int, channels: Int
  ) {
    let input = noise(5000 * channels, seed: 3)
    let settings = Echo.Settings(delaySeconds: 0.0333, decay: 0.8, mix: 0.3)
    var whole = input
    var echo = Echo(settings, rate: 48_000, channels: channels)
    echo.process(&whole, frames: 5000)
    echo = Echo(settings, rate: 48_000, channels: channels)
    let same = pieces(input, channels: channels, block: block) { echo.process(&$0, frames: $1) }
    #expect(same == whole)
  }

  @Test func `channels do not know of each other`() {
    let settings = Echo.Settings(delaySeconds: 0.01)
    let mono = (0..<3).map { noise(2000, seed: UInt64($0)) }
    var woven = (0..<6000).map { mono[$0 % 3][$0 / 3] }
    var echo = Echo(settings, rate: 48_000, channels: 3)
    echo.process(&woven, frames: 2000)
    for channel in 0..<3 {
      var alone = mono[channel]
      var echo = Echo(settings, rate: 48_000, channels: 1)
      echo.process(&alone, frames: 2000)
      #expect(stride(from: channel, to: 6000, by: 3).map { woven[$0] } == alone)
    }
  }

  @Test func `it comes to rest, and nothing makes it run away`() {
    var echo = Echo(.init(delaySeconds: 0.001, decay: 0.95, mix: 1), rate: 8000, channels: 1)
    var samples: [Float] = [.greatestFiniteMagnitude] + [Float](repeating: 0, count: 20_000)
    echo.process(&samples, frames: samples.count)
    #expect(samples.allSatisfy { $0.isFinite })
    #expect(samples.allSatisfy { $0 == 0 || $0.isNormal })
    #expect(samples.suffix(1000).allSatisfy { $0 == 0 })
  }
}

/// A signal that went through a processor in blocks.
func pieces(
  _ input: [Float], channels: Int, block: Int, _ process: (inout [Float], Int) -> Void
) -> [Float] {
  var result: [Float] = []
  for start in stride(from: 0, to: input.count, by: block * channels) {
    var piece = Array(input[start..<min(start + block * channels, input.count)])
    process(&piece, piece.count / channels)
    result += piece
  }
  return result
}
