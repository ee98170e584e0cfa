import Drawing
import SampleIO

/// The envelope of a whole source, channel under channel, with what a trim leaves out in the shade.
struct WaveformView: Drawable {
  let wave: WaveHistory
  let trace: LoudnessTrace
  let reading: Reading
  let settings: ViewSettings
  var status = ""
  private var theme: Theme { settings.theme }

  init(
    _ wave: WaveHistory, _ trace: LoudnessTrace, _ reading: Reading, _ settings: ViewSettings,
    status: String = ""
  ) {
    self.wave = wave
    self.trace = trace
    self.reading = reading
    self.settings = settings
    self.status = status
  }

  /// Where a channel's envelope lies.
  static func part(_ channel: Int, of count: Int, _ plot: Rect, isGrid: Bool) -> Rect {
    let exact = plot.height / Double(count)
    let tall = isGrid ? max(exact.rounded(.down), 1) : exact
    let gap = isGrid ? 0 : 0.2
    return Rect(plot.x, plot.y + tall * Double(channel), plot.width, tall - gap)
  }

  func draw(on canvas: inout some Canvas) {
    let frame = Frame(theme: theme)
    var area = frame.begin("Waveform", reading.source, status: status, on: &canvas)
    guard wave.hasSound else {
      let hint = "waveform needs sound: leave --no-pcm out, or put sm-loudness before"
      return frame.tell(hint, in: area.inset(top: 1), theme.warm, on: &canvas)
    }
    let hasTrace = trace.momentary.contains { $0.isFinite } && area.height >= 12
    area = area.inset(left: 6, right: 1, bottom: canvas.isGrid ? 1 : 1.4)
    let plot = area.inset(bottom: hasTrace ? (area.height / 4).rounded() : 0)
    let start = (wave.origin ?? 0) / reading.source.rate
    let seconds = max(reading.source.seconds - start, 1e-3)
    let times = Scale(start, start + seconds, from: plot.x, to: plot.right)
    let count = wave.low.count
    let shown = min(count, max(Int(plot.height / (canvas.isGrid ? 2 : 1.5)), 1))
    for channel in 0..<shown {
      let part = Self.part(channel, of: shown, plot, isGrid: canvas.isGrid)
      envelope(channel, part, seconds, on: &canvas)
    }
    if hasTrace {
      let part = Rect(area.x, plot.bottom, area.width, area.bottom - plot.bottom)
      loudness(part, times, on: &canvas)
    }
    trims(area, times, on: &canvas)
    frame.times(times, area, on: &canvas)
  }

  private func envelope(
    _ channel: Int, _ part: Rect, _ seconds: Double, on canvas: inout some Canvas
  ) {
    canvas.ground(part, theme.panel)
    let scale = Scale(-1, 1, from: part.bottom, to: part.y)
    let zero = canvas.isGrid ? scale.place(0).rounded(.down) : scale.place(0)
    canvas.rule(Point(part.x, zero), Point(part.right, zero), theme.grid, .hair)
    let name = Signal.name(channel, of: wave.low.count)
    canvas.text(name, Point(part.x - 1, scale.place(0) - 0.5), theme.ink, .right, .bold)
    if part.height >= 4 {
      canvas.text("+1", Point(part.x - 1, part.y), theme.dim, .right, .small)
      canvas.text("-1", Point(part.x - 1, part.bottom - 1), theme.dim, .right, .small)
    }
    let dots = Int(part.width * Double(canvas.isGrid ? 2 : 8))
    let wide = part.width / Double(dots)
    let frames = seconds * reading.source.rate / Double(dots)
    let spans = (0..<dots).compactMap { dot -> Span? in
      let from = Double(dot) * frames
      guard let found = wave.extremes(channel, from: from, to: from + frames) else { return nil }
      return Span(
        x: part.x + wide * Double(dot), width: wide, top: scale.clamped(Double(found.high)),
        bottom: scale.clamped(Double(found.low)))
    }
    canvas.clip = part
    let color = channel % 2 == 1 ? theme.second : theme.first
    canvas.spans(spans, color)
    // Where samples stand further apart than dots they are joined.
    if frames < wave.binFrames {
      let bins = zip(wave.low[channel], wave.high[channel])
      canvas.path(
        bins.enumerated().map { bin, level in
          let x = part.x + (Double(bin) + 0.5) * wave.binFrames / frames * wide
          return Point(x, scale.clamped(Double(level.0 + level.1) / 2))
        }, color, .line)
    }
    canvas.clip = nil
    let isOver = (0..<dots).contains { dot in
      let from = Double(dot) * frames
      let found = wave.extremes(channel, from: from, to: from + frames)
      return found.map { max($0.high, -$0.low) > 1 } ?? false
    }
    if isOver { canvas.text("over", Point(part.right, part.y), theme.bad, .right, .bold) }
  }

  private func loudness(_ part: Rect, _ times: Scale, on canvas: inout some Canvas) {
    let target = reading.loudness.map { MonitorView.target($0) } ?? -23
    canvas.ground(part, theme.ground)
    let scale = Scale(target - 27, target + 18, from: part.bottom, to: part.y)
    let y = scale.place(target)
    let row = canvas.isGrid ? y.rounded(.down) : y
    canvas.rule(Point(part.x, row), Point(part.right, row), theme.grid, .hair)
    let shown = settings.isRelative ? 0 : target
    canvas.text(
      Frame.trimmed(shown, 1), Point(part.x - 1, canvas.isGrid ? row : y - 0.5), theme.dim, .right,
      .small)
    canvas.text(
      settings.isRelative ? "LU" : "LUFS", Point(part.x - 1, part.bottom - 1), theme.dim, .right,
      .small)
    for (name, color, line) in [("M", theme.good, 0.0), ("S", theme.warm, 1)] {
      canvas.text(name, Point(part.x - 6, part.y + line), color, .left, .small)
    }
    let rate = reading.source.rate
    canvas.clip = part
    for (levels, color) in [(trace.momentary, theme.good), (trace.shortTerm, theme.warm)] {
      canvas.path(
        zip(trace.frames, levels).map { frame, level in
          Point(times.place(frame / rate), level.isNaN ? .nan : scale.clamped(level))
        }, color, .line)
    }
    canvas.clip = nil
  }

  /// Shades what lies outside the trim, and marks its ends.
  private func trims(_ area: Rect, _ times: Scale, on canvas: inout some Canvas) {
    guard let trim = settings.trim else { return }
    // The clip begins with the first frame that was heard.
    let (from, to) = (
      times.clamped(times.low + trim.lowerBound), times.clamped(times.low + trim.upperBound)
    )
    for (left, right) in [(area.x, from), (to, area.right)] where right > left {
      canvas.veil(Rect(left, area.y, right - left, area.height), theme.ground)
    }
    for x in [from, to] where x > area.x && x < area.right {
      canvas.rule(Point(x, area.y), Point(x, area.bottom), theme.bad, .bold)
    }
  }
}
