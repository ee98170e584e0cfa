import Foundation
import Testing

@testable import DSP

@Suite struct SincResamplerTests {
  /// features.md's table: in, out, radius, phases, step.
  static let table: [(Int, Int, Int, Int, Int)] = [
    (48_000, 5000, 205, 5, 48), (44_100, 5000, 188, 50, 441), (5000, 48_000, 22, 48, 5),
    (44_100, 48_000, 22, 160, 147),
  ]

  @Test(arguments: table) func `the kernel has the published numbers`(
    row: (from: Int, to: Int, radius: Int, phases: Int, step: Int)
  ) {
    let kernel = SincKernel(from: row.from, to: row.to)
    #expect(abs(kernel.cutoff - min(1, Double(row.to) / Double(row.from)) * 0.94) < 1e-15)
    #expect(kernel.radius == row.radius)
    #expect(kernel.phases == row.phases)
    #expect(kernel.step == row.step)
    #expect(SincTable(kernel).isExact)
  }

  /// The definition, with nothing cached, in Double.
  static func direct(_ signal: [Float], _ from: Int, _ to: Int) -> [Double] {
    let ratio = Double(to) / Double(from)
    let cutoff = min(1, ratio) * 0.94
    let radius = (20 / cutoff).rounded(.up)
    let count = signal.isEmpty ? 0 : max(1, Int((Double(signal.count) * ratio).rounded()))
    return (0..<count).map { frame in
      let centre = min(Double(frame * from) / Double(to), Double(signal.count - 1))
      var (sum, weights) = (0.0, 0.0)
      for index in max(0, Int(centre - radius))...max(0, Int(centre + radius))
      where index < signal.count {
        let distance = Double(index) - centre
        guard abs(distance) < radius else { continue }
        let x = Double.pi * cutoff * distance
        let weight = (x == 0 ? 1 : sin(x) / x) * (0.5 + 0.5 * cos(.pi * distance / radius))
        sum += weight * Double(signal[index])
        weights += weight
      }
      return sum / weights
    }
  }

  static func resampled(
    _ signal: [Float], _ from: Int, _ to: Int, channels: Int = 1, block: Int = 1024
  ) -> [Float] {
    var resampler = SincResampler(from: from, to: to, channels: channels)
    var result: [Float] = []
    for start in stride(from: 0, to: signal.count, by: block * channels) {
      let piece = Array(signal[start..<min(start + block * channels, signal.count)])
      resampler.process(piece, frames: piece.count / channels, into: &result)
    }
    resampler.finish(into: &result)
    return result
  }

  static func noise(_ frames: Int) -> [Float] {
    var state: UInt64 = 1
    return (0..<frames).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
    }
  }

  static let rates: [(Int, Int)] = [
    (48_000, 5000), (44_100, 5000), (5000, 48_000), (44_100, 48_000), (48_000, 8000),
    (44_100, 44_101), (44_101, 5000), (8000, 8001), (256, 1), (1, 256),
  ]

  @Test(arguments: rates) func `it equals the definition`(pair: (from: Int, to: Int)) {
    for frames in [1, 2, 7, 100, pair.from == 1 ? 50 : 3001] {
      let signal = Self.noise(frames)
      let wanted = Self.direct(signal, pair.from, pair.to)
      let result = Self.resampled(signal, pair.from, pair.to)
      #expect(result.count == wanted.count)
      let worst = zip(result, wanted).map { abs(Double($0) - $1) }.max() ?? 0
      #expect(worst < 1.5e-7, "\(frames) frames")
    }
  }

  @Test(arguments: [1, 7, 1024]) func `the block changes no sample`(block: Int) {
    let signal = Self.noise(4000)
    for (from, to) in Self.rates where from > 1 {
      let whole = Self.resampled(signal, from, to, block: 4000)
      #expect(Self.resampled(signal, from, to, block: block) == whole, "\(from) \(to)")
    }
  }

  @Test func `equal rates copy`() {
    let signal = Self.noise(1000)
    #expect(Self.resampled(signal, 44_100, 44_100) == signal)
  }

  @Test func `no frames give no frames`() {
    #expect(Self.resampled([], 48_000, 5000).isEmpty)
  }

  @Test(arguments: rates) func `a constant is that constant, to its ends`(
    pair: (from: Int, to: Int)
  ) {
    let result = Self.resampled([Float](repeating: 0.5, count: 2000), pair.from, pair.to)
    #expect(result.allSatisfy { abs($0 - 0.5) < 1e-7 })
  }

  @Test func `silence is silence`() {
    #expect(Self.resampled([Float](repeating: 0, count: 5000), 48_000, 5000).allSatisfy { $0 == 0 })
  }

  @Test func `channels do not know of each other`() {
    let one = Self.noise(2000)
    let other = [Float](one.reversed())
    var woven: [Float] = []
    for frame in 0..<2000 { woven += [one[frame], other[frame]] }
    let result = Self.resampled(woven, 44_100, 5000, channels: 2)
    for (channel, alone) in [one, other].enumerated() {
      #expect(
        stride(from: channel, to: result.count, by: 2).map { result[$0] }
          == Self.resampled(alone, 44_100, 5000))
    }
  }

  @Test func `what the transmitter cannot send is gone`() {
    let level = { (tone: Double) -> Double in
      let signal = (0..<96_000).map { Float(sin(2 * .pi * tone * Double($0) / 48_000)) }
      let middle = Self.resampled(signal, 48_000, 5000)[2000..<8000]
      return 10 * log10(middle.reduce(0) { $0 + Double($1 * $1) } / 3000)
    }
    #expect(abs(level(1000)) < 0.001)
    #expect(abs(level(2000)) < 0.02)
    #expect(level(2700) < -50)
    #expect(level(3000) < -70)
    #expect(level(8000) < -90)
  }

  @Test func `odd pairs keep a million weights at most`() {
    for (from, to) in [(44_100, 44_101), (1_535_999, 5999), (44_101, 5000)] {
      let table = SincTable(SincKernel(from: from, to: to))
      #expect(!table.isExact)
      #expect(table.weightCount <= SincTable.mostWeights)
    }
  }
}
