import Testing

@testable import Analysis

/// EBU Tech 3342 v4, table 1, the signals that can be made from their descriptions.
@Suite struct RangeTests {
  static let cases: [(levels: [Double], range: Double)] = [
    ([-20, -30], 10), ([-20, -15], 5), ([-40, -20], 20), ([-50, -35, -20, -35, -50], 15),
  ]

  @Test(arguments: 0..<4, [44_100.0, 48_000, 96_000])
  func `loudness range is that of cases 1 to 4`(index: Int, rate: Double) {
    let c = Self.cases[index]
    let samples = Signals.tone(c.levels.map { (20, $0) }, rate: rate)
    let reading = measured(samples, rate: rate, layout: layout("stereo")).reading()
    #expect(reading.range.isNear(c.range, within: 0.1))
    #expect((reading.rangeHigh - reading.rangeLow).isNear(Double(reading.range), within: 1e-5))
  }

  @Test func `the range does not change when the signal is repeated`() {
    let once = Signals.tone(Self.cases[3].levels.map { (20, $0) })
    let reading = measured(once + once, layout: layout("stereo")).reading()
    #expect(reading.range.isNear(15, within: 0.1))
    #expect(!reading.rangeProvisional)
  }

  @Test func `the silence at the end counts for the range and for nothing else`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone([(4, -20), (4, -24)]), to: &meter, block: 480)
    let before = meter.reading()
    meter.finish()
    let after = meter.reading()
    #expect(after.rangeLow < before.rangeLow - 1)
    #expect(after.range > before.range + 1)
    var expected = before
    expected.range = after.range
    expected.rangeLow = after.rangeLow
    expected.rangeHigh = after.rangeHigh
    expected.rangeThreshold = after.rangeThreshold
    // the tail of the oversampler may raise the peak
    expected.truePeakMax = after.truePeakMax
    expected.psr = after.psr
    expected.plr = after.plr
    expected.headroom = after.headroom
    #expect(sameBits(expected, after))
  }

  @Test func `a programme under 60 s has a provisional range`() {
    let reading = measured(Signals.tone(59, -20), layout: layout("stereo")).reading()
    #expect(reading.rangeProvisional)
    #expect(reading.range.isNear(0, within: 0.01))
  }
}
