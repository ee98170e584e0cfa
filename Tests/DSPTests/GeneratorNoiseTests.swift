import Foundation
import Testing

@testable import DSP

/// Mean square within the bins of a band, averaged over Hann-windowed pieces of 2^15 samples.
private func bandPowers(_ samples: [Double], rate: Double, edges: [Double]) -> [Double] {
  let size = 1 << 15
  let window = (0..<size).map { 0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(size)) }
  var powers = [Double](repeating: 0, count: edges.count - 1)
  for start in stride(from: 0, through: samples.count - size, by: size / 2) {
    var real = (0..<size).map { samples[start + $0] * window[$0] }
    var imaginary = [Double](repeating: 0, count: size)
    transform(&real, &imaginary)
    for bin in 1..<size / 2 {
      let frequency = Double(bin) * rate / Double(size)
      guard let band = edges.lastIndex(where: { $0 <= frequency }), band < powers.count else {
        continue
      }
      powers[band] += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
    }
  }
  return powers
}

/// Radix-2 transform in place.
private func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
  let size = real.count
  var reversed = 0
  for index in 1..<size {
    var bit = size >> 1
    while reversed & bit != 0 {
      reversed ^= bit
      bit >>= 1
    }
    reversed |= bit
    if index < reversed {
      real.swapAt(index, reversed)
      imaginary.swapAt(index, reversed)
    }
  }
  var half = 1
  while half < size {
    for k in 0..<half {
      let (c, s) = (
        cos(Double.pi * Double(k) / Double(half)), -sin(Double.pi * Double(k) / Double(half))
      )
      for a in stride(from: k, to: size, by: 2 * half) {
        let b = a + half
        let (x, y) = (real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c)
        (real[b], imaginary[b]) = (real[a] - x, imaginary[a] - y)
        (real[a], imaginary[a]) = (real[a] + x, imaginary[a] + y)
      }
    }
    half *= 2
  }
}

@Suite struct GeneratorNoiseTests {
  @Test(arguments: [Signal.white(seed: 1), .pink(seed: 1)])
  func `noise has the RMS it was asked for in each channel`(_ signal: Signal) {
    let samples = generated(signal, frames: 1_920_000)
    for number in 0..<2 {
      let level = 20 * log10(rootMeanSquare(channel(number, of: samples)))
      #expect(abs(level + 20) < 0.1)
    }
  }

  @Test(arguments: [Signal.white(seed: 1), .pink(seed: 1)])
  func `channels are uncorrelated`(_ signal: Signal) {
    let samples = generated(signal, channels: 3, frames: 960_000)
    let parts = (0..<3).map { channel($0, of: samples, channels: 3) }
    #expect(abs(correlation(parts[0], parts[1])) < 0.02)
    #expect(abs(correlation(parts[0], parts[2])) < 0.02)
    #expect(abs(correlation(parts[1], parts[2])) < 0.02)
  }

  @Test func `another seed gives another, uncorrelated noise`() {
    let first = channel(0, of: generated(.white(seed: 1), frames: 480_000))
    let second = channel(0, of: generated(.white(seed: 2), frames: 480_000))
    #expect(abs(correlation(first, second)) < 0.005)
    #expect(generated(.pink(seed: 1), frames: 100) != generated(.pink(seed: 2), frames: 100))
  }

  @Test func `white noise is Gaussian`() {
    let samples = channel(0, of: generated(.white(seed: 9), level: 0, frames: 1_000_000))
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let skewness = samples.reduce(0) { $0 + $1 * $1 * $1 } / count
    let kurtosis = samples.reduce(0) { $0 + $1 * $1 * $1 * $1 } / count
    let withinOne = Double(samples.count { abs($0) < 1 }) / count
    let beyondThree = Double(samples.count { abs($0) > 3 }) / count
    #expect(abs(mean) < 0.004)
    #expect(abs(skewness) < 0.01)
    #expect(abs(kurtosis - 3) < 0.03)
    #expect(abs(withinOne - 0.6827) < 0.002)
    #expect(abs(beyondThree - 0.0027) < 0.0003)
    #expect(samples.allSatisfy { abs($0) < 6.7 })
  }

  @Test func `white noise has the same power in each eighth of its band`() {
    let samples = channel(0, of: generated(.white(seed: 5), frames: 1_920_000))
    let edges = (0...8).map { 3_000 * Double($0) }
    let levels = bandPowers(samples, rate: 48_000, edges: edges).map { 10 * log10($0) }
    let mean = levels.reduce(0, +) / 8
    #expect(levels.allSatisfy { abs($0 - mean) < 0.08 })
  }

  @Test(arguments: [44_100.0, 48_000])
  func `pink noise has the same power in each octave from 20 Hz to 20 kHz`(_ rate: Double) {
    let samples = channel(0, of: generated(.pink(seed: 1), rate: rate, frames: Int64(100 * rate)))
    let edges = (0...10).map { 19.53125 * exp2(Double($0)) }
    // whole bins: what is measured is compared with 1/f summed over the same bins
    let width = rate / 32_768
    let levels = zip(bandPowers(samples, rate: rate, edges: edges), 0...).map { power, band in
      let bins = (1..<16_384).map { Double($0) * width }
      let ideal = bins.filter { edges[band] <= $0 && $0 < edges[band + 1] }
      return 10 * log10(power / ideal.reduce(0) { $0 + 1 / $1 })
    }
    let mean = levels.reduce(0, +) / Double(levels.count)
    #expect(levels.allSatisfy { abs($0 - mean) < 0.35 })
  }

  @Test(arguments: [8_000.0, 16_000, 44_100, 48_000, 96_000, 192_000])
  func `the pink filter's response is within 0.02 dB of its slope`(_ rate: Double) {
    let filter = GeneratorPinkFilter(rate: rate)
    let top = min(20_000, 0.46 * rate)
    let deviations = (0...200).map { step -> Double in
      let frequency = 20 * pow(top / 20, Double(step) / 200)
      let w = 2 * Double.pi * frequency / rate
      var (real, imaginary) = (filter.direct, 0.0)
      for k in 0..<16 {
        let (a, b) = (1 - filter.poles[k] * cos(w), filter.poles[k] * sin(w))
        real += filter.weights[k] * a / (a * a + b * b)
        imaginary -= filter.weights[k] * b / (a * a + b * b)
      }
      return 10 * log10((real * real + imaginary * imaginary) * frequency)
    }
    let middle = ((deviations.max() ?? 0) + (deviations.min() ?? 0)) / 2
    #expect(deviations.allSatisfy { abs($0 - middle) < 0.02 })
  }
}
