import Foundation
import Testing

@testable import DSP

@Suite struct IntegerUpsamplerTests {
  /// A sine of two channels, the second inverted.
  static func sine(_ cycles: Double, frames: Int) -> [Float] {
    (0..<2 * frames).map { i in
      Float(sin(2 * .pi * cycles * Double(i / 2)) * (i % 2 == 0 ? 1 : -1))
    }
  }

  @Test(arguments: [2, 3, 4], [0.01, 0.2, 0.4, 0.45])
  func `a sine stays a sine of the same time`(factor: Int, cycles: Double) {
    let frames = 400
    var upsampler = IntegerUpsampler(factor: factor, channels: 2)
    var output = upsampler.process(Self.sine(cycles, frames: frames), from: 0, frames: frames)
    output += upsampler.finish()
    #expect(output.count == 2 * frames * factor)
    for frame in 100 * factor..<300 * factor {
      let expected = sin(2 * .pi * cycles * Double(frame) / Double(factor))
      #expect((Double(output[2 * frame]) - expected).magnitude < 2e-4)
      #expect(output[2 * frame] == -output[2 * frame + 1])
    }
  }

  @Test(arguments: [1, 7, 399]) func `pieces of any size give the same bits`(piece: Int) {
    let frames = 700
    let input = Self.sine(0.3, frames: frames)
    var whole = IntegerUpsampler(factor: 2, channels: 2)
    var cut = whole
    let expected = whole.process(input, from: 0, frames: frames) + whole.finish()
    var output: [Float] = []
    for first in stride(from: 0, to: frames, by: piece) {
      output += cut.process(input, from: first, frames: min(piece, frames - first))
    }
    #expect(output + cut.finish() == expected)
  }

  @Test func `what is shorter than it looks ahead comes out at the end`() {
    var upsampler = IntegerUpsampler(factor: 3, channels: 1)
    #expect(upsampler.process([1, 0, 0], from: 0, frames: 3).isEmpty)
    let output = upsampler.finish()
    #expect(output.count == 9)
    #expect(output[0] == 1 && output[3].magnitude < 1e-6 && output[1] > 0.7)
    // it has begun anew
    #expect(upsampler.process([0], from: 0, frames: 1).isEmpty)
    #expect(upsampler.finish() == [0, 0, 0])
  }
}
