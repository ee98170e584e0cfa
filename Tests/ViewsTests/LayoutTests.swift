import Drawing
import Testing

@testable import Views

/// A reading with all that can be said, of many channels.
private func rich(_ channels: Int) -> Reading {
  var rich = reading()
  rich.source.name = "a rather long name of a recording that somebody made.wav"
  rich.source.channels = channels
  rich.source.position = 48_000 * 4000
  rich.channels = (0..<channels).map { _ in rich.channels[0] }
  rich.source.lost = 123_456
  rich.source.losses = ["sm-fft 123456 in 12 gaps, 3 stalls"]
  rich.source.isGap = true
  rich.spectrum?.components = (0..<6).map {
    ComponentReading(
      frequency: 12_345.67 + Double($0), level: -101.5, note: "C#10", cents: -48, harmonic: 12)
  }
  rich.spectrum?.signal = Signal(channel: 0xFFFF, folded: channels)
  rich.spectrum?.isGap = true
  rich.spectrum?.dominant = 12_345.67
  rich.spectrum?.note = "C#10"
  rich.spectrum?.centroid = 12_345
  rich.spectrum?.bandwidth = 12_345
  rich.spectrum?.rolloff = 12_345
  rich.spectrum?.flatness = 0.123
  rich.scope?.signal = Signal(channel: 0xFFFF, folded: channels)
  rich.scope?.isGap = true
  rich.scope?.correlation = -0.5
  rich.scope?.balance = -0.5
  rich.scope?.zeroCrossings = 0.1
  return rich
}

private func history() -> (LoudnessTrace, MeterHistory) {
  var trace = LoudnessTrace()
  for step in 0..<400 {
    trace.add(frame: Double(step) * 480_000, momentary: -20, shortTerm: -22)
  }
  return (trace, MeterHistory([-3, -1, -60]))
}

/// Every view, of many channels, with nothing left out.
private func views() -> [(name: String, view: any Drawable)] {
  var settings = ViewSettings()
  settings.trim = 1...3000
  var (bins, pair, other) = (settings, settings, settings)
  (bins.showsBins, pair.showsPair, other.isWide, other.isRelative) = (true, true, true, true)
  let (trace, meter) = history()
  return [1, 2, 6, 16, 64].flatMap { channels -> [(String, any Drawable)] in
    let now = rich(channels)
    var content = TimelineView.Content()
    let wide = Array(repeating: Float(-20), count: 4000)
    content.lanes = (0..<channels).map {
      .init(signal: Signal(channel: $0 + 1, folded: 1), heat: wide)
    }
    (content.columns, content.rows, content.from, content.to) = (4000, 1, 0, 4000)
    (content.seconds, content.momentary, content.shortTerm) = (
      trace.frames.map { $0 / 48_000 }, trace.momentary, trace.shortTerm
    )
    content.hint = "drawn from bands; sm-fft --bins gives every frequency"
    let all: [(String, any Drawable)] = [
      ("monitor", MonitorView(now, settings, status: "? help")),
      ("wide monitor", MonitorView(now, other)),
      ("spectrum", SpectrumView(now, settings, status: "PAUSED -12.5 s")),
      ("bins", SpectrumView(now, bins)), ("scope", ScopeView(now, settings)),
      ("x-y", ScopeView(now, pair)), ("meter", MeterView(meter, now, settings)),
      (
        "waveform",
        WaveformView(WaveHistory(channels: channels, bins: 400), trace, now, other, status: "LIVE")
      ),
      (
        "timeline",
        TimelineView(source: now.source, settings: settings, content: content, status: "LIVE")
      ),
      ("nothing yet", MonitorView(Reading(), settings)),
    ]
    return all.map { ("\($0.0) of \(channels)", $0.1) }
  }
}

/// The decades that a view's frequency axis does not name.
private func missingDecades<Inner: Canvas>(_ make: () throws -> Inner) throws -> [String] {
  let (isHigh, isWide) = (try make().height >= 16, try make().width >= 40)
  return try views().flatMap { name, view -> [String] in
    guard ["spectrum of 1", "bins of 1", "timeline of 1"].contains(name), isWide, isHigh
    else { return [] }
    var canvas = RecordingCanvas(try make())
    view.draw(on: &canvas)
    let texts = canvas.texts.map(\.text)
    return ["100", "1k", "10k"].filter { !texts.contains($0) }.map { "\(name): \($0)" }
  }
}

private func faults<Inner: Canvas>(_ make: () throws -> Inner) throws -> [String] {
  try views().flatMap { name, view -> [String] in
    var canvas = RecordingCanvas(try make())
    view.draw(on: &canvas)
    return canvas.faults.map { "\(name): \($0)" }
  }
}

@Suite struct LayoutTests {
  @Test(arguments: [
    (240, 160), (320, 200), (400, 250), (400, 900), (480, 854), (595, 842), (640, 480),
    (800, 600), (842, 595), (960, 300), (960, 540), (1200, 320), (1280, 720), (1920, 1080),
    (3840, 2160), (300, 1200), (2000, 250),
  ])
  func `no text of a picture is cut off, or stands over another`(width: Int, height: Int) throws {
    let make = {
      try CairoCanvas(
        .png, width: width, height: height, scale: 1,
        reduction: PictureFile.reduction(width, height))
    }
    let found = try faults(make) + missingDecades(make)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test(arguments: [
    (20, 8), (30, 10), (40, 12), (50, 30), (60, 20), (80, 24), (100, 30), (120, 40), (132, 24),
    (160, 50), (200, 60),
  ])
  func `no text of a terminal is cut off, or stands over another`(
    columns: Int, rows: Int
  ) throws {
    let make = { cells(columns, rows) }
    let found = try faults(make) + missingDecades(make)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
