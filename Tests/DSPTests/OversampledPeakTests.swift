import Foundation
import Testing

@testable import DSP

@Suite struct OversampledPeakTests {
  static func noise(_ count: Int) -> [Float] {
    var state: UInt64 = 5
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / 8_388_608
    }
  }

  static func peaks(_ samples: [Float], channels: Int, rate: Double, piece: Int) -> [Float] {
    var meter = OversampledPeak(channels: channels, rate: rate)
    var peaks = [Float](repeating: 0, count: channels)
    let frames = samples.count / channels
    var done = 0
    while done < frames {
      let taken = min(piece, meter.room, frames - done)
      meter.take(samples, from: done, frames: taken)
      meter.raise(&peaks, frames: taken / 3)
      meter.raise(&peaks, frames: taken - taken / 3)
      done += taken
    }
    meter.finish(raising: &peaks)
    return peaks
  }

  @Test(arguments: [1, 2, 5, 64], [44_100.0, 48_000, 96_000])
  func `pieces of any size give the same bits`(channels: Int, rate: Double) {
    let samples = Self.noise(3000 * channels)
    let expected = Self.peaks(samples, channels: channels, rate: rate, piece: 100_000)
    for piece in [1, 13, 480] {
      #expect(Self.peaks(samples, channels: channels, rate: rate, piece: piece) == expected)
    }
  }

  /// The same maximum found without bounds, columns or history.
  @Test func `nothing above the bound is missed`() {
    let samples = [Float](repeating: 0, count: 200) + Self.noise(2000)
    let padded = samples + [Float](repeating: 0, count: 200)
    let interpolator = HalfBandInterpolator(channels: 1, rate: 44_100)
    var middle = padded
    var early = padded
    var late = padded
    interpolator.makeMiddles(&middle, of: padded, frames: 30..<padded.count - 30)
    let inner = 40..<padded.count - 40
    interpolator.makeQuarters(&early, &late, of: padded, middles: middle, frames: inner)
    let fine = inner.flatMap { [padded[$0], early[$0], middle[$0], late[$0]] }
    let expected = (1..<fine.count - 1)
      .map { OversampledPeak.parabola(fine[$0 - 1], fine[$0], fine[$0 + 1]) }.max()
    #expect(Self.peaks(samples, channels: 1, rate: 44_100, piece: 100) == [expected ?? 0])
  }

  @Test(arguments: [(44_100.0, 0.0125), (48_000, 0.0125), (96_000, 0.01)])
  func `every phase has a gain of one up to 20 kHz`(rate: Double, tolerance: Double) {
    let interpolator = HalfBandInterpolator(channels: 1, rate: rate)
    for step in 1...40 {
      let cycles = Double(step) * 500 / rate
      var worst = 0.0
      let frames = 400
      // a complex wave: both its parts at once tell the gain of a phase
      let parts = [0.0, 0.25].map { turn in
        let x = (0..<frames).map { Float(sin(2 * .pi * (cycles * Double($0) + turn))) }
        var (m, e, l) = (x, x, x)
        interpolator.makeMiddles(&m, of: x, frames: 30..<frames - 30)
        interpolator.makeQuarters(&e, &l, of: x, middles: m, frames: 40..<frames - 40)
        return [m, e, l].map { Double($0[200]) }
      }
      for (a, b) in zip(parts[0], parts[1]) {
        worst = max(worst, (10 * log10(a * a + b * b)).magnitude)
      }
      #expect(worst < tolerance, "\(cycles * rate) Hz: \(worst) dB")
    }
  }

  @Test func `a parabola finds the vertex of a parabola`() {
    let curve = { (t: Float) in 1 - 0.1 * (t - 0.2) * (t - 0.2) }
    let height = OversampledPeak.parabola(curve(-1), curve(0), curve(1))
    #expect((height - 1).magnitude < 1e-6)
    #expect(OversampledPeak.parabola(-curve(-1), -curve(0), -curve(1)) == height)
    #expect(OversampledPeak.parabola(0, 1, 2) == 0)
    #expect(OversampledPeak.parabola(1, 1, 1) == 1)
  }
}

@Suite struct SamplePeakTests {
  @Test(arguments: [1, 2, 3, 17, 64]) func `the highest of each channel is found`(channels: Int) {
    let samples = OversampledPeakTests.noise(1000 * channels)
    var meter = SamplePeak(channels: channels)
    var peaks = [Float](repeating: -1, count: channels)
    for frames in [0, 1, 5, 333, 900] {
      meter.measure(samples, from: 100, frames: frames, into: &peaks)
      for channel in 0..<channels {
        let own = (100..<100 + frames).map { samples[$0 * channels + channel].magnitude }
        #expect(peaks[channel] == own.max() ?? 0)
      }
    }
  }
}
