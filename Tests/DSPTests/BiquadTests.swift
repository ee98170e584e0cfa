import DSP
import Foundation
import Testing

@Suite struct BiquadTests {
  @Test func `the response of coefficients is that of their impulse response`() {
    let filter = Biquad.peaking(frequency: 3000, gainDB: 7, width: .q(2), rate: 48_000)
    let impulse = ringing(of: [filter], count: 8192)
    for frequency in [20.0, 1000, 3000, 9000, 23_000] {
      let (wanted, found) = (
        filter.response(at: 2 * .pi * frequency / 48_000),
        spectrum(of: impulse, at: frequency, rate: 48_000)
      )
      #expect(abs(wanted.re - found.re) < 1e-9 && abs(wanted.im - found.im) < 1e-9)
    }
  }

  @Test func `a filter and its inverse are nothing`() {
    let boost = Biquad.peaking(frequency: 1000, gainDB: 9, width: .q(1), rate: 48_000)
    let product = boost.response(at: 0.3) * boost.inverse.response(at: 0.3)
    #expect(abs(product.re - 1) < 1e-12 && abs(product.im) < 1e-12)
  }

  @Test func `stability is the triangle`() {
    #expect(Biquad(b0: 1, b1: 0, b2: 0, a1: -1.9, a2: 0.95).isStable)
    #expect(!Biquad(b0: 1, b1: 0, b2: 0, a1: -1.96, a2: 0.95).isStable)
    #expect(!Biquad(b0: 1, b1: 0, b2: 0, a1: 0, a2: 1).isStable)
    #expect(!Biquad(b0: .nan, b1: 0, b2: 0, a1: 0, a2: 0).isStable)
    #expect(abs(Biquad(b0: 1, b1: 0, b2: 0, a1: -1.8, a2: 0.81).poleRadius - 0.9) < 1e-7)
  }

  @Test func `octaves and Q are each other's inverse`() {
    // Measurement science, 4.1: BW -> Q.
    for (octaves, q) in [(1.0 / 3, 4.3185), (1, 1.4142), (2, 0.6667), (0.05, 28.85), (5, 0.1825)] {
      #expect(abs(BandWidth.qOfOctaves(octaves) / q - 1) < 2e-4)
      #expect(abs(BandWidth.octavesOfQ(BandWidth.qOfOctaves(octaves)) - octaves) < 1e-12)
    }
  }

  @Test(arguments: [44_100.0, 48_000, 192_000])
  func `filters of first order have their corner where they say`(rate: Double) {
    let w = 2 * Double.pi * 1000 / rate
    #expect(
      abs(Biquad.lowPass1(frequency: 1000, rate: rate).response(at: w).decibels + 3.0103) < 1e-4)
    #expect(
      abs(Biquad.highPass1(frequency: 1000, rate: rate).response(at: w).decibels + 3.0103) < 1e-4)
    #expect(
      abs(Biquad.allPass1(frequency: 1000, rate: rate).response(at: w).degrees.magnitude - 90)
        < 1e-6)
    let low = Biquad.lowShelf1(frequency: 1000, gainDB: 8, rate: rate)
    #expect(abs(low.response(at: w).decibels - 4) < 1e-9)
    #expect(abs(low.response(at: 0).decibels - 8) < 1e-9)
    let high = Biquad.highShelf1(frequency: 1000, gainDB: -8, rate: rate)
    #expect(abs(high.response(at: w).decibels + 4) < 1e-9)
    #expect(abs(high.response(at: .pi).decibels + 8) < 1e-9)
  }

  @Test func `a low-pass keeps its digits at 1 Hz`() {
    let filter = Biquad.lowPass(frequency: 1, width: .q(0.5.squareRoot()), rate: 192_000)
    #expect(abs(filter.response(at: 1e-9).decibels) < 1e-4)
  }
}

/// The first samples of a row of filters after an impulse, in Double and one at a time.
func ringing(of filters: [Biquad], count: Int) -> [Double] {
  var signal = Array(repeating: 0.0, count: count)
  signal[0] = 1
  for filter in filters {
    var (s1, s2) = (0.0, 0.0)
    for index in signal.indices {
      let x = signal[index]
      let y = filter.b0 * x + s1
      s1 = filter.b1 * x - filter.a1 * y + s2
      s2 = filter.b2 * x - filter.a2 * y
      signal[index] = y
    }
  }
  return signal
}

/// The spectrum of a signal at one frequency.
func spectrum(of signal: [Double], at frequency: Double, rate: Double) -> ComplexGain {
  signal.enumerated().reduce(.zero) { sum, sample in
    sum
      + ComplexGain(
        ratio: sample.1, radians: -2 * .pi * frequency / rate * Double(sample.0))
  }
}
