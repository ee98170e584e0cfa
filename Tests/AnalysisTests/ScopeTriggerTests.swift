import Analysis
import Testing

/// When the trigger of the scope is armed, and what it forgets.
@Suite struct ScopeTriggerTests {
  /// Half of every 256 frames at one value and half at another, the first one first.
  static func swings(_ one: Float, _ other: Float) -> [Float] {
    (0..<4096).map { $0 % 256 < 128 ? one : other }
  }

  @Test(arguments: [(Float(0.24), false), (0.26, true)], [Float(0), 0.5])
  func `a quarter of the greatest distance from the level arms the trigger`(
    share: (distance: Float, isEnough: Bool), level: Float
  ) {
    for (slope, side) in [(ScopeSettings.Slope.rising, Float(1)), (.falling, -1)] {
      let samples = Self.swings(level + side, level - side * share.distance)
      let found = ScopeMeterTests.triggers(samples) {
        $0.spanFrames = 512
        $0.slope = slope
        $0.level = Double(level)
      }
      #expect(found.isEmpty == !share.isEnough, "\(slope)")
    }
  }

  @Test(arguments: [(Float(0.00098), false), (0.00102, true)])
  func `less than −60 dBFS never arms the trigger`(distance: Float, isEnough: Bool) {
    let samples = Self.swings(0.0004, -distance)
    let found = ScopeMeterTests.triggers(samples) { $0.spanFrames = 512 }
    #expect(found.isEmpty == !isEnough)
  }

  @Test func `a loud sample counts for the piece that it lies in and the eight behind it`() throws {
    // pieces of 128 frames; what follows the sample is a fifth of it, and too little beside it
    var samples = Tones.sine(750, amplitude: 0.2, frames: 4096)
    samples[0] = 1
    let found = ScopeMeterTests.triggers(samples) { $0.spanFrames = 1024 }
    #expect(9 * 128..<10 * 128 ~= (try #require(found.first)))
  }

  @Test func `no crossing is made of the sound before and behind lost frames`() {
    var settings = ScopeSettings()
    settings.spanFrames = 64
    for isLost in [false, true] {
      var meter = ScopeMeter(signals: 1, channels: 1, settings: settings)
      meter.add([[Float](repeating: -0.5, count: 128)], pair: [], frames: 128)
      if isLost { meter.gap(frames: 100) }
      meter.add([[Float](repeating: 0.5, count: 96)], pair: [], frames: 96)
      #expect(meter.current()[0].trigger.isNaN == isLost)
    }
  }

  @Test func `behind lost frames neither old triggers nor hold-off nor loud sound count`() {
    var settings = ScopeSettings()
    settings.spanFrames = 1024
    settings.holdoffFrames = 100_000
    var meter = ScopeMeter(signals: 1, channels: 1, settings: settings)
    meter.add([Tones.sine(750, amplitude: 1, frames: 2048)], pair: [], frames: 2048)
    #expect(0..<1024 ~= meter.current()[0].trigger)
    meter.gap(frames: 100)
    #expect(meter.current()[0].trigger.isNaN)
    meter.add([Tones.sine(750, amplitude: 0.1, frames: 1152)], pair: [], frames: 1152)
    #expect(2148..<2148 + 128 ~= meter.current()[0].trigger)
  }
}
