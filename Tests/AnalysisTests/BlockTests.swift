import Testing

@testable import Analysis

/// The size of the blocks changes nothing, to the bit.
@Suite struct BlockTests {
  /// Noise with steps of level, over full scale at times, then silence.
  static func programme(rate: Double, channels: Int) -> [Float] {
    var samples = Signals.noise(Int(rate * 4.37) * channels, rms: 0.2, seed: 7)
    let part = samples.count / 8 + 1
    for i in samples.indices { samples[i] *= [1, 0.1, 3, 0.01, 0, 0.5, 2, 0.3][i / part] }
    return samples
  }

  @Test(
    arguments: [(48_000.0, "stereo"), (44_100, "5.1"), (8_000, "mono"), (22_050, "stereo")],
    [1, 7, 1024, 65_536])
  func `blocks of any size read the same`(source: (rate: Double, layout: String), block: Int) {
    let layout = layout(source.layout)
    let samples = Self.programme(rate: source.rate, channels: layout.roles.count)
    let settings = LoudnessSettings(clipRun: 2)
    let expected = measured(
      samples, rate: source.rate, layout: layout, block: 480, settings: settings)
    let meter = measured(
      samples, rate: source.rate, layout: layout, block: block, settings: settings)
    #expect(sameBits(meter.reading(), expected.reading()))
    #expect(text(meter.weighted()) == text(expected.weighted()))
    for (a, b) in zip(meter.levels(), expected.levels()) {
      #expect(a.display.bitPattern == b.display.bitPattern)
      #expect(a.displaySlow.bitPattern == b.displaySlow.bitPattern)
      #expect(a.heldPeak.bitPattern == b.heldPeak.bitPattern)
      #expect(a.truePeakMax.bitPattern == b.truePeakMax.bitPattern)
      #expect(a.clipEvents == b.clipEvents && a.clipEvents > 0)
      #expect(a.meanSquare.bitPattern == b.meanSquare.bitPattern)
    }
  }

  @Test func `the highest of the blocks' peaks is the highest of the session`() {
    let samples = Self.programme(rate: 48_000, channels: 2)
    for block in [64, 1000, 4096] {
      var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
      var highest = [-Float.infinity, -.infinity]
      feed(samples, to: &meter, block: block) {
        let levels = $0.levels()
        for c in 0..<2 {
          highest[c] = max(highest[c], levels[c].truePeak)
          #expect(levels[c].truePeak >= levels[c].peak)
          #expect(levels[c].truePeakMax == highest[c])
        }
      }
    }
  }

  @Test func `an empty block changes nothing but the block's own levels`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    meter.add([], frames: 0)
    #expect(meter.levels()[0].peak.isNaN && meter.levels()[0].display.isNaN)
    feed(Signals.tone(1, -20), to: &meter, block: 4800)
    let before = meter.reading()
    meter.add([], frames: 0)
    #expect(sameBits(before, meter.reading()))
    #expect(meter.levels()[0].rms.isNaN && meter.levels()[0].display.isFinite)
  }

  @Test func `memory does not grow`() {
    var meter = LoudnessMeter(rate: 48_000, layout: layout("stereo"))
    let noise = Signals.noise(96_000, rms: 0.2)
    var sizes: Set<Int> = []
    for second in 0..<90 {
      meter.add(noise, frames: 48_000)
      if second >= 40 { sizes.insert(elements(of: meter)) }
    }
    #expect(sizes.count == 1)
    #expect((sizes.first ?? 0) > 20_000)
  }

  /// All elements of all arrays inside a value.
  private func elements(of value: Any) -> Int {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .collection { return mirror.children.count }
    return mirror.children.reduce(0) { $0 + elements(of: $1.value) }
  }
}
