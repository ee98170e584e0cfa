import DSP
import Foundation
import Testing

/// E6 and target A8: a change while a tone plays makes no click.
@Suite struct EqualizerCrossingTests {
  @Test(arguments: [(1024.0, 12.0), (16, 12), (8, -12), (16_384, 12), (64, 12)])
  func `a change under a tone leaves less than -120 dBFS above 5 kHz`(band: (Double, Double)) {
    let rate = 48_000.0
    var plan = EqualizerPlan(channels: 2, rate: rate)
    var crossing = EqualizerCrossing(plan, canChange: true)
    plan.segments[0].paths[0].sections = [
      .matchedPeaking(frequency: band.0, gainDB: band.1, width: .q(1.414), rate: rate)
    ]
    var left: [Double] = []
    for block in 0..<150 {
      var samples = Array(repeating: Float(0), count: 2 * 1024)
      for frame in 0..<1024 {
        let value = 0.1 * sin(2 * .pi * 100 / rate * Double(block * 1024 + frame))
        samples[2 * frame] = Float(value)
        samples[2 * frame + 1] = Float(value)
      }
      let right = samples
      if block == 120 { crossing.change(to: plan) }
      crossing.process(&samples, frames: 1024)
      for frame in 0..<1024 {
        #expect(samples[2 * frame + 1] == right[2 * frame + 1])
        left.append(Double(samples[2 * frame]))
      }
    }
    #expect(!crossing.isCrossing)
    let before = highEnergy(left, at: 119 * 1024)
    for start in stride(from: 120 * 1024 - 1024, to: 123 * 1024, by: 256) {
      let found = highEnergy(left, at: start)
      #expect(found < -120, "at \(start): \(found) dBFS, before \(before)")
    }
    // And the new gain is there: the response at 100 Hz, within 0.01 dB.
    let wanted = 0.1 * plan.response(channel: 0, frequency: 100).magnitude
    let found = left[(140 * 1024)...].map(abs).max() ?? 0
    #expect(abs(20 * log10(found / wanted)) < 0.01)
  }

  @Test func `a step without a cross-fade would be found`() {
    // What the test above has to be able to see.
    var signal = (0..<8192).map { 0.1 * sin(2 * .pi * 100 / 48_000 * Double($0)) }
    for index in 4096..<8192 { signal[index] *= 1.01 }
    #expect(highEnergy(signal, at: 3072) > -120)
  }

  @Test func `the newest of several changes wins`() {
    let rate = 48_000.0
    var plan = EqualizerPlan(channels: 1, rate: rate)
    var crossing = EqualizerCrossing(plan, canChange: true)
    for step in 1...5 {
      plan.segments[0].paths[0].gain = Double(step)
      crossing.change(to: plan)
      var samples = Array(repeating: Float(1), count: 100)
      crossing.process(&samples, frames: 100)
    }
    var last: [Float] = []
    for _ in 0..<40 {
      last = Array(repeating: 1, count: 100)
      crossing.process(&last, frames: 100)
    }
    #expect(last.allSatisfy { $0 == 5 })
    #expect(!crossing.isCrossing)
  }
}

/// The energy above 5 kHz of 2,048 samples under a window whose side lobes are below −200 dB, dBFS.
func highEnergy(_ signal: [Double], at start: Int) -> Double {
  let count = 2048
  let window = (0..<count).map { index -> Double in
    let x = 2 * .pi * (Double(index) + 0.5) / Double(count)
    // Seven terms, Albrecht 2001.
    let terms = [
      0.271051400693424, -0.433297939234485, 0.218122999543110, -0.065925446388031,
      0.010811742098371, -0.000776584825226, 0.000013887217352,
    ]
    return terms.enumerated().reduce(0) { $0 + $1.1 * cos(Double($1.0) * x) }
  }
  var re = (0..<count).map { signal[start + $0] * window[$0] }
  var im = Array(repeating: 0.0, count: count)
  SplitTransform(points: count).forward(&re, &im)
  let power = window.reduce(0) { $0 + $1 * $1 }
  let first = Int((5000.0 / 48_000 * Double(count)).rounded(.up))
  let energy = (first..<count / 2).reduce(0) { $0 + re[$1] * re[$1] + im[$1] * im[$1] }
  return 10 * log10(4 * energy / (Double(count) * power) / 2 * 2)
}
