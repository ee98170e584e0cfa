import Foundation
import Testing

@testable import DSP

@Suite struct ReverbTests {
  static let rate = 48_000.0

  /// What one channel hears of an impulse in the first.
  private func response(
    _ seconds: Double, length: Double, channels: Int = 1, heard: Int = 0, rate: Double = Self.rate
  ) -> [Double] {
    let frames = Int(length * rate)
    var samples = [Float](repeating: 0, count: frames * channels)
    samples[0] = 1
    var reverb = Reverb(.init(seconds: seconds, mix: 1), rate: rate, channels: channels)
    reverb.process(&samples, frames: frames)
    return stride(from: heard, to: samples.count, by: channels).map { Double(samples[$0]) }
  }

  /// An octave around a frequency.
  private func octave(_ signal: [Double], _ frequency: Double, rate: Double = Self.rate) -> [Double]
  {
    let high = Biquad.highPass(frequency: frequency / 2.0.squareRoot(), width: .q(0.8), rate: rate)
    let low = Biquad.lowPass(frequency: frequency * 2.0.squareRoot(), width: .q(0.8), rate: rate)
    return filtered(signal, [high, high, low, low])
  }

  /// Time of decay from −5 to −25 dB of the energy still to come.
  ///
  /// Source: M. R. Schroeder, New method of measuring reverberation time, JASA 37, 1965; ISO 3382-1.
  private func decay(_ signal: [Double], rate: Double = Self.rate) -> Double {
    var rest = signal.map { $0 * $0 }
    for index in rest.indices.dropLast().reversed() { rest[index] += rest[index + 1] }
    let levels = rest.map { 10 * log10($0 / rest[0] + 1e-30) }
    let first = levels.firstIndex { $0 < -5 } ?? 0
    let last = levels.firstIndex { $0 < -25 } ?? 0
    // least squares
    let count = Double(last - first)
    let (meanX, meanY) = (
      Double(first + last - 1) / 2, levels[first..<last].reduce(0, +) / count
    )
    var (xy, xx) = (0.0, 0.0)
    for index in first..<last {
      xy += (Double(index) - meanX) * (levels[index] - meanY)
      xx += (Double(index) - meanX) * (Double(index) - meanX)
    }
    return -60 / (xy / xx * rate)
  }

  @Test(arguments: [0.1, 0.3, 1, 3, 6])
  func `low and middle frequencies decay in the time asked for`(
    seconds: Double
  ) {
    let answer = response(seconds, length: seconds * 1.2)
    for frequency in [125.0, 250, 500] {
      // octaves of low frequencies ring themselves
      let bound = seconds < 1 ? 0.15 : 0.08
      #expect(abs(decay(octave(answer, frequency)) / seconds - 1) < bound, "\(frequency) Hz")
    }
    // The air takes the high ones: 4 kHz are at half of the way to 1.2 s together.
    for (frequency, part) in [(5000.0, 0.5), (12_000, 0.85)] {
      let wanted = 1 / (1 / seconds + part / 1.2)
      #expect(abs(decay(octave(answer, frequency)) / wanted - 1) < 0.2, "\(frequency) Hz")
    }
  }

  @Test(arguments: [16_000.0, 44_100, 96_000]) func `the rate changes no time`(rate: Double) {
    let answer = response(2, length: 2.4, rate: rate)
    #expect(abs(decay(octave(answer, 500, rate: rate), rate: rate) / 2 - 1) < 0.08)
    let high = decay(octave(answer, 4000, rate: rate), rate: rate)
    let same = decay(octave(response(2, length: 2.4), 4000))
    #expect(abs(high / same - 1) < 0.12)
  }

  /// How dense echoes are: 1 is Gaussian noise.
  ///
  /// Source: J. S. Abel, P. Huang, A simple, robust measure of reverberation echo density, AES 121,
  /// 2006: the part of a window of 20 ms beyond its standard deviation, over erfc(1/√2).
  private func density(_ signal: [Double], at seconds: Double) -> Double {
    let half = Int(0.01 * Self.rate)
    let middle = Int(seconds * Self.rate)
    let window = (-half...half).map { 0.5 + 0.5 * cos(.pi * Double($0) / Double(half)) }
    let sum = window.reduce(0, +)
    let piece = signal[(middle - half)...(middle + half)]
    let power = zip(window, piece).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / sum
    let outside = zip(window, piece).reduce(0) { $0 + ($1.1 * $1.1 > power ? $1.0 : 0) } / sum
    return outside / erfc(1 / 2.0.squareRoot())
  }

  @Test(arguments: [1.5, 6]) func `echoes are as dense as noise from 0.2 s on`(seconds: Double) {
    for channels in [1, 2] {
      let answer = response(seconds, length: 1.3, channels: channels, heard: channels - 1)
      // few at first, in a church
      #expect(density(answer, at: 0.05) < 0.7)
      let late = stride(from: 0.2, to: 1.2, by: 0.02).map { density(answer, at: $0) }
      #expect(late.allSatisfy { 0.7...1.3 ~= $0 })
      #expect(abs(late.reduce(0, +) / Double(late.count) - 1) < 0.05)
    }
  }

  /// Power at frequencies 2.9 Hz apart, of a piece without its decay, under a Hann window.
  private func powers(
    _ signal: [Double], at seconds: Double, near frequency: Double, _ decay: Double
  )
    -> [Double]
  {
    let count = 16_384
    let first = Int(seconds * Self.rate)
    let piece = (0..<count).map { index -> Double in
      let place = Double(index)
      let window = 0.5 - 0.5 * cos(2 * .pi * place / Double(count))
      return signal[first + index] * window * pow(10, 3 * place / Self.rate / decay)
    }
    let centre = Int(frequency * Double(count) / Self.rate)
    return stride(from: centre * 9 / 10, through: centre * 11 / 10, by: 1).map { bin in
      var (re, im) = (0.0, 0.0)
      let step = 2 * Double.pi * Double(bin) / Double(count)
      for index in 0..<count {
        re += piece[index] * cos(step * Double(index))
        im += piece[index] * sin(step * Double(index))
      }
      return re * re + im * im
    }
  }

  @Test(arguments: [(3.0, 0.75), (6, 1.5), (12, 3)])
  func `nothing rings: the late response is as flat as noise`(_ one: (seconds: Double, at: Double))
  {
    let answer = response(one.seconds, length: one.at + 0.4)
    for frequency in [500.0, 1000] {
      let powers = powers(answer, at: one.at, near: frequency, one.seconds)
      let mean = powers.reduce(0, +) / Double(powers.count)
      let geometric = exp(powers.reduce(0) { $0 + log($1) } / Double(powers.count))
      // Of noise the flatness is e^−γ = 0.561, and the highest of n bins some ln n above the mean.
      #expect(geometric / mean > 0.8 * 0.561, "\(frequency) Hz")
      #expect((powers.max() ?? 0) / mean < 1.6 * log(Double(powers.count)), "\(frequency) Hz")
    }
  }

  @Test(arguments: [1, 2, 6]) func `its energy is that of the sound`(channels: Int) {
    for seconds in [1.5, 6] {
      var energy = 0.0
      for heard in 0..<channels {
        let answer = response(seconds, length: seconds, channels: channels, heard: heard)
        // below what the air takes
        energy += octave(answer, 250).reduce(0) { $0 + $1 * $1 }
      }
      let whole = octave([1] + [Double](repeating: 0, count: 48_000), 250)
        .reduce(0) { $0 + $1 * $1 }
      #expect(abs(10 * log10(energy / whole)) < 2, "\(seconds) s")
    }
  }

  @Test func `stereo in is stereo out, mono in is mono out`() {
    let (left, right) = (
      response(3, length: 2, channels: 2, heard: 0), response(3, length: 2, channels: 2, heard: 1)
    )
    var (both, one, other) = (0.0, 0.0, 0.0)
    for frame in left.indices {
      both += left[frame] * right[frame]
      one += left[frame] * left[frame]
      other += right[frame] * right[frame]
    }
    #expect(abs(both) / (one * other).squareRoot() < 0.1)
    #expect(abs(10 * log10(one / other)) < 1)
    // the sound itself stays on its side
    var samples: [Float] = [1, 0] + [Float](repeating: 0, count: 100)
    var reverb = Reverb(.init(seconds: 3, mix: 0.25), rate: 48_000, channels: 2)
    reverb.process(&samples, frames: 51)
    #expect(samples[..<4] == [0.75, 0, 0, 0])
  }

  @Test func `the tail is over when it says so`() {
    for seconds in [0.5, 3] {
      let settings = Reverb.Settings(seconds: seconds, mix: 1)
      let answer = response(seconds, length: settings.tailSeconds + 0.1)
      let level = { (start: Double) in
        let first = Int(start * Self.rate)
        let piece = answer[first..<first + 4800]
        return 10 * log10(piece.reduce(0) { $0 + $1 * $1 } / 4800)
      }
      #expect(level(settings.tailSeconds) < level(0.1) - 55)
    }
  }

  @Test(arguments: [1, 7, 1024], [1, 2, 17]) func `the block changes no sample`(
    block: Int, channels: Int
  ) {
    let input = noise(9000 * channels, seed: 5)
    let settings = Reverb.Settings(seconds: 2, mix: 0.4)
    var whole = input
    var reverb = Reverb(settings, rate: 48_000, channels: channels)
    reverb.process(&whole, frames: 9000)
    reverb = Reverb(settings, rate: 48_000, channels: channels)
    let same = pieces(input, channels: channels, block: block) { reverb.process(&$0, frames: $1) }
    #expect(same == whole)
  }

  @Test(arguments: [8.0, 1000, 8000, 384_000])
  func `it comes to rest, and nothing makes it run away`(
    rate: Double
  ) {
    var reverb = Reverb(.init(seconds: 0.1, mix: 1), rate: rate, channels: 2)
    let frames = Int(2 * rate) + 4000
    var samples = [Float](repeating: 0, count: 2 * frames)
    for index in 0..<20 { samples[index] = index % 2 == 0 ? 3e38 : -3e38 }
    reverb.process(&samples, frames: frames)
    #expect(samples.allSatisfy { $0.isFinite })
    #expect(samples.suffix(100).allSatisfy { $0 == 0 })
  }
}
