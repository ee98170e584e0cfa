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

  /// The true peak of one channel, taken in by pieces.
  static func peak(
    _ samples: [Float], channel: Int = 0, of channels: Int = 1, rate: Double, piece: Int
  ) -> Float {
    var meter = OversampledPeak(rate: rate)
    var peak: Float = 0
    let frames = samples.count / channels
    var done = 0
    while done < frames {
      let taken = min(piece, OversampledPeak.room, frames - done)
      let first = done * channels + channel
      let highest = meter.take(samples, from: first, count: taken, stride: channels)
      let own = (0..<taken).map { samples[first + $0 * channels].magnitude }
      #expect(highest == own.max())
      peak = meter.highest(above: peak)
      done += taken
    }
    meter.finish()
    return meter.highest(above: peak)
  }

  @Test(arguments: [1, 2, 5], [44_100.0, 48_000, 96_000])
  func `pieces of any size give the same bits`(channels: Int, rate: Double) {
    let samples = Self.noise(3000 * channels)
    for channel in 0..<channels {
      let alone = stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
      let expected = Self.peak(alone, rate: rate, piece: 100_000)
      for piece in [1, 13, 480] {
        #expect(
          Self.peak(samples, channel: channel, of: channels, rate: rate, piece: piece) == expected)
      }
    }
  }

  /// The same maximum found without bounds or history.
  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `nothing above the bound is missed`(rate: Double) {
    let silence = [Float](repeating: 0, count: 200)
    let interpolator = HalfBandInterpolator(rate: rate)
    for level in [1, 1e-4] as [Float] {
      let samples = silence + Self.noise(2000).map { $0 * level }
      let padded = samples + silence
      var (middle, early, late) = (padded, padded, padded)
      interpolator.makeMiddles(&middle, of: padded, range: 30..<padded.count - 50)
      let inner = 40..<padded.count - 60
      interpolator.makeQuarters(&early, &late, of: padded, middles: middle, range: inner)
      let fine = inner.flatMap { [padded[$0], early[$0], middle[$0], late[$0]] }
      let expected = (1..<fine.count - 1)
        .map { OversampledPeak.parabola(fine[$0 - 1], fine[$0], fine[$0 + 1]) }.max()
      #expect(Self.peak(samples, rate: rate, piece: 100) == expected)
    }
  }

  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `the middles are sums of neighbours times a windowed sinc`(rate: Double) {
    let samples = Self.noise(300)
    let interpolator = HalfBandInterpolator(rate: rate)
    let reach = interpolator.reach
    let kernel = WindowedSinc(beta: 6, halfWidth: Double(reach))
    for range in [50..<51, 50..<66, 51..<200] {
      var middles = [Float](repeating: .nan, count: 300)
      interpolator.makeMiddles(&middles, of: samples, range: range)
      for place in range {
        let expected = (0..<reach).reduce(0.0) { sum, tap in
          let pair = Double(samples[place - tap]) + Double(samples[place + 1 + tap])
          return sum + pair * kernel.value(at: Double(tap) + 0.5)
        }
        #expect((Double(middles[place]) - expected).magnitude < 1e-6)
      }
    }
  }

  @Test(arguments: [(44_100.0, 0.0125), (48_000, 0.0125), (96_000, 0.01)])
  func `every phase has a gain of one up to 20 kHz`(rate: Double, tolerance: Double) {
    let interpolator = HalfBandInterpolator(rate: rate)
    for step in 1...40 {
      let cycles = Double(step) * 500 / rate
      var worst = 0.0
      let frames = 400
      // a complex wave: both its parts at once tell the gain of a phase
      let parts = [0.0, 0.25].map { turn in
        let x = (0..<frames).map { Float(sin(2 * .pi * (cycles * Double($0) + turn))) }
        var (m, e, l) = (x, x, x)
        interpolator.makeMiddles(&m, of: x, range: 30..<frames - 50)
        interpolator.makeQuarters(&e, &l, of: x, middles: m, range: 40..<frames - 60)
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

@Suite struct SlidingProductTests {
  /// The build takes one of the two.
  @Test(arguments: [8, 16, 24]) func `pairs and sixteens give the same sums`(half: Int) {
    let taps = OversampledPeakTests.noise(half)
    let samples = OversampledPeakTests.noise(500)
    let product = SlidingProduct(taps)
    for (start, count) in [(0, 1), (3, 16), (7, 17), (100, 300)] {
      var pairs = [Float](repeating: 0, count: 500)
      var sixteens = pairs
      product.applyByPairs(to: samples, from: start, into: &pairs, at: 20, count: count)
      product.applyBySixteens(to: samples, from: start, into: &sixteens, at: 20, count: count)
      for index in 0..<count {
        let expected = (0..<2 * half).reduce(0.0) { sum, tap in
          sum + Double(samples[start + index + tap]) * Double(taps[min(tap, 2 * half - 1 - tap)])
        }
        #expect((Double(pairs[20 + index]) - expected).magnitude < 1e-5)
        #expect((Double(sixteens[20 + index]) - expected).magnitude < 1e-5)
      }
    }
  }
}

@Suite struct SamplePeakTests {
  @Test(arguments: [1, 2, 3, 17, 64]) func `the highest of each channel is found`(channels: Int) {
    let samples = OversampledPeakTests.noise(1000 * channels)
    var peaks = [Float](repeating: -1, count: channels)
    for frames in [0, 1, 5, 333, 900] {
      SamplePeak.measure(samples, frames: frames, into: &peaks)
      for channel in 0..<channels {
        let own = (0..<frames).map { samples[$0 * channels + channel].magnitude }
        #expect(peaks[channel] == own.max() ?? 0)
      }
    }
  }
}
