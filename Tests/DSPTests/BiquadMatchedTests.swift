import DSP
import Foundation
import Testing

/// E1, E2, E3, E5 and E7 of the equalizer's tests.
@Suite struct BiquadMatchedTests {
  static let centres: [Double] = [
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3072, 4096, 5120, 10240, 16384,
  ]

  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `every band has its gain at its centre`(rate: Double) {
    for centre in Self.centres {
      for gain in [-12.0, -3.3, 0.5, 12] {
        for octaves in [0.05, 1.0 / 3, 1, 5] {
          let band = Biquad.matchedPeaking(
            frequency: centre, gainDB: gain, width: .q(BandWidth.qOfOctaves(octaves)), rate: rate)
          let found = band.response(at: 2 * .pi * centre / rate).decibels
          #expect(
            abs(found - gain) < 0.001, "\(centre) Hz, \(gain) dB, \(octaves) octaves: \(found)")
          #expect(band.isStable && band.isMinimumPhase)
        }
      }
    }
  }

  /// Measurement science, 4.2, columns of Vicanek; +12 dB, Q 1.414.
  static let table: [(rate: Double, centre: Double, deviation: Double)] = [
    (44_100, 1000, 0.008), (44_100, 4000, 0.126), (44_100, 8000, 0.461), (44_100, 10_000, 0.651),
    (44_100, 12_500, 0.816), (44_100, 16_000, 0.674), (44_100, 20_000, 1.259),
    (48_000, 1000, 0.005), (48_000, 4000, 0.083), (48_000, 8000, 0.293), (48_000, 10_000, 0.400),
    (48_000, 12_500, 0.472), (48_000, 16_000, 0.338), (48_000, 20_000, 0.712),
  ]

  @Test(arguments: table)
  func `the response follows the analogue one to 20 kHz`(
    row: (rate: Double, centre: Double, deviation: Double)
  ) {
    for gain in [12.0, -12] {
      let found = Self.deviation(gain: gain, centre: row.centre, rate: row.rate)
      #expect(found < row.deviation + 0.05, "\(gain) dB at \(row.centre) Hz: \(found)")
    }
  }

  /// The largest difference from the analogue prototype up to 20 kHz, dB.
  static func deviation(gain: Double, centre: Double, rate: Double) -> Double {
    let q = 2.0.squareRoot()
    let band = Biquad.matchedPeaking(frequency: centre, gainDB: gain, width: .q(q), rate: rate)
    return LogScale.points(2000, from: 20, to: 20_000).map { frequency in
      let wanted = analogueBell(frequency / centre, gain: gain, q: q)
      return abs(band.response(at: 2 * .pi * frequency / rate).decibels - wanted)
    }.max() ?? .infinity
  }

  @Test func `boost and cut undo each other`() {
    for centre in Self.centres {
      let width = BandWidth.q(BandWidth.qOfOctaves(1))
      let pair = [9.7, -9.7].map {
        Biquad.matchedPeaking(frequency: centre, gainDB: $0, width: width, rate: 48_000)
      }
      for frequency in LogScale.points(100, from: 4, to: 23_000) {
        let both =
          pair[0].response(at: 2 * .pi * frequency / 48_000)
          * pair[1].response(at: 2 * .pi * frequency / 48_000)
        #expect(abs(both.decibels) < 1e-6)
      }
      let impulse = ringing(of: pair, count: 48_000)
      #expect(abs(impulse[0] - 1) < 1e-9)
      #expect(impulse.dropFirst().allSatisfy { abs($0) < 1e-9 })
    }
  }

  @Test func `half of the gain is an octave wide up to 10 kHz`() {
    for centre in Self.centres where centre <= 10_000 {
      let width = BandWidth.q(BandWidth.qOfOctaves(1))
      let band = Biquad.matchedPeaking(frequency: centre, gainDB: 12, width: width, rate: 48_000)
      let edge = { (direction: Double) in
        var (near, far) = (centre, centre * exp2(direction))
        for _ in 0..<60 {
          let middle = (near * far).squareRoot()
          if band.response(at: 2 * .pi * middle / 48_000).decibels > 6 {
            near = middle
          } else {
            far = middle
          }
        }
        return near
      }
      #expect(abs(log2(edge(1) / edge(-1)) - 1) < 0.02, "\(centre) Hz")
    }
  }

  @Test func `extremes are stable and finite`() {
    for rate in [8000.0, 44_100, 192_000] {
      for share in [1e-5, 0.001, 0.1, 0.3, 0.45, 0.49] {
        for gain in [-30.0, -0.01, 0.01, 30] {
          for octaves in [0.05, 1, 5] {
            let band = Biquad.matchedPeaking(
              frequency: share * rate, gainDB: gain, width: .q(BandWidth.qOfOctaves(octaves)),
              rate: rate)
            #expect(band.isStable, "\(share) \(gain) \(octaves)")
            #expect(band.poleRadius < 1)
            #expect(band.response(at: .pi).decibels.isFinite)
          }
        }
      }
    }
  }

  @Test func `wide bands add up as the measurements say`() {
    // 4.5: bandwidth 5; one band at 1024 Hz, +10 dB, and all fourteen at +1 dB.
    let width = BandWidth.q(BandWidth.qOfOctaves(5))
    let one = Biquad.matchedPeaking(frequency: 1024, gainDB: 10, width: width, rate: 48_000)
    let gains = [0.35, 3.41, 6.65, 9.18, 10, 9.18, 6.65, 3.41, 1.22]
    let places: [Double] = [32, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]
    for (frequency, gain) in zip(places, gains) {
      let found = one.response(at: 2 * .pi * frequency / 48_000).decibels
      // The last two are of the analogue response; the digital one is within 0.15 dB there.
      #expect(abs(found - gain) < (frequency > 4096 ? 0.15 : 0.02), "\(frequency) Hz: \(found)")
    }
    let all = Self.centres.map {
      Biquad.matchedPeaking(frequency: $0, gainDB: 1, width: width, rate: 48_000)
    }
    let sums = LogScale.points(200, from: 20, to: 20_000).map { frequency in
      all.reduce(0) { $0 + $1.response(at: 2 * .pi * frequency / 48_000).decibels }
    }
    #expect(abs((sums.min() ?? 0) - 4.0) < 0.4)
    #expect(abs((sums.max() ?? 0) - 6.8) < 0.4)
  }

  @Test(arguments: [44_100.0, 48_000])
  func `matched passes have the analogue gain at their corner`(rate: Double) {
    for frequency in [100.0, 3000, 12_000] {
      for q in [0.5, 0.5.squareRoot(), 4] {
        let w = 2 * Double.pi * frequency / rate
        let low = Biquad.matchedLowPass(frequency: frequency, width: .q(q), rate: rate)
        let high = Biquad.matchedHighPass(frequency: frequency, width: .q(q), rate: rate)
        #expect(abs(high.response(at: w).magnitude - q) < 1e-6)
        #expect(
          abs(low.response(at: w).magnitude - q) < (q < 0.6 && frequency > 10_000 ? 0.2 : 1e-6))
        #expect(low.isStable && high.isStable)
      }
    }
  }
}

/// The gain of the analogue bell (s² + s A/Q + 1) / (s² + s/(A Q) + 1), dB.
func analogueBell(_ ratio: Double, gain: Double, q: Double) -> Double {
  let a = pow(10, gain / 40)
  let power = { (width: Double) in pow(1 - ratio * ratio, 2) + pow(ratio * width / q, 2) }
  return 10 * log10(power(a) / power(1 / a))
}
