import Analysis
import DSP
import Foundation
import Testing

/// Which components a spectrum has, and what they are called.
@Suite struct SpectrumComponentTests {
  @Test(arguments: Window.allCases)
  func `one tone is one component`(window: Window) throws {
    for step in 0..<50 {
      let samples = Tones.sine(300 + 37.7 * Double(step), amplitude: 0.5, frames: 4096)
      let reading = try SpectrumMeterTests.reading(samples) { $0.window = window }
      #expect(reading.components.count == 1)
    }
  }

  @Test func `six tones are six components, strongest first, each within 0.1 Hz and 0.02 dB`()
    throws
  {
    let tones = [(440.0, -20.0), (1000, -6), (2500, -40), (4000, -12), (7000, -30), (9876, -50)]
    let parts = tones.map {
      Tones.sine($0.0, amplitude: pow(10, $0.1 / 20), frames: 48_000)
    }
    let sum = parts.dropFirst().reduce(parts[0]) { Tones.add($0, $1) }
    let found = try SpectrumMeterTests.reading(sum).components
    let wanted = tones.sorted { $0.1 > $1.1 }
    #expect(found.count == 6)
    for (component, tone) in zip(found, wanted) {
      #expect(abs(component.frequency - tone.0) < 0.1)
      #expect(abs(component.level - tone.1) < 0.02)
    }
  }

  @Test func `what is 60 dB below the strongest, or below −90 dBFS, is no component`() throws {
    let strong = Tones.sine(1000, amplitude: 0.5, frames: 4096)
    let near = try SpectrumMeterTests.reading(
      Tones.add(strong, Tones.sine(5000, amplitude: 6e-4, frames: 4096)))
    #expect(near.components.count == 2)
    let far = try SpectrumMeterTests.reading(
      Tones.add(strong, Tones.sine(5000, amplitude: 4e-4, frames: 4096)))
    #expect(far.components.count == 1)
    #expect(
      try SpectrumMeterTests.reading(Tones.sine(1000, amplitude: 4e-5, frames: 4096)).components
        .count == 1)
    #expect(
      try SpectrumMeterTests.reading(Tones.sine(1000, amplitude: 2e-5, frames: 4096)).components
        .isEmpty)
  }

  @Test func `harmonics are told where two or more agree, and by nobody alone`() throws {
    let tone = { Tones.sine($0, amplitude: $1, frames: 48_000) }
    let alone = try SpectrumMeterTests.reading(tone(440, 0.3)).components
    #expect(alone.count == 1 && alone[0].harmonic == nil && alone[0].fundamental.isNaN)
    let full = try SpectrumMeterTests.reading(
      Tones.add(tone(220.5, 0.2), tone(441, 0.3), tone(661.5, 0.1), tone(1777, 0.05))
    ).components
    #expect(full.map(\.harmonic) == [2, 1, 3, nil])
    #expect(full.prefix(3).allSatisfy { abs($0.fundamental - 220.5) < 0.2 })
    // the fundamental itself is missing
    let missing = try SpectrumMeterTests.reading(
      Tones.add(tone(600, 0.3), tone(900, 0.2), tone(1500, 0.1))
    ).components
    #expect(missing.map(\.harmonic) == [2, 3, 5])
    #expect(abs(missing[0].fundamental - 300) < 0.2)
    // two tones without a common fundamental among them
    let strange = try SpectrumMeterTests.reading(Tones.add(tone(1000, 0.3), tone(1414, 0.2)))
      .components
    #expect(strange.allSatisfy { $0.harmonic == nil })
    // almost the octave, and the fifth harmonic of nothing else
    for other in [1202.8, 3095.0] {
      let pair = try SpectrumMeterTests.reading(Tones.add(tone(619, 0.1), tone(other, 0.1))) {
        $0.length = 8192
      }
      #expect(pair.components.count == 2)
      #expect(pair.components.allSatisfy { $0.harmonic == nil }, "619 and \(other) Hz")
    }
  }

  @Test func `harmonics are counted up to the sixteenth`() throws {
    let tones = [(200.0, 0.4), (400, 0.2), (3200, 0.1), (3400, 0.05)].map {
      Tones.sine($0.0, amplitude: $0.1, frames: 48_000)
    }
    let sum = tones.dropFirst().reduce(tones[0]) { Tones.add($0, $1) }
    let found = try SpectrumMeterTests.reading(sum) { $0.length = 8192 }.components
    #expect(found.map(\.harmonic) == [1, 2, 16, nil])
  }

  @Test func `tones without relation are seldom called harmonics`() throws {
    var random = Random(seed: 5)
    var labelled = 0
    for _ in 0..<60 {
      let tones = (0..<4).map { _ in
        Tones.sine(
          200 * pow(40, random.uniform()), amplitude: 0.1, phase: 6 * random.uniform(),
          frames: 32_768)
      }
      let sum = tones.dropFirst().reduce(tones[0]) { Tones.add($0, $1) }
      let reading = try SpectrumMeterTests.reading(sum) { $0.length = 8192 }
      if reading.components.contains(where: { $0.harmonic != nil }) { labelled += 1 }
    }
    #expect(labelled <= 6)
  }

  @Test func `noise has neither harmonics nor a dominant tone`() throws {
    for (index, noise) in [
      Tones.white(480_000, deviation: 0.1), Tones.pink(480_000, deviation: 0.1),
    ].enumerated() {
      var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
      for first in stride(from: 0, to: 479_000, by: 2048) {
        let end = min(480_000, first + 2048)
        meter.add([Array(noise[first..<end])], frames: end - first)
        let reading = meter.current()[0]
        #expect(reading.dominant.isNaN, "signal \(index)")
        #expect(reading.components.allSatisfy { $0.harmonic == nil }, "signal \(index)")
      }
    }
  }

  @Test func `two tones of equal level in noise keep their order`() throws {
    let samples = Tones.add(
      Tones.sine(1000, amplitude: 0.1, frames: 480_000),
      Tones.sine(3000, amplitude: 0.1, frames: 480_000),
      Tones.white(480_000, deviation: 0.05))
    var settings = SpectrumSettings()
    settings.hop = 2048
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: settings)
    var (swaps, flickers) = (0, 0)
    var last = (-1.0, -1.0)
    meter.add([samples], frames: 480_000) { readings in
      let found = readings[0].components
      guard found.count >= 2 else { return }
      let raw = found.prefix(2).max { $0.level < $1.level }?.frequency ?? 0
      if last.0 > 0, abs(found[0].frequency - last.0) > 100 { swaps += 1 }
      if last.1 > 0, abs(raw - last.1) > 100 { flickers += 1 }
      last = (found[0].frequency, raw)
    }
    #expect(flickers > 20, "the levels themselves cross often")
    #expect(swaps <= 1)
  }

  @Test func `440 Hz is A4, 450 Hz 39 cents above, and --a4 moves them`() throws {
    for (frequency, a4, number, cents) in [
      (440.0, 440.0, 69, 0.0), (450, 440, 69, 38.9), (185, 440, 54, 0), (442, 442, 69, 0),
      (261.6256, 440, 60, 0),
    ] {
      let samples = Tones.sine(frequency, amplitude: 0.3, frames: 48_000)
      let reading = try SpectrumMeterTests.reading(samples) { $0.a4 = a4 }
      #expect(abs(reading.dominant - Float(frequency)) < 0.02)
      #expect(reading.note?.number == UInt32(number))
      #expect(abs(Double(reading.note?.cents ?? 99) - cents) < 0.3)
      #expect(reading.components[0].note == reading.note)
    }
  }

  @Test func `a tone is dominant only after a while, and no longer when it is gone`() throws {
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
    let tone = Tones.sine(1000, amplitude: 0.3, frames: 2048 * 40)
    var firstSeen: Int?
    for first in stride(from: 0, to: tone.count, by: 2048) {
      meter.add([Array(tone[first..<first + 2048])], frames: 2048)
      if firstSeen == nil, !meter.current()[0].dominant.isNaN { firstSeen = first + 2048 }
    }
    let seen = try #require(firstSeen)
    #expect(9600...14_400 ~= seen)
    meter.add([Tones.white(2048 * 2, deviation: 0.01)], frames: 4096)
    #expect(meter.current()[0].dominant.isNaN)
  }

  @Test(arguments: [(10.0, true), (200, false)])
  func `a tone is dominant where it drifts, and not where it sweeps`(
    hertzPerSecond: Double, isDominant: Bool
  ) throws {
    let samples = (0..<96_000).map { frame -> Float in
      let time = Double(frame) / 48_000
      return Float(0.3 * sin(2 * Double.pi * (1000 + hertzPerSecond / 2 * time) * time))
    }
    var settings = SpectrumSettings()
    settings.hop = 2048
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: settings)
    meter.add([samples], frames: samples.count) { readings in
      let middle = Double(readings[0].position - 1023) / 48_000
      let place = 1000 + hertzPerSecond * middle
      #expect(readings[0].components.contains { abs($0.frequency - place) < 1 })
      if middle > 0.3 { #expect(readings[0].dominant.isNaN == !isDominant, "after \(middle) s") }
    }
  }
}
