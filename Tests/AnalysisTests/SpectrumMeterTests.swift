import Analysis
import DSP
import Foundation
import Testing

@Suite struct SpectrumMeterTests {
  /// The spectrum after all samples were heard in blocks of a size.
  static func reading(
    _ samples: [Float], rate: Double = 48_000, block: Int = 2048,
    _ change: (inout SpectrumSettings) -> Void = { _ in }
  ) throws -> SpectrumReading {
    var settings = SpectrumSettings()
    change(&settings)
    var meter = try SpectrumMeter(rate: rate, signals: 1, settings: settings)
    for first in stride(from: 0, to: samples.count, by: block) {
      let end = min(samples.count, first + block)
      meter.add([Array(samples[first..<end])], frames: end - first)
    }
    return meter.current()[0]
  }

  /// Mean power of each band over successive windows, as dBFS.
  static func average(
    _ samples: [Float], _ change: (inout SpectrumSettings) -> Void = { _ in }
  ) throws -> [Double] {
    var settings = SpectrumSettings()
    change(&settings)
    settings.hop = settings.length
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: settings)
    var sums = [Double](repeating: 0, count: settings.bandCount)
    var count = 0.0
    meter.add([samples], frames: samples.count) { readings in
      for (band, level) in readings[0].bands.enumerated() {
        sums[band] += pow(10, Double(level) / 10)
      }
      count += 1
    }
    return sums.map { 10 * log10($0 / count) }
  }

  static let half = 0.501187233627  // −6 dB
  static let binCentre = 43 * 48_000 / 2048.0

  // MARK: S1, S2, S9

  @Test(arguments: Window.allCases)
  func `a sine in the middle of a bin reads its peak in that bin`(window: Window) throws {
    let samples = Tones.sine(Self.binCentre, amplitude: 0.5, frames: 2048)
    let reading = try Self.reading(samples) {
      $0.bins = true
      $0.window = window
    }
    #expect(reading.bins.count == 1025)
    #expect(abs(reading.bins[43] - -6.0206) < 0.001)
    #expect(reading.bins.max() == reading.bins[43])
  }

  @Test func `half-way between two bins the bins lose 1.42 dB and the component nothing`() throws {
    let frequency = 43.5 * 48_000 / 2048
    let samples = Tones.sine(frequency, amplitude: 0.5, frames: 4096)
    let reading = try Self.reading(samples) { $0.bins = true }
    #expect(abs(max(reading.bins[43], reading.bins[44]) - -7.444) < 0.005)
    let component = try #require(reading.components.first)
    #expect(abs(component.frequency - frequency) < 0.02)
    #expect(abs(component.level - -6.0206) < 0.001)
  }

  @Test(arguments: [2, 4, 8, 16], Window.allCases)
  func `zeros put bins between the bins, and change nothing else`(
    factor: Int, window: Window
  ) throws {
    let samples = Tones.add(
      Tones.sine(1234.5, amplitude: 0.5, frames: 4096), Tones.white(4096, deviation: 0.001))
    let plain = try Self.reading(samples) {
      $0.bins = true
      $0.window = window
    }
    let padded = try Self.reading(samples) {
      $0.bins = true
      $0.window = window
      $0.padding = factor
    }
    #expect(padded.bins.count == 1024 * factor + 1)
    for bin in 0...1024 where plain.bins[bin] > -90 {
      #expect(abs(padded.bins[bin * factor] - plain.bins[bin]) < 0.01)
    }
    // the sine's own level, which the bins of the window alone may miss by more than a decibel
    let miss: Float = [2: 0.6, 4: 0.15, 8: 0.04, 16: 0.02][factor] ?? 0
    let highest = padded.bins.max() ?? 0
    #expect(highest > -6.0206 - miss && highest < -5.99)
    #expect(abs(padded.components[0].frequency - plain.components[0].frequency) < 0.001)
    #expect(abs(padded.components[0].level - plain.components[0].level) < 0.001)
    for (one, other) in zip(plain.bands, padded.bands) { #expect(abs(one - other) < 0.01) }
    #expect(abs(padded.centroid - plain.centroid) < 0.01)
  }

  @Test func `bins between the bins are those of a direct sum`() throws {
    let samples = Tones.white(128, deviation: 0.2)
    let reading = try Self.reading(samples) {
      $0.length = 128
      $0.bins = true
      $0.padding = 4
    }
    for bin in 1..<256 {
      let turn = -2 * Double.pi * Double(bin) / 512
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let value = Double(sample) * (0.5 - 0.5 * cos(2 * .pi * Double(index) / 128))
        real += value * cos(turn * Double(index))
        imaginary += value * sin(turn * Double(index))
      }
      let level = 10 * log10((real * real + imaginary * imaginary) * pow(2 / 64, 2))
      #expect(abs(Double(reading.bins[bin]) - level) < 0.01, "bin \(bin)")
    }
  }

  @Test func `from five bins up a sine is found within 0.001 bin and 0.01 dB, in any phase`() throws
  {
    var worst = (bins: 0.0, level: 0.0)
    for step in 0..<600 {
      let bin = 5 + Double(step) * 1.6963
      let samples = Tones.sine(
        bin * 48_000 / 2048, amplitude: 0.25, phase: Double(step) * 0.7, frames: 2048)
      let component = try #require(try Self.reading(samples).components.first)
      worst.bins = max(worst.bins, abs(component.frequency * 2048 / 48_000 - bin))
      worst.level = max(worst.level, abs(component.level - -12.0412))
    }
    #expect(worst.bins < 0.001)
    #expect(worst.level < 0.01)
  }

  @Test(arguments: Window.allCases)
  func `with every window a sine five bins from both ends is found as near as the manual says`(
    window: Window
  ) throws {
    // the bare window's leakage from the negative frequency disturbs it wherever the sine is
    let (bins, level) =
      switch window {
      case .rectangular: (0.15, 0.2)
      case .flatTop: (0.003, 0.01)
      default: (0.001, 0.01)
      }
    for length in [64, 2048] {
      let end = Double(length / 2)
      for bin in stride(from: 5, to: 20, by: 0.17) {
        for (place, phase) in [(bin, 0.4), (end - bin, 2)] {
          let samples = Tones.sine(
            place * 48_000 / Double(length), amplitude: 0.5, phase: phase, frames: length)
          let reading = try Self.reading(samples) {
            $0.window = window
            $0.length = length
          }
          let component = try #require(reading.components.first)
          let found = component.frequency * Double(length) / 48_000
          #expect(abs(found - place) < bins, "bin \(place) of \(length)")
          #expect(abs(component.level - -6.0206) < level, "bin \(place) of \(length)")
        }
      }
    }
  }

  @Test func `a full-scale sine in one band reads 0 dBFS, a square wave 3.01 over all`() throws {
    let all: (inout SpectrumSettings) -> Void = {
      $0.low = 0.001
      $0.high = 24_000
      $0.bandCount = 1
    }
    let sine = try Self.reading(Tones.sine(Self.binCentre, frames: 2048), all)
    #expect(abs(sine.bands[0]) < 0.001)
    let square = (0..<2048).map { Float($0 % 64 < 32 ? 1 : -1) }
    #expect(abs(try Self.reading(square, all).bands[0] - 3.0103) < 0.001)
    // the same in the mathematical convention is 3.01 lower: see LoudnessMeter
  }

  // MARK: S3, S4, S5

  @Test(arguments: Window.allCases, [64, 2048, 4800])
  func `the bands of the whole range hold the energy of the window`(
    window: Window, length: Int
  ) throws {
    let samples = Tones.white(length, deviation: 0.1)
    let reading = try Self.reading(samples) {
      $0.length = length
      $0.window = window
      ($0.low, $0.high) = (0.001, 24_000)
      $0.bandCount = 31
    }
    let factors = window.samples(length)
    let seen = zip(samples, factors).map { Double($0.0) * Double($0.1) }
    let wanted = Self.energy(seen) / Self.energy(factors.map(Double.init))
    let trace = Self.power(reading.bands.map(Double.init))
    let visual = Self.power(reading.bands24.map(Double.init))
    #expect(abs(trace / wanted - 1) < 0.001)
    #expect(abs(visual / wanted - 1) < 0.001)
  }

  @Test func `white noise has 83.25 % of its energy between 20 Hz and 20 kHz`() throws {
    let bands = try Self.average(Tones.white(2048 * 400, deviation: 0.1)) {
      ($0.low, $0.high) = (20, 20_000)
    }
    #expect(abs(Self.power(bands) / 0.01 - 0.8325) < 0.005)
    #expect(abs(Self.slope(Array(bands[20...])) - 0.4688) < 0.02)
  }

  @Test func `white noise rises by 0.3986 dB a band, and its density is flat`() throws {
    let samples = Tones.white(2048 * 1000, deviation: 0.1)
    let bands = try Self.average(samples)
    #expect(abs(Self.slope(Array(bands[20...])) - 0.3986) < 0.02)
    let density = try Self.average(samples) { $0.density = true }
    // a full-scale sine's power is ½, that of this noise 0.01 over 24 kHz
    let wanted = 10 * log10(2 * 0.01 / 24_000)
    // the tenth band begins at 102 Hz
    for band in 9..<64 { #expect(abs(density[band] - wanted) < 0.5, "band \(band)") }
  }

  @Test func `noise that falls by 3 dB an octave is flat over the bands`() throws {
    var generator = PinkNoise()
    let bands = try Self.average(generator.samples(2048 * 1000))
    let middle = bands[24..<60]
    let mean = middle.reduce(0, +) / Double(middle.count)
    for level in middle { #expect(abs(level - mean) < 0.5) }
  }

  static func energy(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

  /// Mean square of bands given in dBFS.
  static func power(_ levels: [Double]) -> Double {
    levels.reduce(0) { (sum: Double, level: Double) -> Double in sum + pow(10, level / 10) / 2 }
  }

  /// dB a band, least squares.
  static func slope(_ levels: [Double]) -> Double {
    let middle = Double(levels.count - 1) / 2
    let distances = levels.indices.map { Double($0) - middle }
    let products = zip(distances, levels).map { $0.0 * $0.1 }
    return products.reduce(0, +) / energy(distances)
  }

  // MARK: bands

  @Test func `a tone lands in the band that holds it`() throws {
    for (frequency, share) in [(1000.0, 0.974), (440, 0.917)] {
      let reading = try Self.reading(Tones.sine(frequency, frames: 4096)) {
        ($0.low, $0.high) = (20, 20_000)
      }
      let band = Int(64 * log(frequency / 20) / log(1000.0))
      #expect(reading.bands.max() == reading.bands[band])
      let power = pow(10, Double(reading.bands[band]) / 10)
      #expect(abs(power - share) < 0.02)
    }
  }

  @Test func `bands above half the rate have no value, one that is cut counts what lies below`()
    throws
  {
    let samples = Tones.white(8192, deviation: 0.1)
    let reading = try Self.reading(samples, rate: 8000)
    for band in 0..<64 {
      let low = 45 * pow(16_000 / 45, Double(band) / 64)
      #expect(reading.bands[band].isNaN == (low >= 4000), "band \(band)")
    }
    #expect(reading.heldBands[63].isNaN)
  }

  @Test func `a held band stands for 1.5 s and then falls 20 dB a second`() throws {
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: SpectrumSettings())
    meter.add([Tones.sine(Self.binCentre, frames: 4096)], frames: 4096)
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

  // MARK: S6, S7

  @Test func `descriptors of white noise are those of theory`() throws {
    var settings = SpectrumSettings()
    settings.hop = 2048
    var meter = try SpectrumMeter(rate: 48_000, signals: 1, settings: settings)
    var sums = [0.0, 0, 0, 0]
    meter.add([Tones.white(2048 * 400, deviation: 0.1)], frames: 2048 * 400) { readings in
      let reading = readings[0]
      let found = [reading.centroid, reading.bandwidth, reading.rolloff85, reading.flatness]
      for (index, value) in found.enumerated() { sums[index] += Double(value) / 400 }
    }
    // three standard deviations of a frame by √400
    #expect(abs(sums[0] - 12_012) < 38)
    #expect(abs(sums[1] - 6932) < 18)
    #expect(abs(sums[2] - 20_410) < 54)
    #expect(abs(sums[3] - 0.56146) < 0.01)
  }

  @Test func `descriptors of a sine, of two tones and of an impulse are the table's`() throws {
    let sine = try Self.reading(Tones.sine(1000, amplitude: 0.5, frames: 4096))
    #expect(abs(sine.centroid - 1000) < 0.5)
    #expect(abs(sine.bandwidth - 13.53) < 0.1)
    #expect(abs(sine.rolloff85 - 1007.8125) < 0.001)
    #expect(sine.flatness < 1e-4)
    let two = try Self.reading(
      Tones.add(
        Tones.sine(Self.binCentre, amplitude: 0.5, frames: 4096),
        Tones.sine(5015.625, amplitude: 0.25, frames: 4096)))
    #expect(abs(two.centroid - 1809.38) < 0.05)
    #expect(abs(two.bandwidth - 1603.2) < 0.2)
    #expect(abs(two.rolloff85 - 5015.625) < 0.001)
    var impulse = [Float](repeating: 0, count: 2048)
    impulse[1024] = 1
    let flat = try Self.reading(impulse)
    // to a bin: what an impulse has at 0 Hz counts as offset
    #expect(abs(flat.centroid - 12_000) < 23.4)
    #expect(abs(flat.bandwidth - 6935) < 23.4)
    #expect(abs(flat.rolloff85 - 20_414) < 24)
    #expect(abs(flat.flatness - 1) < 0.001)
  }

  @Test func `a constant offset moves neither centroid nor components`() throws {
    let tone = Tones.sine(3000, amplitude: 0.01, frames: 4096)
    let plain = try Self.reading(tone)
    let offset = try Self.reading(tone.map { $0 + 0.5 })
    #expect(abs(offset.centroid - plain.centroid) < 1)
    #expect(offset.components.count == 1)
    #expect(abs(offset.components[0].frequency - 3000) < 0.05)
  }

  @Test func `silence has levels of −∞ and no descriptors`() throws {
    let reading = try Self.reading([Float](repeating: 0, count: 8192)) { $0.bins = true }
    #expect(reading.bands.allSatisfy { $0 == -.infinity })
    #expect(reading.bins.allSatisfy { $0 == -.infinity })
    #expect(reading.components.isEmpty)
    let descriptors = [
      reading.centroid, reading.bandwidth, reading.rolloff85, reading.flatness, reading.dominant,
    ]
    #expect(descriptors.allSatisfy { $0.isNaN })
    #expect(reading.note == nil)
  }

  // MARK: components

  @Test(arguments: Window.allCases)
  func `one tone is one component`(window: Window) throws {
    for step in 0..<50 {
      let samples = Tones.sine(300 + 37.7 * Double(step), amplitude: 0.5, frames: 4096)
      let reading = try Self.reading(samples) { $0.window = window }
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
    let found = try Self.reading(sum).components
    let wanted = tones.sorted { $0.1 > $1.1 }
    #expect(found.count == 6)
    for (component, tone) in zip(found, wanted) {
      #expect(abs(component.frequency - tone.0) < 0.1)
      #expect(abs(component.level - tone.1) < 0.02)
    }
  }

  @Test func `what is 60 dB below the strongest, or below −90 dBFS, is no component`() throws {
    let strong = Tones.sine(1000, amplitude: 0.5, frames: 4096)
    let near = try Self.reading(Tones.add(strong, Tones.sine(5000, amplitude: 6e-4, frames: 4096)))
    #expect(near.components.count == 2)
    let far = try Self.reading(Tones.add(strong, Tones.sine(5000, amplitude: 4e-4, frames: 4096)))
    #expect(far.components.count == 1)
    #expect(try Self.reading(Tones.sine(1000, amplitude: 4e-5, frames: 4096)).components.count == 1)
    #expect(try Self.reading(Tones.sine(1000, amplitude: 2e-5, frames: 4096)).components.isEmpty)
  }

  @Test func `harmonics are told where two or more agree, and by nobody alone`() throws {
    let tone = { Tones.sine($0, amplitude: $1, frames: 48_000) }
    let alone = try Self.reading(tone(440, 0.3)).components
    #expect(alone.count == 1 && alone[0].harmonic == nil && alone[0].fundamental.isNaN)
    let full = try Self.reading(
      Tones.add(tone(220.5, 0.2), tone(441, 0.3), tone(661.5, 0.1), tone(1777, 0.05))
    ).components
    #expect(full.map(\.harmonic) == [2, 1, 3, nil])
    #expect(full.prefix(3).allSatisfy { abs($0.fundamental - 220.5) < 0.2 })
    // the fundamental itself is missing
    let missing = try Self.reading(
      Tones.add(tone(600, 0.3), tone(900, 0.2), tone(1500, 0.1))
    ).components
    #expect(missing.map(\.harmonic) == [2, 3, 5])
    #expect(abs(missing[0].fundamental - 300) < 0.2)
    // two tones without a common fundamental among them
    let strange = try Self.reading(Tones.add(tone(1000, 0.3), tone(1414, 0.2))).components
    #expect(strange.allSatisfy { $0.harmonic == nil })
    // almost the octave, and the fifth harmonic of nothing else
    for other in [1202.8, 3095.0] {
      let pair = try Self.reading(Tones.add(tone(619, 0.1), tone(other, 0.1))) { $0.length = 8192 }
      #expect(pair.components.count == 2)
      #expect(pair.components.allSatisfy { $0.harmonic == nil }, "619 and \(other) Hz")
    }
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
      let reading = try Self.reading(sum) { $0.length = 8192 }
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
      let reading = try Self.reading(samples) { $0.a4 = a4 }
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

  // MARK: S8, gaps

  @Test(arguments: [1, 7, 441, 1024, 2047, 2048, 5000, 100_000])
  func `a spectrum does not depend on how blocks cut the sound`(block: Int) throws {
    let samples = Tones.add(
      Tones.sine(440, amplitude: 0.3, frames: 30_000),
      Tones.sine(1234, amplitude: 0.1, frames: 30_000), Tones.white(30_000, deviation: 0.02))
    let wanted = try Self.reading(samples) { $0.bins = true }
    let found = try Self.reading(samples, block: block) { $0.bins = true }
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
    let tone = Tones.sine(Self.binCentre, frames: 2048)
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
      let alone = try Self.reading(Array(samples[...Int(reading.position)]))
      #expect(alone.bands == reading.bands)
    }
  }
}

/// Pink noise by the filter of Kellet, refined: flat within 0.05 dB above 10 Hz at 44.1 kHz.
private struct PinkNoise {
  private var random = Random(seed: 7)
  private var state = [Double](repeating: 0, count: 7)

  mutating func samples(_ count: Int) -> [Float] {
    (0..<count).map { _ in
      let white = 0.05 * random.normal()
      let poles = [0.99886, 0.99332, 0.96900, 0.86650, 0.55000, -0.7616]
      let gains = [0.0555179, 0.0750759, 0.1538520, 0.3104856, 0.5329522, -0.0168980]
      for index in 0..<6 { state[index] = poles[index] * state[index] + gains[index] * white }
      let sum = state.reduce(0, +) + 0.5362 * white
      state[6] = 0.115926 * white
      return Float(sum)
    }
  }
}
