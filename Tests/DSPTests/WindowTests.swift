import DSP
import Foundation
import Testing

@Suite struct WindowTests {
  /// measures.md 2.2: coherent gain, noise bandwidth in bins, loss half-way between two bins in dB.
  static let table: [(Window, Double, Double, Double)] = [
    (.rectangular, 1, 1.000, 3.922), (.hann, 0.5, 1.500, 1.4236), (.hamming, 0.54, 1.363, 1.751),
    (.blackmanHarris, 0.35875, 2.004, 0.826), (.flatTop, 0.21558, 3.770, 0.0098),
  ]

  @Test(arguments: table)
  func `gain, noise bandwidth and scalloping are those of Harris's table`(
    window: Window, gain: Double, bandwidth: Double, scalloping: Double
  ) {
    let samples = window.samples(2048).map(Double.init)
    let sum = samples.reduce(0, +)
    let squares = samples.reduce(0) { $0 + $1 * $1 }
    #expect(abs(sum / 2048 - gain) < 1e-5)
    #expect(abs(sum / 2048 - window.coherentGain) < 1e-6)
    #expect(abs(2048 * squares / (sum * sum) - bandwidth) < 1e-3)
    #expect(abs(window.noiseBandwidth - bandwidth) < 1e-3)
    let half = samples.enumerated().reduce(into: (0.0, 0.0)) { total, sample in
      let angle = Double.pi * Double(sample.offset) / 2048
      total.0 += sample.element * cos(angle)
      total.1 += sample.element * sin(angle)
    }
    let loss = -20 * log10((half.0 * half.0 + half.1 * half.1).squareRoot() / sum)
    #expect(abs(loss - scalloping) < 1e-3)
  }

  @Test(arguments: Window.allCases)
  func `a window is periodic: it falls as it rose`(window: Window) {
    let samples = window.samples(512)
    for index in 1..<256 { #expect(abs(samples[index] - samples[512 - index]) < 1e-7) }
    #expect(samples.max() == samples[256])
  }

  @Test(arguments: Window.allCases)
  func `the response between bins is what a transform of the window shows`(window: Window) {
    let samples = window.samples(1024).map(Double.init)
    for distance in [0, 0.2, 0.5, 0.9, 1, 1.5, 2.36, 3.41, 7.7] {
      let sums = samples.enumerated().reduce(into: (0.0, 0.0)) { total, sample in
        let angle = 2 * Double.pi * distance * Double(sample.offset) / 1024
        total.0 += sample.element * cos(angle)
        total.1 += sample.element * sin(angle)
      }
      let wanted = (sums.0 * sums.0 + sums.1 * sums.1).squareRoot() / 1024 / window.coherentGain
      #expect(abs(abs(window.response(atBins: distance)) - wanted) < 1e-4)
      if distance > Double(window.mainLobeHalfWidth) {
        let envelope = window.leakage(atBins: distance)
        #expect(abs(envelope * abs(sin(Double.pi * distance)) - wanted) < 1e-4)
      }
    }
  }

  @Test func `Hann's highest side lobe is at −31.47 dB`() {
    let highest = stride(from: 2, to: 3, by: 0.01).map { abs(Window.hann.response(atBins: $0)) }
      .max()
    #expect(abs(20 * log10(highest ?? 1) - -31.47) < 0.02)
  }
}
