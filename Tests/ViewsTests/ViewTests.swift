import Drawing
import Foundation
import SampleIO
import Testing

@testable import Views

private let settings = ViewSettings()

private func all(_ reading: Reading, _ settings: ViewSettings = settings) -> [any Drawable] {
  var pair = settings
  pair.showsPair = true
  var bins = settings
  bins.showsBins = true
  return [
    MonitorView(reading, settings), SpectrumView(reading, settings), SpectrumView(reading, bins),
    ScopeView(reading, settings), ScopeView(reading, pair),
    MeterView(MeterHistory(), reading, settings),
    WaveformView(WaveHistory(), LoudnessTrace(), reading, settings),
    TimelineView(source: reading.source, settings: settings, content: .init()),
  ]
}

@Suite struct MonitorTests {
  @Test(arguments: [(80, 24), (200, 60)])
  func `bars end where their level is`(columns: Int, rows: Int) throws {
    let picture = lines(MonitorView(reading(), settings), columns, rows)
    let left = try #require(picture.firstIndex { $0.hasPrefix("  L") })
    let area = Rect(0, 1, Double(columns), Double(rows))
    let scale = MonitorView.barScale(area, true)
    let eighths = (scale.place(-36) - 6) * 8
    #expect(abs(Double(fill(picture[left], from: 6)) - eighths) <= 0.5)
    let right = try #require(picture.firstIndex { $0.hasPrefix("  R") })
    #expect(abs(Double(fill(picture[right], from: 6)) - (scale.place(-24) - 6) * 8) <= 0.5)
    let momentary = try #require(picture.firstIndex { $0.hasPrefix("  M") })
    let units = Scale(-41, -14, from: scale.from, to: scale.to)
    // Two bars meet at the target; the second ends at -20 LUFS.
    let shown = fill(picture[momentary], from: 6)
    #expect(abs(Double(shown) - (units.place(-20) - 6) * 8) <= 8)
  }

  @Test func `numbers are those of the record`() {
    let picture = lines(MonitorView(reading(), settings), 100, 30).joined(separator: "\n")
    for word in [
      "-36.0", "-30.0", "-24.0", "-23.0", "-20.0", "7.2 LU prov.", "12.2, 14.8", "120.0 BPM",
    ] {
      #expect(picture.contains(word), "\(word)")
    }
    #expect(picture.contains("nothing lost") && picture.contains("song.wav"))
  }

  @Test func `units and response change what is shown`() {
    var other = settings
    (other.isRelative, other.isSlow, other.isWide) = (true, true, true)
    let picture = lines(MonitorView(reading(), other), 100, 30).joined(separator: "\n")
    #expect(picture.contains("-42.0") && picture.contains("slow"))
    #expect(picture.contains("+3.0") && picture.contains("+18") && picture.contains("-36"))
  }

  @Test func `levels of a density are called that`() {
    var dense = reading()
    dense.spectrum?.isDensity = true
    for view in [MonitorView(dense, settings), SpectrumView(dense, settings)] as [any Drawable] {
      #expect(lines(view, 100, 30).joined(separator: "\n").contains("dBFS/√Hz"))
    }
    for view in [MonitorView(reading(), settings), SpectrumView(reading(), settings)]
      as [any Drawable]
    {
      #expect(!lines(view, 100, 30).joined(separator: "\n").contains("√"))
    }
    var content = TimelineView.Content()
    content.isDensity = true
    let source = reading().source
    let timeline = TimelineView(source: source, settings: settings, content: content)
    #expect(lines(timeline, 100, 30).joined(separator: "\n").contains("dBFS/√Hz"))
  }

  @Test func `losses are said`() {
    var lossy = reading()
    lossy.source.lost = 4800
    lossy.source.losses = ["sm-fft 4800 in 2 gaps"]
    let picture = lines(MonitorView(lossy, settings), 120, 30).joined(separator: "\n")
    #expect(picture.contains("lost 4800 frames, 100 ms · sm-fft 4800 in 2 gaps"))
    lossy.source.replaced = 300
    let both = lines(MonitorView(lossy, settings), 120, 30).joined(separator: "\n")
    #expect(both.contains("100 ms · 300 samples replaced · sm-fft 4800 in 2 gaps"))
  }

  @Test func `sixty-four channels leave room for the rest`() {
    var many = reading()
    many.channels = (0..<64).map { _ in many.channels[0] }
    let picture = lines(MonitorView(many, settings))
    #expect(picture.count == 24)
    #expect(picture.contains { $0.hasPrefix("+5") })
    #expect(picture.contains { $0.hasPrefix("  M") })
  }
}

@Suite struct SpectrumViewTests {
  @Test func `a band is as high as its level, where its frequency is`() throws {
    var canvas = cells(80, 24)
    SpectrumView(reading(), settings).draw(on: &canvas)
    let (wide, plot) = SpectrumView.bars(
      SpectrumView.plot(Shape(canvas)), count: 64, isGrid: true)
    #expect(wide == 1)
    let column = Int(plot.x) + 35
    let scale = Scale(-100, 0, from: plot.bottom, to: plot.y)
    let top = scale.place(-20)
    #expect(canvas.cell(column, Int(top) + 1).glyph == "█")
    #expect(canvas.cell(column, Int(plot.bottom) - 1).glyph == "█")
    #expect(canvas.cell(column, Int(scale.place(-15))).glyph == "─")
    #expect(canvas.cell(column + 1, Int(top) + 1).glyph != "█")
    // 1 kHz lies in band 33.8 … 35: its label is beneath the bar.
    let place = FrequencyAxis(low: 45, high: 16_000, isLinear: false)
      .scale(from: plot.x, to: plot.right).place(1000)
    #expect(abs(place - Double(column)) < 2)
    let picture = CellPainter.lines(canvas)
    #expect(picture.contains { $0.contains("1000.00 Hz  -20.0 dBFS   B5 +21") })
  }

  @Test func `all bins make a line with its peak at the tone`() throws {
    var bins = settings
    bins.showsBins = true
    var canvas = cells(120, 40)
    SpectrumView(reading(), bins).draw(on: &canvas)
    let plot = SpectrumView.plot(Shape(canvas))
    let scale = Scale(-100, 0, from: plot.bottom, to: plot.y)
    let row = Int(scale.place(-20))
    let peaks = (Int(plot.x)..<Int(plot.right)).filter {
      0x2800...0x28FF ~= canvas.cell($0, row).glyph.value
    }
    let place = settings.axis.scale(from: plot.x, to: plot.right).place(43 * 23.4375)
    #expect(!peaks.isEmpty && peaks.allSatisfy { abs(Double($0) + 0.5 - place) <= 1.5 })
  }

  @Test func `a response is drawn between round gains`() {
    var answer = Reading()
    answer.response = [
      (0..<512).map { index in
        let frequency = 20 * pow(1000, Float(index) / 511)
        return ResponsePoint(frequency: frequency, gain: index == 256 ? 11 : 0, phase: 0)
      }
    ]
    #expect(ResponsePlot.ends(answer.response) == (-6, 12))
    let picture = lines(SpectrumView(answer, settings))
    #expect(picture[0].hasPrefix("Response"))
    #expect(
      picture.contains { $0.hasPrefix(" +12") || $0.hasPrefix("+12") || $0.contains(" +12 ") })
  }
}

@Suite struct OtherViewTests {
  @Test func `the scope draws its envelope and its numbers`() {
    let picture = lines(ScopeView(reading(), settings))
    #expect(picture[1].contains("▼ trigger"))
    #expect(picture.last.map { $0.contains("4.27 ms/div  DC 0.1 %") } ?? false)
    // The first half of a sine is above the middle row, and no higher than a half.
    let rows = (2..<22).filter { row in
      picture[row].dropFirst(5).prefix(30).unicodeScalars.contains { 0x2801...0x28FF ~= $0.value }
    }
    #expect(rows.min() == 6 && (rows.max() ?? 99) <= 12, "\(rows)")
  }

  @Test func `a scope without a trace waits, and what is cut off above is told`() {
    var waiting = reading()
    waiting.scope?.trigger = .nan
    let none = [Float](repeating: .nan, count: 256)
    waiting.scope?.low = none
    waiting.scope?.high = none
    #expect(waiting.scope?.peak == nil)
    #expect(lines(ScopeView(waiting, settings))[1].contains("waits for a trigger"))
    var loud = reading()
    loud.scope?.high[7] = 3
    #expect(lines(ScopeView(loud, settings)).last?.contains("reaches 300.0 %") == true)
    #expect(lines(ScopeView(reading(), settings)).last?.contains("reaches") == false)
  }

  // features.md 1.2.
  @Test(arguments: [
    (-160.0, "0", "SILENT"), (-80, "0", "SILENT"), (-79, "0", "SILENT"), (-60, "3", "SILENT"),
    (-40, "11", "SILENT"), (-30, "21", "SILENT"), (-20, "37", "SILENT"), (-15.21, "49", "SILENT"),
    (-15, "50", "QUIET"), (-10, "67", "QUIET"), (-8.17, "74", "QUIET"), (-8.16, "75", "AVERAGE"),
    (-6, "84", "AVERAGE"), (-4.99, "90", "NOISY"), (-3.17, "99", "NOISY"), (-3, "100", "LOUD"),
    (-1, "113", "LOUD"), (0, "120", "LOUD"), (3, "120", "LOUD"),
  ])
  func `the noise meter's numbers and words`(level: Double, number: String, word: String) {
    let face = MeterFace(level, nil)
    #expect(face.number == number && face.word == word)
  }

  @Test func `the meter is uncalibrated unless somebody calibrates it`() {
    let empty = lines(MeterView(MeterHistory(), reading(), settings)).joined(separator: "\n")
    #expect(empty.contains("uncalibrated") && empty.contains("dBFS(A)") && !empty.contains("dBA"))
    #expect(!empty.contains("SPL"))
    var calibrated = settings
    calibrated.calibration = 100
    let other = lines(MeterView(MeterHistory(), reading(), calibrated)).joined(separator: "\n")
    #expect(other.contains("70.0 dBA") && !other.contains("uncalibrated"))
  }

  @Test func `a terminal may be as small as it likes`() {
    let lane = TimelineView.Content.Lane(
      signal: Signal(channel: 1, folded: 1), heat: Array(repeating: -20, count: 12))
    for columns in [1, 2, 3, 5, 9, 14, 19, 500] {
      for rows in [1, 2, 3, 4, 5, 7, 200] {
        for view in all(reading()) + all(Reading()) {
          #expect(lines(view, columns, rows).count == rows)
        }
        var content = TimelineView.Content()
        (content.columns, content.rows) = (3, 4)
        content.lanes = [lane, lane]
        let timeline = TimelineView(
          source: reading().source, settings: settings, content: content)
        #expect(lines(timeline, columns, rows).count == rows)
        var session = Session(.timeline, settings, shape: nil)
        session.beginLanes([lane.signal, lane.signal])
        session.lanes[0].rolling.add(Array(repeating: -9, count: 1025), bins2048, seconds: 1)
        var live = cells(columns, rows)
        session.draw(on: &live, status: "LIVE")
        var canvas = cells(columns, rows)
        KeyHelp.draw(settings.theme, on: &canvas)
      }
    }
  }

  @Test(arguments: [(20, 8), (40, 12), (80, 24), (120, 40), (200, 60)])
  func `every view fits every size, and draws no NaN`(columns: Int, rows: Int) {
    var nothing = Reading()
    nothing.channels = [ChannelReading()]
    nothing.loudness = LoudnessReading()
    nothing.spectrum = SpectrumReading()
    nothing.scope = ScopeReading()
    for reading in [reading(), nothing, Reading()] {
      for view in all(reading) {
        let picture = lines(view, columns, rows)
        #expect(picture.count == rows && picture.allSatisfy { $0.count <= columns })
        let words = picture.joined().lowercased().replacingOccurrences(of: "dominant", with: "")
        #expect(!words.contains("nan"), "\(view)")
      }
    }
  }

  @Test func `an appearance changes no character`() throws {
    let usual = all(reading()).map { lines($0) }
    for name in Theme.names {
      var other = settings
      other.theme = try #require(Theme.named(name))
      #expect(all(reading(), other).map { lines($0) } == usual)
    }
  }

  @Test func `a view that lacks a section says what to put before it`() {
    #expect(lines(ScopeView(Reading(), settings)).joined().contains("waiting for the input"))
    var sound = Reading()
    sound.source.channels = 2
    let pictures = all(sound).map { lines($0).joined(separator: "\n") }
    #expect(pictures[0].contains("monitor needs LOUD: … | sm-loudness | sm-render monitor"))
    #expect(pictures[1].contains("spectrum needs SPEC: … | sm-fft | sm-render spectrum"))
    #expect(pictures[3].contains("scope needs SCOP: … | sm-scope | sm-render scope"))
    #expect(pictures[5].contains("meter needs LEVL: … | sm-loudness | sm-render meter"))
    #expect(pictures[5].contains("██████  ██████"), "two dashes")
  }
}
