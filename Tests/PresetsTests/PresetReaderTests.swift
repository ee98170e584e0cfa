import DSP
import Testing

@testable import Presets

/// Equalizer APO's text, and what AutoEq and REW write of it.
@Suite struct PresetReaderTests {
  func read(_ text: String) throws -> Preset { try PresetReader.read(text, name: "file") }

  func filters(_ preset: Preset) -> [PresetFilter] {
    preset.lines.compactMap { line in
      if case .filter(let filter) = line.content { filter } else { nil }
    }
  }

  func doubts(_ preset: Preset) -> [String] {
    preset.remarks.filter(\.isDoubtful).map(\.description)
  }

  @Test(arguments: [
    ("61,9", 61.9), ("1,234", 1234), ("1.234", 1234), ("105.000", 105_000), ("20.42", 20.42),
    ("1 234,5", 1234.5), ("1\u{A0}234,5", 1234.5), ("1.234,5", 1234.5), ("1,234.5", 1234.5),
    ("100", 100), ("31,5", 31.5), ("12500", 12_500), ("63.00", 63),
    ("1e3", 1000), ("1.5E+3", 1500), ("1.5e3", 1500),
  ])
  func `a frequency of any country`(text: String, hertz: Double) throws {
    // A plain space is no part of a number.
    guard !text.contains(" ") else { return }
    let preset = try read("Filter 1: ON PK Fc \(text) Hz Gain -1,5 dB Q 1,41")
    #expect(filters(preset).map(\.frequency) == [hertz])
    #expect(filters(preset).map(\.gainDB) == [-1.5])
    let isGuess = ["1,234", "1.234", "105.000"].contains(text)
    #expect(doubts(preset).count == (isGuess ? 1 : 0))
  }

  @Test func `an AutoEq file is understood whole`() throws {
    let preset = try read(
      """
      Preamp: -6.1 dB
      Filter 1: ON LSC Fc 105 Hz Gain 6.1 dB Q 0.70
      Filter 2: ON PK Fc 2200 Hz Gain -2.5 dB Q 1.41
      Filter 3: ON HSC Fc 10000 Hz Gain -3.0 dB Q 0.70
      """)
    #expect(preset.remarks.isEmpty)
    #expect(preset.lines.count == 4)
    #expect(preset.lines[0].content == .preamp(-6.1))
    #expect(filters(preset).map(\.kind) == [.lowShelf, .peaking, .highShelf])
    #expect(preset.lines.map(\.place.line) == [1, 2, 3, 4])
  }

  @Test func `a REW export with its header, carriage returns, a mark and decimal commas`() throws {
    let text = [
      "Filter Settings file", "", "Room EQ V5.20.13", "Dated: 24 Dec 2023 18:00:00",
      "Notes:my room", "", "Equaliser: Generic", "Average 1",
      "Filter  1: ON  PK       Fc   20,42 Hz  Gain   1,00 dB  Q  10,00",
      "Filter  2: ON  LS 6dB   Fc     100 Hz  Gain  -2,50 dB",
      "Filter  3: ON  Modal    Fc   43,10 Hz  Gain  -9,00 dB  Q  15,2",
      "Filter  4: OFF PK       Fc   99,00 Hz  Gain   1,00 dB  Q  10,00",
      "Filter  5: ON  None", "Filter  6: ON  HP1      Fc   18,0 Hz", "",
    ].joined(separator: "\r\n")
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    let preset = try read(PresetBytes.text(bytes))
    #expect(preset.remarks.isEmpty)
    #expect(filters(preset).map(\.kind) == [.peaking, .lowShelfCorner, .peaking, .highPass1])
    #expect(filters(preset)[0].frequency == 20.42)
    #expect(filters(preset)[1].width == .slope(0.5))
  }

  @Test func `REW's other equalisers say the width in octaves and sixtieths`() throws {
    let preset = try read(
      """
      Filter 1: ON PEQ Fc 129.1 Hz Gain -11.0 dB BW Oct 0.5
      Filter 2: ON PEQ Fc 50 Hz Gain -5 dB BW/60 10
      """)
    #expect(preset.remarks.isEmpty)
    #expect(filters(preset)[0].width == .octaves(0.5))
    #expect(filters(preset)[1].width == .q(60 / (10 * 2.0.squareRoot())))
  }

  @Test func `what is missing has the meaning of Equalizer APO, or is said`() throws {
    let preset = try read(
      """
      Filter: ON PK Fc 100 Hz Gain 3 dB
      Filter: ON PK Fc 100 Hz Q 3
      Filter: ON AP Fc 100 Hz
      Filter: ON PK Gain 3 dB Q 1
      Filter: ON LP Fc 100 Hz
      Filter: ON NO Fc 100 Hz
      Filter: ON LS Fc 100 Hz Gain 2 dB
      Filter: ON HSC Fc 100 Hz Gain 2 dB BW Oct 1
      Filter: ON LP Fc 100 Hz Gain 4 dB Q 0.6
      """)
    #expect(
      doubts(preset).map { $0.prefix(12) }
        == (1...4).map { "file: line \($0)" }.map { $0.prefix(12) })
    #expect(filters(preset).map(\.kind) == [.lowPass, .notch, .lowShelf, .highShelf, .lowPass])
    #expect(filters(preset)[0].width == .q(0.5.squareRoot()))
    #expect(filters(preset)[1].width == .q(30))
    #expect(filters(preset)[2].width == .slope(0.9))
    #expect(filters(preset)[3].width == .slope(0.9))
    #expect(filters(preset)[4].gainDB == 0)
  }

  @Test(arguments: [
    "Filtre 1: ON PK Fc 100 Hz Gain 3 dB Q 1", "hello", "Filter 1: ON XX Fc 100 Hz",
    "Filter 1: PK Fc 100 Hz Gain 3 dB Q 1", "Filter 1: ON PK Fc abc Hz Gain 3 dB Q 1",
    "Filter 1: ON PK Fc 100 Hz Gain 3 dB Q", "Filter 1: ON PK Fc 1 234 Hz Gain 3 dB Q 1",
    "Filter 1: ON PK Fc 100 Hz Gain 3 5 dB Q 1", "Filter 1: ON PK Fc 100 Hz Gain 3 dB Q 1 41",
    "Preamp: -1 0 dB", "Delay: 1 000 ms",
    "Filter 1: ON PK Fc -100 Hz Gain 3 dB Q 1", "Filter 1: ON PK Fc 100 Hz Gain 3e9 dB Q 1",
    "Filter 1: ON PK Fc 100 Hz Gain 3 dB Q 0", "Filter 1: ON PK Fc 100 Hz Gain 3 dB BW Oct -1",
    "Filter 1: ON LS 18 dB Fc 100 Hz Gain 3 dB", "Filter 1: ON", "Filter 1:", "Preamp: loud",
    "Preamp: 400 dB", "Channel: FRONT", "GraphicEQ: 20 1; 30", "GraphicEQ: 20 1; x 2",
    "GraphicEQ: -20 1; 30 2", "Delay: 3 weeks", "Delay: -1 ms", "Copy: L", "Copy: L=X*R",
    "Copy: A1=R", "Include: nowhere.txt", "Convolution: room.wav", "If: 1 == 1",
    "SignalMetric-Graphic: bandwidth 1 left 0 right 0",
    "SignalMetric-Graphic: bandwidth 9 left 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
      + "right 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    "SignalMetric-Graphic: bandwidth 1 left 0 0 0 0 0 0 0 0 0 0 0 0 0 13 "
      + "right 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
  ])
  func `a line that is not understood is named with its number`(line: String) throws {
    let preset = try read("# a comment\n\nPreamp: -1 dB\n\(line)\nFilter: ON LP Fc 99 Hz\n")
    #expect(doubts(preset).count == 1)
    #expect(doubts(preset).first?.hasPrefix("file: line 4: ") ?? false)
    // What stands around it is taken.
    #expect(filters(preset).map(\.frequency) == [99])
    #expect(preset.lines.first?.content == .preamp(-1))
  }

  // The first line is the example in Equalizer APO's documentation of Modal.
  @Test(arguments: [
    "Filter 2: ON Modal Fc 100 Hz Gain 3.0 dB Q 5.41 T60 target 100 ms",
    "Filter  2: ON  Modal     Fc   100,0 Hz  Gain   3,0 dB  Q   5,41  T60 target   100 ms",
    "Filter 2: ON Modal Fc 100 Hz Gain 3.0 dB Q 5.41 T60 target 100ms",
    "Filter 2: ON Modal Fc 100 Hz Gain 3.0 dB T60 target 100 ms Q 5.41",
  ])
  func `a modal filter is a bell, however long the room shall ring`(line: String) throws {
    let preset = try read(line)
    var bell = PresetFilter(.peaking, frequency: 100)
    bell.gainDB = 3
    bell.width = .q(5.41)
    #expect(filters(preset) == [bell])
    #expect(preset.remarks.isEmpty, "\(preset.remarks)")
  }

  @Test(arguments: [
    ("Filter: ON PK Fc 100 Hz Gain 3 dB Q 1 loud", "loud"),
    ("Filter: ON PK Fc 100 Hz Gain 3 dB Q 1 loud and 7 clear", "loud and 7 clear"),
    ("Filter: ON PK Fc 100 Hz, Gain 3 dB, Q 1", "Hz, dB,"),
    ("Filter: ON PK Fc 100 Hz Gain 3 dB Q 1 Fc 200 Hz", "Fc 200 Hz"),
    ("Filter: ON PK Fc 100 Hz Gain 3 dB Q 1 T60 target", "T60 target"),
    ("Preamp: -6 dB or so", "or so"), ("Delay: 10 ms or so", "or so"),
  ])
  func `text behind what is understood is named, and what is understood stays`(
    line: String, tail: String
  ) throws {
    let preset = try read(line)
    var bell = PresetFilter(.peaking, frequency: 100)
    bell.gainDB = 3
    bell.width = .q(1)
    let expected: Preset.Content =
      line.hasPrefix("P")
      ? .preamp(-6)
      : line.hasPrefix("D")
        ? .delay(.milliseconds(10))
        : .filter(bell)
    #expect(preset.lines.map(\.content) == [expected])
    #expect(doubts(preset) == ["file: line 1: '\(tail)' is not understood and passed over"])
  }

  @Test func `what a terminal would obey does not get to it`() throws {
    let preset = try read("\u{1B}[2J\u{9B}x \u{7}hello")
    #expect(doubts(preset) == ["file: line 1: '?[2J?x ?hello' is not understood"])
  }

  @Test func `what people write besides: remarks, kHz, a real minus, units at their numbers`()
    throws
  {
    let preset = try read(
      "Preamp: \u{2212}3,5 dB # mine\nFilter: ON PK Fc 1.2 kHz Gain +2.5 dB Q 1.41   # loud\n"
        + "Filter: ON PK Fc105Hz Gain -2dB Q1")
    #expect(doubts(preset).isEmpty, "\(doubts(preset))")
    #expect(preset.lines.first?.content == .preamp(-3.5))
    #expect(filters(preset).map(\.frequency) == [1200, 105])
    #expect(filters(preset).map(\.gainDB) == [2.5, -2])
  }

  @Test func `the preamp of AutoEq is the one that is suggested`() throws {
    // AutoEq's own figure for these filters, AKG K240 Studio: -6.2 dB.
    let preset = try read(
      """
      Filter 1: ON LSC Fc 105 Hz Gain 6.3 dB Q 0.70
      Filter 2: ON PK Fc 204 Hz Gain -3.2 dB Q 0.33
      Filter 3: ON PK Fc 4207 Hz Gain 5.2 dB Q 3.07
      Filter 4: ON PK Fc 1585 Hz Gain 5.4 dB Q 3.15
      Filter 5: ON PK Fc 75 Hz Gain 2.9 dB Q 1.48
      Filter 6: ON HSC Fc 10000 Hz Gain 1.8 dB Q 0.70
      Filter 7: ON PK Fc 6459 Hz Gain -2.3 dB Q 2.56
      Filter 8: ON PK Fc 5428 Hz Gain 2.7 dB Q 3.81
      Filter 9: ON PK Fc 2689 Hz Gain -1.7 dB Q 4.63
      Filter 10: ON PK Fc 9322 Hz Gain -2.0 dB Q 2.55
      """)
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    // Theirs is rounded to 0.1 dB.
    #expect(abs(plan.highestGain() - 6.2) < 0.15, "\(plan.highestGain())")
  }

  @Test func `lower case is taken, and noted`() throws {
    let preset = try read("filter 3: on pk fc 100 hz gain 2 db q 1\npreamp: -3 DB")
    #expect(filters(preset).map(\.frequency) == [100])
    #expect(preset.lines.last?.content == .preamp(-3))
    #expect(doubts(preset).isEmpty)
    #expect(preset.remarks.count == 2)
  }

  @Test func `preamps add up, for the channels that are selected`() throws {
    let preset = try read("Preamp: -2 dB\nChannel: L\nPreamp: -3,5 dB\nChannel: all\nPreamp: 1 dB")
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    #expect(abs(plan.response(channel: 0, frequency: 100).decibels + 4.5) < 1e-9)
    #expect(abs(plan.response(channel: 1, frequency: 100).decibels + 1) < 1e-9)
  }

  @Test func `channels are numbers from 1 or the names of the layout`() throws {
    let text =
      "Channel: L\nPreamp: -1 dB\nChannel: 2 SUB\nPreamp: -2 dB\nChannel: RL\nPreamp: -4 dB"
    let gains = { (channels: Int, mask: UInt32) in
      var target = PresetTarget(rate: 48_000, channels: channels)
      target.mask = mask
      let plan = try self.read(text).plan(for: target).plan
      return (0..<channels).map { plan.response(channel: $0, frequency: 50).decibels.rounded() }
    }
    #expect(try gains(2, 0) == [-1, -2])
    #expect(try gains(6, 0) == [-1, -2, 0, -2, -4, 0])
    // 5.1 with side speakers by its mask, and quad.
    #expect(try gains(6, 0x60F) == [-1, -2, 0, -2, -4, 0])
    #expect(try gains(4, 0x33) == [-1, -2, -4, 0])
    let remarks = try read(text).plan(for: PresetTarget(rate: 48_000, channels: 2)).remarks
    #expect(remarks.count == 1)
  }

  @Test func `an include has channels of its own, and does not go round for ever`() throws {
    let files = [
      "inner": "Channel: R\nPreamp: -3 dB", "loop": "Include: loop\nPreamp: -1 dB",
    ]
    let reading: PresetReader.Including = { path, _ in files[path].map { (path, $0) } }
    let preset = try PresetReader.read(
      "Channel: L\nInclude: inner\nPreamp: -5 dB", name: "outer", including: reading)
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    #expect(abs(plan.response(channel: 0, frequency: 100).decibels + 5) < 1e-9)
    #expect(abs(plan.response(channel: 1, frequency: 100).decibels + 3) < 1e-9)
    #expect(preset.lines.map(\.place.file) == ["inner", "outer"])
    let loop = try PresetReader.read("Include: loop", name: "outer", including: reading)
    #expect(doubts(loop).count == 1)
  }

  @Test func `copies mix what was there before, delays are whole frames`() throws {
    let preset = try read(
      "Copy: L=R R=L\nCopy: L=0.5*L + -6dB*R\nDelay: 2 ms\nChannel: R\nDelay: 5 samples")
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    var bank = EqualizerBank(plan)
    var samples = Array(repeating: Float(0), count: 2 * 200)
    samples[0] = 1  // an impulse on the left
    bank.process(&samples, frames: 200)
    // Swapped: the impulse is on the right, and −6 dB of it on the left.
    #expect(abs(samples[2 * 96] - 0.501187) < 1e-6)
    #expect(samples[2 * 101 + 1] == 1)
    #expect(samples.count { $0 != 0 } == 2)
  }

  @Test func `a curve is of minimum phase, with its levels at its points`() throws {
    let preset = try read("GraphicEQ: 20 0; 100 -6,5; 1000 3; 10000 -3")
    guard case .curve(let points) = preset.lines.first?.content else {
      Issue.record("no curve")
      return
    }
    #expect(points.map(\.gainDB) == [0, -6.5, 3, -3])
    #expect(points.gain(at: 5) == 0)
    #expect(points.gain(at: 20_000) == -3)
    #expect(abs(points.gain(at: 316.227766) - -1.75) < 1e-6)
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 2)).plan
    for (frequency, gain) in [(100.0, -6.5), (316.227766, -1.75), (3162.27766, 0), (15_000, -3)] {
      let found = plan.response(channel: 1, frequency: frequency).decibels
      // The corners of the curve are rounded by the length of the response.
      #expect(abs(found - gain) < 0.1, "\(frequency) Hz: \(found)")
    }
    #expect(plan.segments[0].paths[0].taps.count == 16_384)
    // Minimum phase: most of the energy comes first.
    let taps = plan.segments[0].paths[0].taps
    let energy = { (part: ArraySlice<Double>) in part.reduce(0) { $0 + $1 * $1 } }
    #expect(energy(taps[..<64]) > 0.9 * energy(taps[...]))
  }

  @Test func `points in any order, with any separators, and nothing at all`() throws {
    let preset = try read("GraphicEQ: 1000 -INF; 100 1.5, 50 0;")
    guard case .curve(let points) = preset.lines.first?.content else {
      Issue.record("no curve")
      return
    }
    #expect(points.map(\.frequency) == [50, 100, 1000])
    #expect(points[2].gainDB == -.infinity)
    let plan = try preset.plan(for: PresetTarget(rate: 48_000, channels: 1)).plan
    #expect(plan.response(channel: 0, frequency: 5000).decibels < -80)
  }

  @Test func `LS and HS are what the file looks like`() throws {
    let old =
      "Preamp: -5 dB\nFilter: ON LS Fc 105 Hz Gain 5.5 dB Q 0.70\n"
      + "Filter: ON PK Fc 500 Hz Gain 1 dB Q 2\nFilter: ON HS Fc 10000 Hz Gain 1 dB Q 0.71"
    let kinds = { (text: String, meaning: ShelfMeaning) in
      var preset = try self.read(text)
      preset.settleShelves(meaning)
      return (self.filters(preset).map(\.kind), preset.remarks.count)
    }
    #expect(try kinds(old, .auto).0 == [.lowShelf, .peaking, .highShelf])
    #expect(try kinds(old, .auto).1 == 1)
    #expect(try kinds(old, .corner).0 == [.lowShelfCorner, .peaking, .highShelfCorner])
    #expect(try kinds(old + "\nFilter: ON LP Fc 15000 Hz", .auto).0.first == .lowShelfCorner)
    #expect(try kinds("Filter: ON LS Fc 105 Hz Gain 5.5 dB Q 0.70", .auto).0 == [.lowShelfCorner])
    // A slope says corner whatever is meant by a Q.
    #expect(try kinds("Filter: ON LS 6 dB Fc 9 Hz Gain 5 dB", .centre).0 == [.lowShelfCorner])
  }

  @Test func `what is absurd together is refused with its line`() throws {
    let line = "Filter: ON PK Fc 100 Hz Gain 90 dB Q 1\n"
    let target = PresetTarget(rate: 48_000, channels: 2)
    #expect(throws: Never.self) { try read(line + line + line).plan(for: target) }
    #expect(
      throws: PresetError("file: line 4: the lines so far can amplify by more than 300 dB")
    ) {
      try read(line + line + line + line).plan(for: target)
    }
  }

  @Test func `filters at or above half the rate are left out, and said`() throws {
    let preset = try read("Filter: ON PK Fc 4000 Hz Gain 3 dB Q 1\nFilter: ON HP Fc 100 Hz")
    let result = try preset.plan(for: PresetTarget(rate: 8000, channels: 2))
    #expect(result.remarks.map(\.place.line) == [1])
    #expect(result.plan.segments[0].paths.map(\.sections.count) == [1, 1])
  }

  @Test func `bytes that are no UTF-8 are Latin 1, and UTF-16 has a mark`() {
    #expect(PresetBytes.text([0x4B, 0xF6, 0x6C, 0x6E]) == "Köln")
    #expect(PresetBytes.text([0xFF, 0xFE, 0x50, 0, 0x4B, 0]) == "PK")
    #expect(PresetBytes.text([0xFE, 0xFF, 0, 0x50, 0, 0x4B]) == "PK")
    #expect(PresetBytes.text(Array("Größe".utf8)) == "Größe")
  }

  @Test func `no bytes make the reader fall over`() throws {
    var state: UInt64 = 88
    let alphabet = Array(
      "Filter: ON PK LS Fc Hz Gain dB Q 0123456789.,-;\n\r\t:#{}[]'\"éGraphicEQ=*+")
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<80 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      _ = try? PresetReader.read(text, name: "x")
      _ = try? PresetReader.read("filters:\n  " + text, name: "x")
      _ = PresetReader.read(words: [text])
    }
  }
}
