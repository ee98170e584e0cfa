import Testing

@testable import Analysis

/// BS.1770-5: calibration, weights, gates.
@Suite struct LoudnessTests {
  @Test func `a full-scale sine of 997 Hz in one channel reads -3_01`() {
    let reading = measured(
      Signals.tone(20, 0, frequency: 997, channels: 1), layout: layout("mono")
    ).reading()
    #expect(reading.integrated.isNear(-3.0103, within: 0.001))
    #expect(!reading.dualMono)
  }

  @Test func `dual mono is 3_01 LU more and says so`() {
    let samples = Signals.tone(20, 0, frequency: 997, channels: 1)
    let dual = LoudnessSettings(dualMono: true)
    let reading = measured(samples, layout: layout("mono"), settings: dual).reading()
    #expect(reading.integrated.isNear(0, within: 0.001))
    #expect(reading.dualMono)
    let stereo = measured(Signals.tone(1, 0), layout: layout("stereo"), settings: dual).reading()
    #expect(!stereo.dualMono)
    #expect(stereo.integrated.isNear(0.0067, within: 0.003))
  }

  @Test(arguments: [
    (0, -23.0103), (1, -23.0103), (2, -23.0103), (4, -21.5181), (5, -21.5181),
  ])
  func `each channel of 5_1 has its weight`(channel: Int, expected: Double) {
    let mono = Signals.tone(5, -20, frequency: 997, channels: 1)
    let samples = Signals.place(mono, at: channel, of: 6)
    let reading = measured(samples, layout: layout("5.1")).reading()
    #expect(reading.integrated.isNear(expected, within: 0.001))
  }

  @Test func `the LFE has no loudness but a peak`() {
    let mono = Signals.tone(5, -20, frequency: 997, channels: 1)
    let reading = measured(Signals.place(mono, at: 3, of: 6), layout: layout("5.1")).reading()
    #expect(reading.integrated.isNaN)
    #expect(reading.momentary == -.infinity)
    #expect(reading.truePeakMax.isNear(-20, within: 0.01))
  }

  @Test func `eight channels of 7_1 weigh the side and not the back`() {
    let samples = Signals.tone(5, -23, channels: 8)
    let reading = measured(samples, layout: layout("7.1")).reading()
    #expect(reading.integrated.isNear(-17.07, within: 0.005))
  }

  @Test(arguments: [(0.399, 0), (0.4, 1), (0.45, 1), (0.5, 2), (1, 7), (20, 197)])
  func `only whole gating blocks count`(seconds: Double, blocks: Int) {
    let meter = measured(Signals.tone(seconds, -23), layout: layout("stereo"))
    #expect(meter.ledger.integratedBlocks.count == blocks)
    #expect(meter.reading().integrated.isNaN == (blocks == 0))
  }

  @Test func `the gates leave silence out`() {
    let samples = Signals.tone([(29, -.infinity), (2, -23), (29, -.infinity)])
    let meter = measured(samples, layout: layout("stereo"))
    #expect(meter.reading().integrated.isNear(-23.600, within: 0.005))
    #expect((23...24).contains(meter.ledger.integratedBlocks.count))
  }

  @Test func `white noise reads as computed`() {
    let samples = Signals.noise(60 * 96_000, rms: 0.1)
    let reading = measured(samples, layout: layout("stereo")).reading()
    #expect(reading.integrated.isNear(-13.852, within: 0.05))
  }

  @Test func `silence has no integrated loudness and a level of minus infinity`() {
    let reading = measured([Float](repeating: 0, count: 10 * 96_000), layout: layout("stereo"))
      .reading()
    #expect(reading.integrated.isNaN && reading.range.isNaN && reading.relativeThreshold.isNaN)
    #expect(reading.momentary == -.infinity && reading.shortTermMax == -.infinity)
    #expect(reading.truePeakMax == -.infinity)
    #expect(reading.headroom.isNaN && reading.plr.isNaN && reading.psr.isNaN)
    #expect(reading.crest.isNaN && reading.snrEstimate.isNaN)
    #expect(reading.floorP10 == -.infinity)
  }

  @Test func `a gain moves every loudness and peak by itself`() {
    let samples = Signals.noise(10 * 96_000, rms: 0.05)
    // a power of two moves Float32 samples without rounding
    let quiet = measured(samples, layout: layout("stereo"))
    let loud = measured(samples.map { $0 * 4 }, layout: layout("stereo"))
    let gain = Decibels.ofPower(16)
    #expect(((loud.ledger.momentary ?? 0) / (quiet.ledger.momentary ?? 1) - 16).magnitude < 1e-9)
    #expect(((loud.ledger.shortTerm ?? 0) / (quiet.ledger.shortTerm ?? 1) - 16).magnitude < 1e-9)
    let powers = (loud.ledger.integrated?.power ?? 0, quiet.ledger.integrated?.power ?? 1)
    #expect((powers.0 / powers.1 - 16).magnitude < 1e-9)
    #expect(loud.peaks.highestTruePeak == quiet.peaks.highestTruePeak * 4)
    #expect((loud.reading().integrated - quiet.reading().integrated).isNear(gain, within: 1e-5))
  }

  @Test func `far over full scale is measured too`() {
    let samples = Signals.tone(5, 30, frequency: 997, channels: 16)
    let stems = layout(Array(repeating: "FC", count: 16).joined(separator: ","))
    let reading = measured(samples, layout: stems).reading()
    #expect(reading.integrated.isNear(30 - 3.0103 + 12.0412, within: 0.001))
  }

  @Test func `peak to loudness, headroom and target are differences`() {
    let settings = LoudnessSettings(target: -14)
    let reading = measured(Signals.tone(10, -20), layout: layout("stereo"), settings: settings)
      .reading()
    #expect(reading.plr.isNear(Double(reading.truePeakMax - reading.integrated), within: 1e-5))
    #expect(reading.psr.isNear(0, within: 0.02))
    #expect(reading.headroom == -reading.truePeakMax)
    #expect(reading.target == -14)
    #expect(reading.targetDelta.isNear(-6, within: 0.01))
    #expect(reading.relativeThreshold.isNear(-30, within: 0.01))
    #expect(reading.rangeThreshold.isNear(-40.1, within: 0.2))
    #expect(reading.absoluteThreshold == -70)
    #expect(reading.measuredSeconds == 10)
  }
}
