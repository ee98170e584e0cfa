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

  @Test func `the density of a band is its level less 10 lg of its width`() throws {
    let samples = Tones.white(2048, deviation: 0.1)
    let plain = try Self.reading(samples)
    let density = try Self.reading(samples) { $0.density = true }
    for (levels, densities) in [
      (plain.bands, density.bands), (plain.heldBands, density.heldBands),
      (plain.bands24, density.bands24),
    ] {
      let count = Double(levels.count)
      for band in levels.indices {
        let low = 45 * pow(16_000 / 45, Double(band) / count)
        let fallen = 10 * log10(low * pow(16_000 / 45, 1 / count) - low)
        #expect(abs(Double(levels[band] - densities[band]) - fallen) < 0.001, "band \(band)")
      }
    }
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

  @Test(arguments: [(-119.5, true), (-120.5, false)])
  func `what is below −120 dB is not described`(level: Double, isDescribed: Bool) throws {
    // the powers of a window add up to its mean square
    let amplitude = (2 * pow(10, level / 10)).squareRoot()
    let reading = try Self.reading(Tones.sine(Self.binCentre, amplitude: amplitude, frames: 2048))
    let found = [reading.centroid, reading.bandwidth, reading.rolloff85, reading.flatness]
    #expect(found.allSatisfy { $0.isNaN == !isDescribed })
    if isDescribed { #expect(abs(reading.centroid - Float(Self.binCentre)) < 1) }
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
