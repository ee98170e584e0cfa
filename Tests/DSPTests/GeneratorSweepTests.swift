import Foundation
import Testing

@testable import DSP

@Suite struct GeneratorSweepTests {
  /// Frequency between two frames, from the zero crossings in between, Hz.
  private func frequency(_ samples: [Double], _ frames: Range<Int>, rate: Double) -> Double {
    var crossings: [Double] = []
    for frame in frames where samples[frame] < 0 && samples[frame + 1] >= 0 {
      crossings.append(
        Double(frame) + samples[frame] / (samples[frame] - samples[frame + 1]))
    }
    guard let first = crossings.first, let last = crossings.last else { return 0 }
    return Double(crossings.count - 1) * rate / (last - first)
  }

  @Test(arguments: [8_000.0, 44_100, 48_000, 192_000])
  func `a sweep goes from 20 Hz to its end, each octave in the same time`(_ rate: Double) {
    let frames = Int(20 * rate)
    let samples = channel(0, of: generated(.sweep, rate: rate, frames: Int64(frames)))
    let end = min(20_000, 0.45 * rate)
    let octaves = log2(end / 20)
    for part in [0.02, 0.25, 0.5, 0.75, 0.98] {
      let expected = 20 * exp2(part * octaves)
      let half = Int(max(2 / expected, 0.01) * rate)
      let centre = Int(part * Double(frames))
      let found = frequency(samples, centre - half..<centre + half, rate: rate)
      #expect(abs(found / expected - 1) < 0.01)
    }
    #expect(abs(GeneratorSweep.end(rate: rate) - end) < 1e-9)
  }

  @Test func `a sweep is Farina's formula between its edges`() {
    let samples = channel(0, of: generated(.sweep, level: -6, frames: 480_000))
    let growth = log(1000.0)
    for frame in stride(from: 240, to: 479_760, by: 37) {
      let time = Double(frame) / 48_000
      let phase = 2 * Double.pi * 20 * 10 / growth * (exp(time / 10 * growth) - 1)
      #expect(abs(samples[frame] - pow(10, -0.3) * sin(phase)) < 1e-7)
    }
    #expect(samples[0] == 0 && samples[479_999] == 0)
  }
}
