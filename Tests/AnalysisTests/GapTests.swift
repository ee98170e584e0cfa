import Testing

@testable import Analysis

/// What is said of windows that touch lost frames or replaced samples.
@Suite struct GapTests {
  /// 10 s of tone, a gap, and a look after each 10 ms of the tone that follows.
  static func readings(
    rate: Double = 48_000, gap: Int, after seconds: Double
  ) -> (before: LoudnessReading, at: LoudnessReading, after: [LoudnessReading]) {
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    feed(Signals.tone(10, -20, rate: rate), to: &meter, block: 4800)
    let before = meter.reading()
    meter.gap(frames: gap)
    let at = meter.reading()
    var after: [LoudnessReading] = []
    feed(Signals.tone(seconds, -20, rate: rate), to: &meter, block: Int(rate / 100)) {
      after.append($0.reading())
    }
    return (before, at, after)
  }

  @Test(arguments: [48_000.0, 16_000])
  func `windows have no value until they are whole again`(rate: Double) {
    let seen = Self.readings(rate: rate, gap: Int(rate / 100) * 5, after: 4)
    // below 32 kHz a hop comes as much later as the upsampler looks ahead
    let late = rate < 32_000 ? 1 : 0
    #expect(seen.before.momentary.isFinite && !seen.before.gapMomentary)
    #expect(seen.at.momentary.isNaN && seen.at.gapMomentary && seen.at.gapShortTerm)
    for (index, reading) in seen.after.enumerated() {
      let hops = index + 1 - late
      #expect(reading.momentary.isNaN == (hops < 40))
      #expect(reading.gapMomentary == (hops < 40))
      #expect(reading.shortTerm.isNaN == (hops < 300))
      #expect(reading.gapShortTerm == (hops < 300))
    }
  }

  @Test func `gating blocks that touch the gap are left out and counted`() {
    // hops 1000…1004 are lost: blocks that end at 1010, 1020, 1030 and 1040 touch them
    let seen = Self.readings(gap: 480 * 5, after: 4)
    #expect(seen.after.last?.blocksExcluded == 4)
    let last = seen.after[seen.after.count - 1]
    #expect(last.integrated.isNear(-19.993, within: 0.003))
    #expect(last.measuredSeconds.isNear(14, within: 0.001))
  }

  @Test func `a gap inside a hop spoils that hop only`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(1, -20), to: &meter, block: 100)
    meter.gap(frames: 7)
    let rest = Signals.tone(0.5, -20)
    meter.add(rest, frames: 473)
    #expect(meter.ledger.hops == 101)
    meter.add(rest, frames: 480 * 39)
    #expect(meter.reading().momentary.isNaN)
    meter.add(rest, frames: 480)
    #expect(meter.reading().momentary.isNear(-20, within: 0.1))
  }

  @Test func `a very long gap costs no time and counts its blocks`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(1, -20), to: &meter, block: 4800)
    meter.gap(frames: 48_000 * 1_000_000)
    #expect(meter.reading().blocksExcluded == 10_000_000)
    #expect(meter.ledger.hops == 100_000_100)
    feed(Signals.tone(4, -20), to: &meter, block: 4800)
    #expect(meter.reading().shortTerm.isNear(-20, within: 0.01))
    #expect(meter.reading().blocksExcluded == 10_000_003)
  }

  @Test func `replaced samples flag the windows and keep their values`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(5, -20), to: &meter, block: 480)
    meter.markDamaged()
    var time = 0
    feed(Signals.tone(4, -20), to: &meter, block: 480) {
      let reading = $0.reading()
      #expect(reading.gapMomentary == (time < 40))
      #expect(reading.gapShortTerm == (time < 300))
      #expect(reading.momentary.isNear(-20, within: 0.1))
      time += 1
    }
    #expect(meter.reading().blocksExcluded == 0)
  }

  @Test func `steps that touch a gap do not enter the floor`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"))
    let tone = Signals.tone(6, -20, channels: 1)
    feed(tone, to: &meter, block: 4800)
    let before = meter.reading()
    // a step half lost, half silent
    meter.gap(frames: 2400)
    meter.add([Float](repeating: 0, count: 2400), frames: 2400)
    #expect(meter.reading().crest == before.crest)
    #expect(meter.levels()[0].meanSquare.isNear(0.005, within: 1e-6))
    feed(tone, to: &meter, block: 4800)
    #expect(meter.reading().floorP10.isNear(-23.01, within: 0.001))
    #expect(meter.levels()[0].meanSquare.isNear(0.005, within: 1e-6))
  }

  @Test func `a run of clipped samples ends at a gap, a held peak falls on`() {
    let settings = LoudnessSettings(clipRun: 2)
    var meter = LoudnessMeter(rate: 48_000, layout: layout("mono"), settings: settings)
    meter.add([1], frames: 1)
    meter.gap(frames: 96_000)
    meter.add([1e-4], frames: 1)
    #expect(meter.levels()[0].heldPeak.isNear(-10, within: 0.001))
    meter.add([1], frames: 1)
    #expect(meter.levels()[0].clipEvents == 0)
  }
}

/// What begins anew with a session and what runs on.
@Suite struct SessionTests {
  @Test(arguments: [48_000.0, 11_025]) func `a session begins anew`(rate: Double) {
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    feed(Signals.tone(10.0037, 0, rate: rate), to: &meter, block: 1000)
    #expect(meter.levels()[0].clipEvents > 0)
    meter.beginSession()
    let begun = meter.reading()
    #expect(begun.integrated.isNaN && begun.momentary.isNaN && begun.shortTermMax.isNaN)
    #expect(begun.range.isNaN && begun.measuredSeconds == 0 && !begun.gapShortTerm)
    #expect(begun.truePeakMax == -.infinity)
    #expect(meter.levels()[0].clipEvents == 0)
    #expect(meter.weighted().laeq.isNaN && meter.weighted().aFast.isFinite)
    #expect(meter.levels()[0].display.isFinite && meter.levels()[0].heldPeak > -1)

    feed(Signals.tone(4, -30, rate: rate), to: &meter, block: 1000)
    meter.finish()
    let reading = meter.reading()
    #expect(meter.ledger.hops == 400)
    #expect(reading.integrated.isNear(-30, within: 0.02))
    // the filters ring on from the louder session
    #expect(reading.momentaryMax.isNear(-30, within: 0.3))
    #expect(reading.measuredSeconds.isNear(4, within: 0.0001))
    #expect(meter.weighted().laeq.isNear(-33.01, within: 0.2))
    // the floor's history is the source's
    #expect(reading.floorP10.isFinite)
  }

  @Test func `the grid of hops restarts with the session`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(1.0031, -20), to: &meter, block: 333)
    meter.beginSession()
    let tone = Signals.tone(1, -20)
    meter.add(tone, frames: 480 * 40 - 1)
    #expect(meter.reading().momentary.isNaN)
    meter.add(tone, frames: 1)
    #expect(meter.reading().momentary.isFinite)
  }

  @Test func `a session after a gap knows nothing of it`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    feed(Signals.tone(1, -20), to: &meter, block: 480)
    meter.gap(frames: 1000)
    meter.beginSession()
    feed(Signals.tone(1, -20), to: &meter, block: 480)
    #expect(meter.reading().momentary.isFinite && !meter.reading().gapMomentary)
    #expect(meter.reading().blocksExcluded == 0)
  }
}
