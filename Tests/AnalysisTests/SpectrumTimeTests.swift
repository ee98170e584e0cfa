import Analysis
import Testing

/// What of a spectrum depends on the time before: what is held, gaps, sessions, hops.
@Suite struct SpectrumTimeTests {
  @Test func `a held band stands for 1.5 s and then falls 20 dB a second`() throws {
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
    meter.add([Tones.sine(SpectrumMeterTests.binCentre, frames: 4096)], frames: 4096)
    let before = meter.current()[0]
    let band = try #require(before.bands.indices.max { before.bands[$0] < before.bands[$1] })
    let level = before.heldBands[band]
    #expect(level == before.bands[band])
    let silence = [Float](repeating: 0, count: 24_000)
    // the highest level stood at frame 4,096
    for (half, fallen) in [(1, 0.0), (2, 0), (3, 0), (4, 10), (5, 20)] {
      meter.add([silence], frames: 24_000)
      let held = Double(meter.current()[0].heldBands[band])
      #expect(abs(held - (Double(level) - fallen)) < 0.01, "after \(half) half seconds")
    }
  }

  @Test(arguments: [(4096, 0.0), (5120, 3.01)])
  func `what is held is brought up to date every 2,048 frames and not between`(
    first: Int, fallen: Double
  ) throws {
    // the burst is the whole window at one of these frames, or half of it at two
    let burst = Tones.sine(SpectrumMeterTests.binCentre, amplitude: 0.5, frames: 2048)
    var samples = [Float](repeating: 0, count: 16_384)
    samples.replaceSubrange(first..<first + 2048, with: burst)
    let reading = try SpectrumMeterTests.reading(samples, block: 16_384) {
      ($0.low, $0.high) = (0.001, 24_000)
      $0.bandCount = 1
    }
    #expect(abs(Double(reading.heldBands[0]) - (-6.0206 - fallen)) < 0.05)
  }

  @Test(arguments: [1, 7, 441, 1024, 2047, 2048, 5000, 100_000])
  func `a spectrum does not depend on how blocks cut the sound`(block: Int) throws {
    let samples = Tones.add(
      Tones.sine(440, amplitude: 0.3, frames: 30_000),
      Tones.sine(1234, amplitude: 0.1, frames: 30_000), Tones.white(30_000, deviation: 0.02))
    let wanted = try SpectrumMeterTests.reading(samples) { $0.bins = true }
    let found = try SpectrumMeterTests.reading(samples, block: block) { $0.bins = true }
    #expect(found.position == 29_999)
    #expect(found.bins == wanted.bins && found.bands == wanted.bands)
    #expect(found.heldBands == wanted.heldBands && found.bands24 == wanted.bands24)
    #expect(found.components.map(\.frequency) == wanted.components.map(\.frequency))
    #expect(found.components.map(\.harmonic) == wanted.components.map(\.harmonic))
    #expect(found.centroid == wanted.centroid && found.dominant == wanted.dominant)
  }

  @Test func `a window that touches a gap, or the time before the start, is marked`() throws {
    var meter = try SpectrumMeter(
      rate: 48_000, signals: 1, start: 1000, settings: SpectrumSettings())
    let tone = Tones.sine(SpectrumMeterTests.binCentre, frames: 2048)
    meter.add([tone], frames: 1024)
    #expect(meter.current()[0].gap)
    #expect(meter.current()[0].heldBands.allSatisfy { $0.isNaN })
    meter.add([Array(tone[1024...])], frames: 1024)
    #expect(!meter.current()[0].gap)
    #expect(meter.current()[0].position == 3047)
    meter.gap(frames: 100)
    meter.add([tone], frames: 2000)
    #expect(meter.current()[0].gap)
    #expect(meter.current()[0].position == 5147)
    meter.add([tone], frames: 48)
    #expect(!meter.current()[0].gap)
    meter.add([tone], frames: 2048, isDamaged: true)
    #expect(meter.current()[0].gap)
    meter.add([tone], frames: 2047)
    #expect(meter.current()[0].gap)
    meter.add([tone], frames: 1)
    #expect(!meter.current()[0].gap)
  }

  @Test func `what is held in long silence is gone at last`() throws {
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
    meter.add([Tones.sine(1000, frames: 48_000)], frames: 48_000)
    let silence = [Float](repeating: 0, count: 48_000)
    for second in 1...40 {
      meter.add([silence], frames: 48_000)
      let highest = meter.current()[0].heldBands.max() ?? 0
      #expect(second < 31 ? highest > -600 : second < 33 || highest == -.infinity)
    }
  }

  @Test func `a new session forgets what was held`() throws {
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
    let silence = [Float](repeating: 0, count: 4096)
    meter.add([Tones.sine(1000, frames: 48_000) + silence], frames: 52_096)
    #expect(meter.current()[0].heldBands.contains { $0 > -1 })
    meter.beginSession()
    meter.add([silence], frames: 4096)
    #expect(meter.current()[0].heldBands.allSatisfy { $0 == -.infinity })
    #expect(meter.current()[0].components.isEmpty)
  }

  @Test func `hops come at their positions, and each is the spectrum of its own window`() throws {
    let samples = Tones.white(10_000, deviation: 0.1)
    var settings = SpectrumSettings()
    settings.hop = 512
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: settings)
    var found: [SpectrumReading] = []
    meter.add([samples], frames: 10_000) { found += $0 }
    let positions = (1...19).map { (hop: Int) -> Int64 in Int64(512 * hop - 1) }
    #expect(found.map(\.position) == positions)
    for reading in found {
      let alone = try SpectrumMeterTests.reading(Array(samples[...Int(reading.position)]))
      #expect(alone.bands == reading.bands)
    }
  }
}
