import Testing

@testable import Analysis

/// EBU Tech 3341 v4, table 1: the signals for loudness that can be made from their descriptions.
///
/// Half of the EBU's tolerance everywhere; at 48 kHz also the value of a double-precision reference ±0.003.
@Suite struct ProgrammeTests {
  static let rates = [44_100.0, 48_000, 96_000]

  struct Case: CustomTestStringConvertible {
    var number: Int
    var expected: Double
    var exact: Double
    var segments: [(seconds: Double, level: Double)]
    var testDescription: String { "case \(number)" }
  }

  static let integrated = [
    Case(number: 1, expected: -23, exact: -22.9933, segments: [(20, -23)]),
    Case(number: 2, expected: -33, exact: -32.9933, segments: [(20, -33)]),
    Case(number: 3, expected: -23, exact: -23.0139, segments: [(10, -36), (60, -23), (10, -36)]),
    Case(
      number: 4, expected: -23, exact: -23.0139,
      segments: [(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)]),
    Case(number: 5, expected: -23, exact: -22.9787, segments: [(20, -26), (20.1, -20), (20, -26)]),
  ]

  @Test(arguments: integrated, rates)
  func `integrated loudness is that of cases 1 to 5`(_ c: Case, rate: Double) {
    let meter = measured(Signals.tone(c.segments, rate: rate), rate: rate, layout: layout("stereo"))
    let value = meter.reading().integrated
    #expect(value.isNear(c.expected, within: 0.05))
    if rate == 48_000 { #expect(value.isNear(c.exact, within: 0.003)) }
    if c.number <= 2 {
      #expect(meter.reading().momentary.isNear(c.expected, within: 0.05))
      #expect(meter.reading().shortTerm.isNear(c.expected, within: 0.05))
    }
  }

  @Test(arguments: rates) func `surround channels weigh what case 6 says`(rate: Double) {
    let levels = [-28.0, -28, -24, -30, -30]
    var samples = Signals.tone(20, 0, rate: rate, channels: 5)
    for i in samples.indices { samples[i] *= Float(Decibels.amplitude(levels[i % 5])) }
    let value = measured(samples, rate: rate, layout: layout("5.0")).reading().integrated
    #expect(value.isNear(-23, within: 0.05))
    if rate == 48_000 { #expect(value.isNear(-23.016, within: 0.003)) }
  }

  @Test(arguments: rates) func `short-term stands still in case 9`(rate: Double) {
    let segments = Array(repeating: [(1.34, -20.0), (1.66, -30.0)], count: 5).flatMap { $0 }
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    var time = 0
    feed(Signals.tone(segments, rate: rate), to: &meter, block: Int(rate) / 10) {
      time += 1
      guard time >= 30 else { return #expect($0.reading().shortTerm.isNaN) }
      #expect($0.reading().shortTerm.isNear(-23, within: 0.05))
      if rate == 48_000 { #expect($0.reading().shortTerm.isNear(-22.986, within: 0.003)) }
    }
    #expect(time == 150)
  }

  @Test(arguments: rates) func `momentary stands still in case 12`(rate: Double) {
    let segments = Array(repeating: [(0.18, -20.0), (0.22, -30.0)], count: 25).flatMap { $0 }
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    var time = 0
    feed(Signals.tone(segments, rate: rate), to: &meter, block: Int(rate) / 100) {
      time += 1
      guard time >= 100 else { return }
      #expect($0.reading().momentary.isNear(-23, within: 0.05))
    }
    if rate == 48_000 { #expect(meter.reading().momentaryMax.isNear(-22.960, within: 0.003)) }
  }

  @Test(arguments: rates) func `a tone of 3 s is found wherever it starts, case 10`(rate: Double) {
    for i in 0..<20 {
      let segments = [(Double(i) * 0.15, -Double.infinity), (3, -23), (1, -Double.infinity)]
      let reading = measured(
        Signals.tone(segments, rate: rate), rate: rate, layout: layout("stereo")
      )
      .reading()
      #expect(reading.shortTermMax.isNear(-23, within: 0.05))
      if rate == 48_000 { #expect(reading.shortTermMax.isNear(-22.993, within: 0.003)) }
    }
  }

  @Test(arguments: rates) func `a tone of 0.4 s is found wherever it starts, case 13`(rate: Double)
  {
    for i in 0..<20 {
      let segments = [(Double(i) * 0.02, -Double.infinity), (0.4, -23), (1, -Double.infinity)]
      let reading = measured(
        Signals.tone(segments, rate: rate), rate: rate, layout: layout("stereo")
      )
      .reading()
      #expect(reading.momentaryMax.isNear(-23, within: 0.05))
      if rate == 48_000 { #expect(reading.momentaryMax.isNear(-22.994, within: 0.003)) }
    }
  }

  @Test(arguments: rates) func `the maximum rises with each tone of case 11`(rate: Double) {
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    let segments = (0..<20).flatMap { i -> [(seconds: Double, level: Double)] in
      let wait = Double(i) * 0.15
      return [(wait, -.infinity), (3, Double(i) - 38), (3 - wait, -.infinity)]
    }
    var i = 0.0
    feed(Signals.tone(segments, rate: rate), to: &meter, block: Int(rate) * 6) {
      #expect(
        $0.reading().shortTermMax.isNear(i - 38 + 0.007, within: rate == 48_000 ? 0.003 : 0.04))
      i += 1
    }
    #expect(i == 20)
  }

  @Test(arguments: rates) func `the maximum rises with each tone of case 14`(rate: Double) {
    var meter = LoudnessMeter(rate: rate, layout: layout("stereo"))
    let segments = (0..<20).flatMap { i -> [(seconds: Double, level: Double)] in
      let wait = Double(i) * 0.02
      return [(wait, -.infinity), (0.4, Double(i) - 38), (0.4 - wait, -.infinity)]
    }
    var i = 0.0
    feed(Signals.tone(segments, rate: rate), to: &meter, block: Int(rate * 0.8)) {
      #expect(
        $0.reading().momentaryMax.isNear(i - 38 + 0.006, within: rate == 48_000 ? 0.003 : 0.04))
      i += 1
    }
    #expect(i == 20)
  }
}
