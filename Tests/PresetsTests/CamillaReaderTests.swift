import DSP
import Testing

@testable import Presets

/// The subset of CamillaDSP's configurations.
@Suite struct CamillaReaderTests {
  static let configuration = """
    ---
    title: "Room: corrected"   # a comment
    devices:
      samplerate: 48000
      capture: {type: Stdin, channels: 2, format: FLOAT32LE}
    filters:
      bell:
        type: Biquad
        parameters:
          type: Peaking
          freq: 105
          gain: 5.5
          q: 0.7
      shelf:
        type: Biquad
        parameters: {type: Lowshelf, freq: 105, gain: 5.5, slope: 12}
      cut: {type: Gain, parameters: {gain: -6, scale: dB, inverted: true}}
      late:
        type: Delay
        parameters: { delay: 480, unit: samples }
      'cross over':
        type: BiquadCombo
        parameters:
          type: LinkwitzRileyLowpass
          freq: 2000
          order: 4
      raw:
        type: Biquad
        parameters: {type: Free, b0: 1, b1: 0.5, b2: 0, a1: -0.5, a2: 0.25}
    pipeline:
    - type: Filter
      channels: [0, 1]
      names:
        - bell
        - shelf
    - type: Filter
      channel: 1
      names: [cut, 'cross over']
    - type: Filter
      names: [raw]
      bypassed: true
    """

  @Test func `filters and pipeline of all versions`() throws {
    let preset = try PresetReader.read(Self.configuration, name: "room.yml")
    #expect(preset.remarks.isEmpty, "\(preset.remarks)")
    #expect(preset.lines.count == 5)
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    let bell = plan.segments[0].paths[0].sections[0]
    #expect(abs(bell.b0 - 1.0062758220) < 1e-9)
    // Slope 12 with the centre is LSC 12 dB.
    #expect(abs(plan.segments[0].paths[0].sections[1].b0 - 1.0030945724) < 1e-9)
    #expect(plan.segments[0].paths[0].gain == 1)
    #expect(abs(plan.segments[0].paths[1].gain + 0.501187) < 1e-6)
    #expect(plan.segments[0].paths[1].sections.count == 4)
    // Linkwitz-Riley: −6 dB at the crossing.
    var cross = plan
    cross.segments[0].paths[1].sections.removeFirst(2)
    cross.segments[0].paths[1].gain = 1
    #expect(abs(cross.response(channel: 1, frequency: 2000).decibels + 6.0206) < 1e-3)
  }

  @Test func `a high order of Butterworth is 3 dB down at its corner`() throws {
    for order in 1...8 {
      let preset = try PresetReader.read(
        "filters:\n  x: {type: BiquadCombo, parameters: {type: ButterworthHighpass, freq: 500, "
          + "order: \(order)}}\n", name: "x")
      let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 1)).plan
      #expect(abs(plan.response(channel: 0, frequency: 500).decibels + 3.0103) < 1e-3)
    }
  }

  @Test func `a Linkwitz transform moves the corner, a general notch has its zero`() throws {
    let preset = try PresetReader.read(
      """
      filters:
        one: {type: Biquad, parameters: {type: LinkwitzTransform, freq_act: 100, q_act: 1.2, freq_target: 25, q_target: 0.7}}
        two: {type: Biquad, parameters: {type: GeneralNotch, freq_z: 4000, freq_p: 2000, q_p: 1, normalize_at_dc: true}}
      """, name: "x")
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 1)).plan
    // Far below, the old corner to the new one squared: 24.08 dB.
    #expect(abs(plan.response(channel: 0, frequency: 0.5).decibels - 24.08) < 0.02)
    #expect(plan.response(channel: 0, frequency: 4000).decibels < -100)
  }

  @Test(arguments: [
    ("filters:\n  a: {type: Conv, parameters: {type: Raw}}", "line 2"),
    (
      "filters:\n  a: {type: Biquad, parameters: {type: Peaking, freq: 0, gain: 1, q: 1}}", "line 2"
    ),
    ("filters:\n  a: {type: Biquad, parameters: {type: Peaking, freq: 9, gain: 1}}", "line 2"),
    (
      "filters:\n  a: {type: Biquad, parameters: {type: Lowshelf, freq: 9, gain: 1, slope: 13}}",
      "line 2"
    ),
    ("filters:\n  a: {type: Biquad, parameters: {type: Highpass, freq: x, q: 1}}", "line 2"),
    (
      "filters:\n  a: {type: Gain, parameters: {gain: 1}}\npipeline:\n- type: Mixer\n  name: x",
      "line 4"
    ),
    (
      "filters:\n  a: {type: Gain, parameters: {gain: 1}}\npipeline:\n- type: Filter\n  names: [b]",
      "line 5"
    ),
    (
      "filters:\n  a: {type: BiquadCombo, parameters: {type: LinkwitzRileyLowpass, freq: 9, order: 3}}",
      "line 2"
    ),
  ])
  func `what is not understood is named with its line`(text: String, line: String) throws {
    let preset = try PresetReader.read(text, name: "x.yml")
    #expect(preset.lines.isEmpty)
    #expect(
      preset.remarks.contains { $0.isDoubtful && $0.description.hasPrefix("x.yml: \(line): ") })
  }

  @Test(arguments: [
    "filters:\n  a: {b: 1", "filters:\n  a: [1, 2", "filters:\n  a: 1\n  a: 2",
    "filters:\n\ta: 1", "filters:\n  a: 'x", "filters:\n    a: 1\n  b: 2",
  ])
  func `broken YAML is an error with a line`(text: String) {
    #expect(throws: PresetError.self) { try PresetReader.read(text, name: "x.yml") }
  }

  @Test func `an unstable filter is refused with its line`() throws {
    let preset = try PresetReader.read(
      "filters:\n  a:\n    type: Biquad\n"
        + "    parameters: {type: Free, b0: 1, b1: 0, b2: 0, a1: -2.1, a2: 1.2}\n", name: "x.yml")
    #expect(
      throws: PresetError("x.yml: line 3: not a stable filter at 48000 Hz; take the line out")
    ) {
      try preset.plan(for: PresetTarget(rate: 48_000, channels: 2))
    }
  }
}
