import Foundation
import Testing

@testable import Analysis

@Suite struct LevelTests {
  @Test func `a full-scale sine has an RMS of -3_01 and a peak of 0`() {
    let meter = measured(Signals.tone(1, 0, channels: 1), layout: layout("mono"))
    let levels = meter.levels()[0]
    #expect(levels.rms.isNear(-3.0103, within: 0.001))
    #expect(levels.peak.isNear(0, within: 0.001))
    #expect(levels.dc.isNear(0, within: 1e-6))
    #expect(levels.meanSquare.isNear(0.5, within: 1e-6))
    #expect(levels.display.isNear(-3.0103, within: 0.02))
    #expect(meter.reading().crest.isNear(3.0103, within: 0.001))
  }

  @Test func `dc is the block's mean`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    meter.add([0.5, -0.25, 0.25, -0.25], frames: 2)
    #expect(meter.levels().map(\.dc) == [0.375, -0.25])
    #expect(meter.levels().map(\.peak) == [Float(20 * log10(0.5)), Float(20 * log10(0.25))])
  }

  @Test(arguments: [(0.125, 1.0), (1, 8)])
  func `displays rise with their time constants`(seconds: Double, periods: Double) {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    let frames = Int(seconds * 48_000)
    meter.add([Float](repeating: 1, count: frames), frames: frames)
    let levels = meter.levels()[0]
    #expect(levels.display.isNear(10 * log10(1 - exp(-periods)), within: 0.0001))
    #expect(levels.displaySlow.isNear(10 * log10(1 - exp(-seconds)), within: 0.0001))
  }

  @Test(arguments: [1, 77, 4800, 480_000])
  func `a held peak stands, falls and gives way`(block: Int) {
    var samples = [Float](repeating: 0.001, count: 48_000 * 4)
    samples[1000] = 0.5
    // 1.5 s hold, then 0.5 s of falling is 10 dB
    let check = 1000 + 96_000
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    feed(Array(samples[...(1000 + 72_000)]), to: &meter, block: block)
    #expect(meter.levels()[0].heldPeak.isNear(20 * log10(0.5), within: 1e-5))
    feed(Array(samples[(1001 + 72_000)...check]), to: &meter, block: block)
    #expect(meter.levels()[0].heldPeak.isNear(20 * log10(0.5) - 10, within: 1e-4))
    feed([0.3, 0.1], to: &meter, block: block)
    #expect(meter.levels()[0].heldPeak.isNear(20 * log10(0.3), within: 1e-5))
  }

  @Test func `hold and fall are as set`() {
    let settings = LoudnessSettings(holdSeconds: 0, decayDBPerSecond: 6)
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"), settings: settings)
    feed([1] + [Float](repeating: 0, count: 48_000), to: &meter, block: 1000)
    #expect(meter.levels()[0].heldPeak.isNear(-6, within: 1e-4))
  }

  @Test func `a clip event is the entry and ends with one sample below`() {
    let over: Float = 1 - 1 / 32768
    let samples: [Float] = [0, over, over, 0.9, -1, 0.5, 1, 1, 1, 0]
    func events(_ run: Int, _ block: Int) -> Int64 {
      let settings = LoudnessSettings(clipRun: run)
      return measured(samples, layout: layout("mono"), block: block, settings: settings)
        .levels()[0].clipEvents
    }
    for block in [1, 3, 10] {
      #expect((1...4).map { events($0, block) } == [3, 2, 1, 0])
    }
  }

  @Test func `clipped is the state of the block`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    meter.add([1, 0, 0.9, 0], frames: 2)
    #expect(meter.levels().map(\.clipped) == [true, false])
    meter.add([0.9, 0, 0.9, 0], frames: 2)
    #expect(meter.levels().map(\.clipped) == [false, false])
    #expect(meter.levels().map(\.clipEvents) == [1, 0])
    let settings = LoudnessSettings(clipLevel: 0.8)
    #expect(measured([0.9], layout: layout("mono"), settings: settings).levels()[0].clipped)
  }

  @Test func `the mean square waits for a whole half second`() {
    var meter = LoudnessMeter(rate: 44_100, layout: layout("mono"))
    let half = [Float](repeating: 0.5, count: 22_050)
    meter.add(half, frames: 22_049)
    #expect(meter.levels()[0].meanSquare.isNaN)
    meter.add([0.5], frames: 1)
    #expect(meter.levels()[0].meanSquare == 0.25)
    meter.add([Float](repeating: 0.1, count: 22_049), frames: 22_049)
    #expect(meter.levels()[0].meanSquare == 0.25)
    meter.add([0.1], frames: 1)
    #expect(meter.levels()[0].meanSquare.isNear(0.01, within: 1e-7))
  }

  @Test func `the floor is the tenth percentile of 300 steps and needs 50`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(4.9, -60), to: &meter, block: 4800)
    #expect(meter.reading().floorP10.isNaN && meter.reading().snrEstimate.isNaN)
    feed(Signals.tone(0.1, -60), to: &meter, block: 4800)
    #expect(meter.reading().floorP10.isNear(-63.01, within: 0.01))
    feed(Signals.tone(25, -20), to: &meter, block: 4800)
    #expect(meter.reading().floorP10.isNear(-63.01, within: 0.01))
    #expect(meter.reading().snrEstimate.isNear(40, within: 0.01))
    // the quiet five seconds have left the window but for 29 of 300 steps
    feed(Signals.tone(2.1, -20), to: &meter, block: 4800)
    #expect(meter.reading().floorP10.isNear(-23.01, within: 0.01))
  }

  @Test func `crest is peak less RMS of the same step`() {
    var samples = [Float](repeating: 0.1, count: 2 * 4800)
    samples[100] = 0.8
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    meter.add(samples, frames: 4800)
    let square = (0.01 * 4799 + 0.64) / 4800
    #expect(meter.reading().crest.isNear(20 * log10(0.8) - 10 * log10(square), within: 1e-4))
    meter.add(Array(samples[4800...]), frames: 4799)
    #expect(meter.reading().crest > 15)
    meter.add([0.1], frames: 1)
    #expect(meter.reading().crest.isNear(0, within: 1e-4))
  }
}
