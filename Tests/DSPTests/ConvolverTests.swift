import Foundation
import Testing

@testable import DSP

@Suite struct ConvolverTests {
  @Test(arguments: [1, 2, 255, 256, 257, 512, 1000, 4096])
  func `partitions give the direct sum, without delay`(taps: Int) {
    let response = (0..<taps).map { cos(Double($0 * $0)) / Double($0 + 1) }
    let input = noise(3000, seed: 5).map(Double.init)
    var lanes = input.map { SIMD2($0, 42) }
    var convolver = Convolver(response)
    convolver.process(&lanes, lane: 0, frames: 3000)
    for frame in [0, 1, 255, 256, 257, 1000, 2999] {
      let wanted = (0...min(frame, taps - 1)).reduce(0.0) {
        $0 + response[$1] * input[frame - $1]
      }
      #expect(abs(lanes[frame].x - wanted) < 1e-12)
    }
    #expect(lanes.allSatisfy { $0.y == 42 })
  }

  @Test func `the transform is the definition, there and back`() {
    let transform = SplitTransform(points: 64)
    let signal = noise(64, seed: 9).map(Double.init)
    var (re, im) = (signal, Array(repeating: 0.0, count: 64))
    transform.forward(&re, &im)
    for bin in 0..<64 {
      let wanted = spectrum(of: signal, at: Double(bin), rate: 64)
      #expect(abs(re[bin] - wanted.re) < 1e-12 && abs(im[bin] - wanted.im) < 1e-12)
    }
    transform.backward(&re, &im)
    #expect(zip(re, signal).allSatisfy { abs($0 / 64 - $1) < 1e-14 })
  }

  @Test func `a response of minimum phase has the gain asked for, and ends where it began`() {
    // The magnitude of a bell, whose impulse response of minimum phase is known.
    let bell = Biquad.peaking(frequency: 2000, gainDB: 8, width: .q(1), rate: 48_000)
    let taps = MinimumPhase.taps(4096, rate: 48_000) {
      bell.response(at: 2 * .pi * $0 / 48_000).decibels
    }
    let wanted = ringing(of: [bell], count: 4096)
    #expect(zip(taps, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `a delay is a delay`() {
    var line = DelayLine(frames: 3)
    var lanes = (1...8).map { SIMD2(Double($0), 0) }
    line.process(&lanes, lane: 0, frames: 5)
    #expect(lanes.map(\.x) == [0, 0, 0, 1, 2, 6, 7, 8])
  }
}
