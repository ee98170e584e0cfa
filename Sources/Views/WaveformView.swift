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
    let isGrid = canvas.isGrid
    let channels = settings.channel.map { [$0] } ?? Array(wave.low.indices)
    let whole = Self.area(Shape(canvas))
    let hasTrace = trace.momentary.contains { $0.isFinite } && whole.height >= 11
    let plot = whole.inset(bottom: hasTrace ? (whole.height / 4).rounded() : 0)
    let shown = channels.prefix(max(Int(plot.height / (isGrid ? 2 : 1.5)), 1))
    let area = frame.begin(
      title(shown.count, channels.count, canvas.width), reading.source, status: status,
      on: &canvas)
    guard wave.hasSound else {
      return frame.tell(hint, in: area.inset(top: 1), theme.warm, on: &canvas)
    }
    guard wave.low.indices.contains(channels[0]) else {
      let words = "there is no channel \(channels[0] + 1) of \(wave.low.count)"
      return frame.tell(words, in: area.inset(top: 1), theme.warm, on: &canvas)
    }
    let start = (wave.origin ?? 0) / reading.source.rate
    let seconds = max(reading.source.seconds - start, 1e-3)
    let times = Scale(start, start + seconds, from: plot.x, to: plot.right)
    for (place, channel) in shown.enumerated() {
      let part = Self.part(place, of: shown.count, plot, isGrid: isGrid)
      envelope(channel, part, seconds, on: &canvas)
    }
    if hasTrace {
      let part = Rect(whole.x, plot.bottom, whole.width, whole.bottom - plot.bottom)
      loudness(part, times, on: &canvas)
    }
    trims(whole, times, on: &canvas)
    frame.times(times, whole, on: &canvas)
  }

  /// Where the envelopes and the loudness lie.
  static func area(_ shape: Shape) -> Rect {
    let inner =
      shape.isGrid
      ? Rect(0, 1, shape.width, shape.height - 1)
      : Rect(2, 2, shape.width - 4, shape.height - 2.5)
    return inner.inset(left: 6, right: 1, bottom: shape.isGrid ? 1 : 1.4)
  }

  /// Says which channels are shown, unless they all are.
  private func title(_ shown: Int, _ count: Int, _ width: Double) -> String {
    let all = wave.low.count
    if let channel = settings.channel, all > 1 {
      return width < 60 ? "Waveform, \(channel + 1)" : "Waveform, channel \(channel + 1) of \(all)"
    }
    guard shown < count else { return "Waveform" }
    return width < 60
      ? "Waveform, \(shown) of \(count)" : "Waveform, \(shown) of \(count) channels (--channel)"
  }

  private var hint: String {
    reading.source.channels > 0
      ? "waveform needs sound: leave --no-pcm out, or put sm-loudness before"
      : "waiting for the input"
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
    let rate = reading.source.rate
    LoudnessPanel(
      seconds: trace.frames.map { $0 / rate }, momentary: trace.momentary,
      shortTerm: trace.shortTerm, target: reading.loudness.map { MonitorView.target($0) } ?? -23,
      settings: settings, color: theme.good
    ).draw(part, times, on: &canvas)
    // The unit stands beneath, as that of a spectrogram.
    canvas.text(
      settings.isRelative ? "LU" : "LUFS",
      Point(part.x - 1, part.bottom + (canvas.isGrid ? 0 : 0.2)), theme.dim, .right, .small)
    for (name, color, line) in [("M", theme.good, 0.0), ("S", theme.warm, 1)] {
      canvas.text(name, Point(part.x - 6, part.y + line), color, .left, .small)
    }
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
