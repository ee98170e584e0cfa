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
    #expect(
      text.hasPrefix("Preamp: -3.7 dB\nSignalMetric-Graphic: bandwidth 0.3333333333333333 left "))
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
      let difference =
        ours.response(channel: channel, frequency: frequency).decibels
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

  @Test func `random presets run as their response says`() throws {
    var state: UInt64 = 2026
    let value = { (low: Double, high: Double) in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(state >> 11) / Double(1 << 53)
    }
    let kinds = ["PK", "LSC", "HSC", "LS", "HS", "LP", "HP", "NO", "AP", "LS1", "HS1", "AP1"]
    for _ in 0..<60 {
      var text = "Preamp: \(value(-12, 0)) dB\n"
      for number in 0..<Int(value(1, 18)) {
        let kind = kinds[Int(value(0, 11.999))]
        if value(0, 1) < 0.3 { text += "Channel: \(["L", "R", "all"][Int(value(0, 2.999))])\n" }
        text += "Filter \(number): ON \(kind) Fc \(Int(value(200, 20_000))) Hz"
        text += " Gain \(value(-9, 9)) dB Q \(value(0.4, 3))\n"
      }
      if value(0, 1) < 0.2 { text += "Copy: L=0.6*L+0.4*R\nDelay: 37 samples\n" }
      let preset = try PresetReader.read(text, name: "x")
      #expect(!preset.remarks.contains { $0.isDoubtful }, "\(preset.remarks)")
      let plan = try preset.plan(for: PresetTarget(rate: 44_100, channels: 2)).plan
      var bank = EqualizerBank(plan)
      var impulse = Array(repeating: Float(0), count: 2 * 16_384)
      (impulse[0], impulse[1]) = (1, 1)
      bank.process(&impulse, frames: 16_384)
      let transform = SplitTransform(points: 16_384)
      for channel in 0..<2 {
        var re = (0..<16_384).map { Double(impulse[2 * $0 + channel]) }
        #expect(re.allSatisfy { $0.isFinite })
        var im = Array(repeating: 0.0, count: 16_384)
        transform.forward(&re, &im)
        for bin in stride(from: 40, to: 8000, by: 397) {
          let wanted = plan.response(
            channel: channel, frequency: Double(bin) * 44_100 / 16_384)
          // What is far below the highest gain drowns in the rounding of the samples.
          guard wanted.decibels > plan.highestGain() - 50 else { continue }
          let found = ComplexGain(re: re[bin], im: im[bin])
          #expect(abs(found.decibels - wanted.decibels) < 0.001, "\(text) bin \(bin)")
          let turn = abs(found.degrees - wanted.degrees)
          #expect(min(turn, 360 - turn) < 0.01, "\(text) bin \(bin)")
        }
      }
    }
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
