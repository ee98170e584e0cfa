import Foundation
import Testing

@testable import Views

private let axis = FrequencyAxis(low: 45, high: 16_000, isLinear: false)

private func pooled(_ levels: [Float], rows: Int, _ axis: FrequencyAxis = axis) -> [Float] {
  let pooling = RowPooling(bins2048, rows: rows, axis: axis, isDensity: false)
  var result = Array(repeating: Float.nan, count: rows)
  pooling.pool(levels, into: &result)
  return result
}

private func tone(_ frequency: Double) -> [Float] {
  (0..<1025).map { abs(Double($0) - frequency * 2048 / 48_000) < 0.51 ? -20 : -120 }
}

@Suite struct PoolingTests {
  @Test func `octaves are equally far apart`() {
    let rows = 800
    let places = [110.0, 220, 440, 880, 1760].map { frequency -> Double in
      let levels = pooled(tone(frequency), rows: rows)
      let hit = levels.indices.filter { levels[$0] == -20 }
      return Double(hit.reduce(0, +)) / Double(hit.count)
    }
    let octave = Double(rows) / log2(16_000 / 45.0)
    for (one, two) in zip(places, places.dropFirst()) {
      // To half a bin of the lower tone, which is what the picture can know.
      #expect(abs(one - two - octave) < octave * log2(1 + 23.4 / 220) + 1)
    }
    // The scale itself is exact.
    let scale = axis.scale(from: 800, to: 0)
    #expect(abs(scale.place(110) - scale.place(220) - octave) < 1e-9)
  }

  @Test(arguments: [8, 20, 66, 240, 540, 1000, 4000])
  func `a lone peak survives at every height, and no row is empty`(rows: Int) {
    for bin in stride(from: 3, through: 680, by: 7) {
      var levels = Array(repeating: Float(-120), count: 1025)
      levels[bin] = -20
      let result = pooled(levels, rows: rows)
      #expect(result.contains(-20), "bin \(bin)")
      #expect(!result.contains { $0.isNaN })
    }
  }

  @Test func `what a spectrum does not reach is left empty`() {
    let result = pooled(
      tone(1000), rows: 100, FrequencyAxis(low: 20_000, high: 96_000, isLinear: false))
    #expect(result.prefix(80).allSatisfy { $0.isNaN })
    #expect(!result[99].isNaN)
  }

  @Test func `a linear axis puts frequencies at equal distances`() {
    let axis = FrequencyAxis(low: 0, high: 24_000, isLinear: true)
    let result = pooled(tone(6000), rows: 240, axis)
    let hit = result.indices.filter { result[$0] == -20 }
    #expect(hit.allSatisfy { abs($0 - 180) <= 1 } && !hit.isEmpty)
  }

  @Test func `bands are drawn where they are`() {
    let bands = FrequencyCells(
      count: 64, isBins: false, resolution: .nan, low: 45, high: 16_000, noiseBandwidth: 1,
      isDensity: false)
    let pooling = RowPooling(bands, rows: 640, axis: axis, isDensity: false)
    var result = Array(repeating: Float.nan, count: 640)
    pooling.pool((0..<64).map { Float($0) }, into: &result)
    for row in 0..<640 { #expect(result[row] == Float(63 - row / 10)) }
  }

  @Test(arguments: [false, true])
  func `a band without a value is no silence`(isDensity: Bool) {
    let bands = FrequencyCells(
      count: 64, isBins: false, resolution: .nan, low: 45, high: 16_000, noiseBandwidth: 1,
      isDensity: false)
    let pooling = RowPooling(bands, rows: 64, axis: axis, isDensity: isDensity)
    var history = FittedHistory(
      width: 10, rows: 64, origin: 0, expected: nil, hopFrames: 2048, isDensity: isDensity)
    let levels = (0..<64).map { $0 < 48 ? Float(-60) : $0 < 50 ? -.infinity : .nan }
    for step in 0..<100 {
      history.add(levels, frame: Double(step) * 2048, afterGap: false, pooling)
    }
    let picture = history.levels(100 * 2048)
    for row in 0..<64 {
      let column = picture[row * 10..<row * 10 + 10]
      #expect(column.allSatisfy { row < 14 ? $0.isNaN : row < 16 ? $0 == -.infinity : $0 < 0 })
    }
  }

  @Test func `the axis ends at half the rate, unless somebody has said where`() {
    var settings = ViewSettings()
    for (rate, high) in [(8000.0, 4000.0), (22_050, 11_025), (48_000, 16_000), (80, 90)] {
      settings.fit(rate: rate)
      #expect(settings.axis.high == high)
    }
    settings.isHighestFree = false
    settings.fit(rate: 8000)
    #expect(settings.axis.high == 90)
  }

  // measures.md 2.5: mean power per row, 100 columns and more, flat within half a decibel.
  @Test func `white noise is level across the frequency axis in the density view`() {
    var seed: UInt64 = 42
    var history = FittedHistory(
      width: 200, rows: 180, origin: 0, expected: nil, hopFrames: 2048, isDensity: true)
    let pooling = RowPooling(bins2048, rows: 180, axis: axis, isDensity: true)
    for step in 0..<4000 {
      // The power of a bin of white noise is exponential.
      let levels = (0..<1025).map { _ -> Float in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let uniform = (Double(seed >> 11) + 0.5) / 9_007_199_254_740_992
        return Float(-60 + 10 * log10(-log(uniform)))
      }
      history.add(levels, frame: Double(step) * 2048, afterGap: false, pooling)
    }
    let picture = history.levels(4000 * 2048)
    let means = (0..<180).map { row -> Double in
      let powers = (0..<200).map { pow(10, Double(picture[row * 200 + $0]) / 10) }
      return 10 * log10(powers.reduce(0, +) / 200)
    }
    let expected = -60 - 10 * log10(1.5 * 23.4375)
    #expect(
      means.allSatisfy { abs($0 - expected) < 0.5 }, "\(means.min() ?? 0) \(means.max() ?? 0)")
  }

  @Test func `ticks are round and inside`() {
    #expect(Frame.ticks(-100, 0, 20) == [-100, -80, -60, -40, -20, 0])
    #expect(Frame.step(100, most: 9) == 12)
    #expect(Frame.timeStep(600, most: 10) == 60)
    #expect(
      Frame.frequencyTicks(axis, most: 12)
        == [100, 1000, 10_000, 200, 2000, 50, 500, 5000, 300, 3000])
    #expect(Frame.clock(75.25, decimals: 1) == "1:15.2" && Frame.clock(3_661) == "1:01:01")
    #expect(Frame.hertz(2500) == "2.5k" && Frame.hertz(50) == "50")
  }
}
