import DSP
import Presets
import Testing

/// The conformance vectors: 48 kHz, a0 = 1, printed to ten decimals.
@Suite struct VectorTests {
  static let vectors: [(line: String, centre: Double, coefficients: [Double])] = [
    (
      "Filter 1: ON PK Fc 105 Hz Gain 5.5 dB Q 0.70", 105,
      [1.0062758220, -1.9856081034, 0.9795198471, -1.9856081034, 0.9857956691]
    ),
    (
      "Filter 2: ON PEQ Fc 100 Hz Gain 1.0 dB BW Oct 0.167", 100,
      [1.0000872585, -1.9983985264, 0.9984824902, -1.9983985264, 0.9985697488]
    ),
    (
      "Filter 3: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70", 105,
      [1.0031254230, -1.9831825583, 0.9803142521, -1.9832428670, 0.9833793663]
    ),
    (
      "Filter 4: ON LS Fc 105 Hz Gain 5.5 dB Q 0.70", 123.389,
      [1.0036736089, -1.9802257496, 0.9769066841, -1.9803089105, 0.9804971321]
    ),
    (
      "Filter 5: ON LS Fc 105 Hz Gain 5.5 dB", 105,
      [1.0032669613, -1.9824225545, 0.9794126114, -1.9824828401, 0.9826192871]
    ),
    (
      "Filter 6: ON LS 12dB Fc 105 Hz Gain 5.5 dB", 123.010,
      [1.0036262735, -1.9804802148, 0.9772063557, -1.9805628763, 0.9807499677]
    ),
    (
      "Filter 7: ON LS 6dB Fc 105 Hz Gain 5.5 dB", 144.108,
      [1.0060313731, -1.9675481895, 0.9619973570, -1.9676609041, 0.9679160156]
    ),
    (
      "Filter 8: ON LSC 12 dB Fc 105 Hz Gain 5.5 dB", 105,
      [1.0030945724, -1.9833482133, 0.9805107791, -1.9834085271, 0.9835450377]
    ),
    (
      "Filter 9: ON HSC Fc 10000 Hz Gain -3.0 dB Q 0.70", 10_000,
      [0.8194528513, -0.1699704864, 0.1428793583, -0.4035291734, 0.1958908965]
    ),
    (
      "Filter 10: ON HS 12dB Fc 8000 Hz Gain -3.0 dB", 7338.207,
      [0.7903341200, -0.5037127400, 0.1930910566, -0.8104628523, 0.2901752889]
    ),
    (
      "Filter 11: ON LP Fc 12000 Hz", 12_000,
      [0.2928932188, 0.5857864376, 0.2928932188, 0.0000000000, 0.1715728753]
    ),
    (
      "Filter 12: ON HPQ Fc 30 Hz Q 1.0", 30,
      [0.9980365096, -1.9960730192, 0.9980365096, -1.9960653237, 0.9960807148]
    ),
    (
      "Filter 13: ON NO Fc 50 Hz", 50,
      [0.9998909296, -1.9997390272, 0.9998909296, -1.9997390272, 0.9997818592]
    ),
    (
      "Filter 14: ON BP Fc 1000 Hz Q 2", 1000,
      [0.0316003788, 0, -0.0316003788, -1.9202296564, 0.9367992424]
    ),
    (
      "Filter 15: ON AP Fc 1000 Hz Q 0.7", 1000,
      [0.8294361862, -1.8137851060, 1.0, -1.8137851060, 0.8294361862]
    ),
  ]

  @Test(arguments: vectors)
  func `a line is the filter that the vectors say`(
    vector: (line: String, centre: Double, coefficients: [Double])
  ) throws {
    let preset = try PresetReader.read(vector.line + "\n", name: "x")
    #expect(preset.remarks.isEmpty)
    guard case .filter(let filter) = preset.lines.first?.content else {
      Issue.record("no filter")
      return
    }
    #expect(abs(filter.centre - vector.centre) < 0.001)
    let made = filter.section(rate: 48_000, design: .rbj)
    let found = [made.b0, made.b1, made.b2, made.a1, made.a2]
    for (one, other) in zip(found, vector.coefficients) {
      #expect(abs(one - other) < 1e-9, "\(vector.line): \(found)")
    }
  }
}
