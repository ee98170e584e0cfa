import Drawing
import SampleIO

/// A spectrogram with a loudness trace beneath.
struct TimelineView: Drawable {
  /// What is drawn, laid out for one canvas.
  struct Content {
    var heat: [Float] = []
    var columns = 0
    var rows = 0
    /// Seconds at the left and the right edge.
    var from = 0.0
    var to = 1.0
    /// Whether times count back from now.
    var isRolling = false
    var seconds: [Double] = []
    var momentary: [Double] = []
    var shortTerm: [Double] = []
    /// Where the arrows stand, s.
    var cursor: Double?
    /// What is missing.
    var hint = ""
    /// What the spectrum is made of.
    var detail = ""
  }

  let source: SourceState
  let settings: ViewSettings
  let content: Content
  var target = -23.0
  var status = ""

  /// Where the spectrogram lies.
  static func plot(_ shape: Shape, hasTrace: Bool) -> Rect {
    let area =
      shape.isGrid
      ? Rect(0, 1, shape.width, shape.height - 1)
      : Rect(2, 2, shape.width - 4, shape.height - 2.5)
    let trace = hasTrace ? traceHeight(shape) + 1 : 0
    let legend = shape.width >= 60 ? 8.0 : 1
    let plot = area.inset(
      left: 5, top: 0, right: legend, bottom: (shape.isGrid ? 1 : 1.2) + trace)
    return Rect(
      plot.x.rounded(.up), plot.y, plot.width.rounded(.down), max(plot.height.rounded(.down), 1))
  }

  static func traceHeight(_ shape: Shape) -> Double {
    shape.height < 16 ? 0 : min(max((shape.height / 6).rounded(), 3), 8)
  }

  private var hasTrace: Bool { content.momentary.contains { $0.isFinite } }

  func draw(on canvas: inout some Canvas) {
    let theme = settings.theme
    let frame = Frame(theme: theme)
    let title = settings.isDensity ? "Timeline, density" : "Timeline"
    _ = frame.begin(title, source, status: status, on: &canvas)
    let shape = Shape(canvas)
    var plot = Self.plot(shape, hasTrace: hasTrace)
    let wide = Double(content.columns) / Double(shape.heatX)
    if content.columns > 0, wide < plot.width {
      plot = plot.inset(left: (plot.width - wide).rounded())
    }
    canvas.ground(plot, settings.colors.color(0))
    if content.columns > 0, content.rows > 0 {
      let map = HeatMap(
        columns: content.columns, rows: content.rows, values: content.heat.map(settings.part),
        colors: settings.colors, ground: settings.colors.color(0))
      canvas.heat(map, in: Rect(plot.right - wide, plot.y, wide, plot.height))
    }
    frame.frequenciesUpward(settings.axis, plot, on: &canvas)
    canvas.text("Hz", Point(plot.x - 1, plot.bottom), theme.dim, .right, .small)
    let times = Scale(content.from, content.to, from: plot.x, to: plot.right)
    let beneath = hasTrace ? trace(plot, times, shape, on: &canvas) : plot
    frame.times(times, beneath, on: &canvas) { seconds in
      guard content.isRolling else { return Frame.clock(seconds, decimals: isShort ? 1 : 0) }
      return seconds == 0 ? "now" : "\(Frame.trimmed(seconds, 2)) s"
    }
    if let cursor = content.cursor {
      let x = times.place(cursor)
      canvas.rule(Point(x, plot.y), Point(x, plot.bottom), theme.ink, .line)
    }
    if shape.width >= 60 { legend(plot, on: &canvas) }
    if !content.hint.isEmpty {
      canvas.text(content.hint, Point(plot.x + 1, plot.y + 1), theme.warm)
    }
  }

  private var isShort: Bool { content.to - content.from < 5 }

  /// The colours and what they stand for.
  private func legend(_ plot: Rect, on canvas: inout some Canvas) {
    let theme = settings.theme
    let per = canvas.heatPerCell
    let rows = Int((plot.height * Double(per.y)).rounded())
    let part = Rect(plot.right + 1, plot.y, 1, plot.height)
    let values = (0..<rows).flatMap { row -> [Float] in
      Array(repeating: 1 - (Float(row) + 0.5) / Float(rows), count: per.x)
    }
    let map = HeatMap(
      columns: per.x, rows: rows, values: values, colors: settings.colors, ground: theme.ground)
    canvas.heat(map, in: part)
    let (low, high) = (settings.floor - settings.gain, settings.ceiling - settings.gain)
    let scale = Scale(low, high, from: plot.bottom, to: plot.y)
    let step = Frame.step(high - low, most: plot.height / (canvas.isGrid ? 2 : 1.6))
    for value in Frame.ticks(low, high, step) {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y - 0.5
      canvas.text(Frame.trimmed(value, 1), Point(part.right + 5, row), theme.dim, .right, .small)
    }
    let unit = settings.isDensity ? "dB/√Hz" : "dBFS"
    canvas.text(unit, Point(part.right + 5.5, plot.bottom), theme.dim, .right, .small)
  }

  /// Loudness beneath: returns its part.
  private func trace(
    _ plot: Rect, _ times: Scale, _ shape: Shape, on canvas: inout some Canvas
  ) -> Rect {
    let theme = settings.theme
    let height = Self.traceHeight(shape)
    guard height > 0 else { return plot }
    let part = Rect(plot.x, plot.bottom + 1, plot.width, height)
    canvas.ground(part, theme.panel)
    let low = target - 27
    let high = target + 18
    let scale = Scale(low, high, from: part.bottom, to: part.y)
    let shown = settings.isRelative ? -target : 0
    for value in [low + 9, target] {
      let y = scale.place(value)
      let row = canvas.isGrid ? y.rounded(.down) : y
      canvas.rule(Point(part.x, row), Point(part.right, row), theme.grid, .hair)
      canvas.text(
        Frame.trimmed(value + shown, 1), Point(part.x - 1, canvas.isGrid ? row : y - 0.5),
        theme.dim, .right, .small)
    }
    canvas.clip = part
    for (levels, color) in [(content.momentary, theme.first), (content.shortTerm, theme.warm)] {
      let points = zip(content.seconds, levels).map { second, level in
        Point(times.place(second), level.isNaN ? .nan : scale.clamped(level))
      }
      canvas.path(points, color, .line)
    }
    canvas.clip = nil
    if shape.width >= 60 {
      canvas.text("M 0.4 s", Point(part.right + 1, part.y), theme.first, .left, .small)
      canvas.text("S 3 s", Point(part.right + 1, part.y + 1), theme.warm, .left, .small)
      canvas.text(
        settings.isRelative ? "LU" : "LUFS", Point(part.right + 1, part.y + 2), theme.dim, .left,
        .small)
    }
    return part
  }
}
