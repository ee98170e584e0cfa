import DSP
import Testing

@testable import Presets

@Suite struct PresetWriterTests {
  @Test func `twenty-eight gains survive to the last bit`() throws {
    var form = GraphicForm()
    form.bandwidth = 1.0 / 3
    var state: UInt64 = 5
    let gain = {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53) * 24 - 12
    }
    form.left = (0..<14).map { _ in gain() }
    form.right = (0..<14).map { _ in gain() }
    form.right[3] = 0
    var preset = Preset()
    preset.setGraphic(form, place: .init(file: "x", line: 0))
    preset.insertPreamp(-3.7, place: .init(file: "x", line: 0))
    let text = try preset.text()
    let again = try PresetReader.read(text, name: "y")
    #expect(again.remarks.isEmpty)
    #expect(again.graphic == form)
    #expect(again.lines.map(\.content) == [.preamp(-3.7), .graphic(form)])
    #expect(text.hasPrefix("Preamp: -3.7 dB\nSignalMetric-Graphic: bandwidth 0.3333333333333333 left "))
  }

  @Test func `other programs find the same filters behind the first line`() throws {
    var form = GraphicForm()
    form.left[7] = 6
    form.right[0] = -3
    var preset = Preset()
    preset.setGraphic(form, place: .init(file: "x", line: 0))
    let text = try preset.text()
    let others = text.split(separator: "\n").dropFirst().joined(separator: "\n")
    let read = try PresetReader.read(others, name: "y")
    #expect(read.remarks.isEmpty && read.graphic == nil)
    let target = PresetTarget(rate: 48_000, channels: 2)
    let (ours, theirs) = (try preset.plan(for: target).plan, try read.plan(for: target).plan)
    for (channel, frequency) in [(0, 700.0), (0, 1024), (1, 8), (1, 11)] {
      let difference = ours.response(channel: channel, frequency: frequency).decibels
        - theirs.response(channel: channel, frequency: frequency).decibels
      #expect(abs(difference) < 0.01)
    }
  }

  @Test func `every kind of line comes back as it was`() throws {
    let text = """
      Preamp: -6.125 dB
      Filter 1: ON PK Fc 105.5 Hz Gain 5.5 dB Q 0.7
      Filter 2: ON PK Fc 100.125 Hz Gain 5.5 dB BW Oct 0.167
      Filter 3: ON LS Fc 105 Hz Gain 5.5 dB Q 0.7
      Filter 4: ON LS 6 dB Fc 105 Hz Gain 5.5 dB
      Filter 5: ON LS Fc 105 Hz Gain 5.5 dB
      Filter 6: ON HSC 12 dB Fc 105 Hz Gain 5.5 dB
      Filter 7: ON AP1 Fc 105 Hz
      Filter 8: ON HP Fc 30 Hz
      Channel: R 3
      Filter 9: ON LS1 Fc 105 Hz Gain -2 dB
      GraphicEQ: 20 -INF; 40.5 1; 100 -2.25
      Delay: 2.5 ms
      Copy: L=0.5*L+0.25*R R=0.0
      Channel: all
      Delay: 7 samples
      """.replacing("100.125", with: "100.1250")
    let first = try PresetReader.read(text, name: "x")
    #expect(first.remarks.isEmpty)
    let second = try PresetReader.read(try first.text(), name: "x")
    #expect(second.remarks.isEmpty)
    #expect(second.lines.map(\.content) == first.lines.map(\.content))
    #expect(second.lines.map(\.channels) == first.lines.map(\.channels))
    #expect(first.lines.count == 14)
  }

  @Test func `bands have the names that people give them`() {
    for (name, band) in [
      ("8", 0), ("1k", 7), ("1024", 7), ("1kHz", 7), ("1 KHZ", 7), ("5120", 11), ("16k", 13),
      ("16384Hz", 13), ("3072", 9),
    ] {
      #expect(GraphicForm.band(named: name) == band)
    }
    for name in ["1000", "", "7", "1.024k", "x"] { #expect(GraphicForm.band(named: name) == nil) }
  }

  @Test func `the two sides drive the channels in turn, or as they are told`() throws {
    var form = GraphicForm()
    form.left[7] = 6
    form.right[7] = -6
    var preset = Preset()
    preset.setGraphic(form, place: .init(file: "x", line: 0))
    var target = PresetTarget(rate: 48_000, channels: 5)
    let gains = { (target: PresetTarget) in
      let plan = try preset.plan(for: target).plan
      return (0..<target.channels).map {
        plan.response(channel: $0, frequency: 1024).decibels.rounded()
      }
    }
    #expect(try gains(target) == [6, -6, 6, -6, 6])
    target.sides = [.right, nil, .left, .left, nil]
    #expect(try gains(target) == [-6, 0, 6, 6, 0])
  }
}
