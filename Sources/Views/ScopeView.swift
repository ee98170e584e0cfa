import Drawing
import SampleIO

/// The envelope of the newest trace, or the first two channels against each other.
struct ScopeView: Drawable {
  let reading: Reading
  let settings: ViewSettings
  var status = ""
  private var theme: Theme { settings.theme }

  init(_ reading: Reading, _ settings: ViewSettings, status: String = "") {
    self.reading = reading
    self.settings = settings
    self.status = status
  }

  /// Where the trace lies.
  static func plot(_ shape: Shape) -> Rect {
    let area =
      shape.isGrid
      ? Rect(0, 2, shape.width, shape.height - 2)
      : Rect(2, 3, shape.width - 4, shape.height - 3.5)
    return area.inset(left: 5, right: 1, bottom: 2)
  }

  func draw(on canvas: inout some Canvas) {
    let frame = Frame(theme: theme)
    let area = frame.begin(
      settings.showsPair ? "Scope, X-Y" : "Scope", reading.source, status: status, on: &canvas)
    guard let scope = reading.scope else {
      let hint = Hint.text(
        reading.source, "scope", needs: "SCOP", settings.channel, from: "sm-scope")
      return frame.tell(hint, in: area.inset(top: 1), theme.warm, on: &canvas)
    }
    let plot = Self.plot(Shape(canvas))
    if settings.showsPair {
      pair(scope, plot, on: &canvas)
    } else {
      trace(scope, plot, frame, on: &canvas)
    }
    facts(scope, plot, on: &canvas)
  }

  private func graticule(_ plot: Rect, columns: Int, rows: Int, on canvas: inout some Canvas) {
    canvas.ground(plot, theme.panel)
    for step in 1..<columns {
      let x = plot.x + plot.width * Double(step) / Double(columns)
      canvas.rule(Point(x, plot.y), Point(x, plot.bottom), theme.grid, .hair)
    }
    for step in 1..<rows {
      let y = plot.y + plot.height * Double(step) / Double(rows)
      let row = canvas.isGrid ? y.rounded(.down) : y
      let color = 2 * step == rows ? theme.dim : theme.grid
      canvas.rule(Point(plot.x, row), Point(plot.right, row), color, .hair)
    }
  }

  private func trace(
    _ scope: ScopeReading, _ plot: Rect, _ frame: Frame, on canvas: inout some Canvas
  ) {
    graticule(plot, columns: 10, rows: 4, on: &canvas)
    let scale = Scale(-1, 1, from: plot.bottom, to: plot.y)
    var room = Room()
    for value in [0, 1, -1, 0.5, -0.5] {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y - 0.5
      guard room.take(row, row + 1) else { continue }
      canvas.text(
        (value > 0 ? "+" : "") + Frame.trimmed(value, 1), Point(plot.x - 1, row), theme.dim, .right,
        .small)
    }
    let count = scope.low.count
    guard count > 1 else { return }
    let wide = plot.width / Double(count)
    canvas.clip = plot
    let place = { (value: Float) in
      value.isNaN ? Double.nan : scale.clamped(Double(value))
    }
    let spans = (0..<count).map { bin in
      Span(
        x: plot.x + wide * Double(bin), width: wide, top: place(scope.high[bin]),
        bottom: place(scope.low[bin]))
    }
    canvas.spans(spans, theme.first.mixed(theme.panel, 0.35))
    // What joins the bins: the middle of each.
    let line = spans.map { Point($0.x + wide / 2, ($0.top + $0.bottom) / 2) }
    canvas.path(line, theme.first, .line)
    canvas.clip = nil
    let waits = scope.low.allSatisfy(\.isNaN)
    let mark = scope.trigger.isFinite ? "▼ trigger" : waits ? "waits for a trigger" : "free running"
    canvas.text(mark, Point(plot.x, plot.y - 1), scope.trigger.isFinite ? theme.warm : theme.dim)
  }

  /// Left to the right, right upward.
  private func pair(_ scope: ScopeReading, _ plot: Rect, on canvas: inout some Canvas) {
    // A square: a cell is about twice as high as wide.
    let cell = canvas.isGrid ? 2.0 : 2.25
    let side = min(plot.height, plot.width / cell)
    let square = Rect(
      (plot.x + (plot.width - side * cell) / 2).rounded(), plot.y, side * cell, side)
    graticule(square, columns: 4, rows: 4, on: &canvas)
    let across = Scale(-1, 1, from: square.x, to: square.right)
    let upward = Scale(-1, 1, from: square.bottom, to: square.y)
    guard !scope.pair.isEmpty else {
      let words = "two channels of sound are needed here: no --no-pcm before"
      return Frame(theme: theme).tell(words, in: plot.inset(top: 1), theme.warm, on: &canvas)
    }
    canvas.clip = square
    canvas.dots(
      scope.pair.map { Point(across.place(Double($0.0)), upward.place(Double($0.1))) }, theme.first)
    canvas.clip = nil
    canvas.text("L →", Point(square.right, square.bottom), theme.dim, .right, .small)
    canvas.text("↑ R", Point(square.x, square.y - 1), theme.dim, .left, .small)
  }

  private func facts(_ scope: ScopeReading, _ plot: Rect, on canvas: inout some Canvas) {
    var parts: [String] = []
    if scope.framesPerBin.isFinite, !settings.showsPair {
      let span = scope.framesPerBin * Double(scope.low.count) / reading.source.rate
      parts.append(Frame.short(span / 10) + "/div")
    }
    // What is cut off at the edge of the picture is no clipping.
    if let peak = scope.peak, peak > 1 { parts.append("reaches \(Self.percent(Double(peak)))") }
    parts.append("DC \(Self.percent(scope.dc))")
    if scope.correlation.isFinite {
      let sign = scope.correlation >= 0 ? "+" : ""
      parts.append("corr. \(sign)\(fixed(scope.correlation, 2))")
    }
    if let words = scope.signal?.words(of: reading.source.channels), !words.isEmpty,
      !settings.showsPair
    {
      parts.append(words)
    }
    if scope.isGap { parts.append("touches a gap") }
    parts.append("crossings \(Self.percent(scope.zeroCrossings))")
    if scope.balance.isFinite { parts.append("balance \(fixed(scope.balance, 2))") }
    canvas.text(
      Frame.fitting(parts, plot.width, on: canvas),
      Point(plot.x, plot.bottom + (canvas.isGrid ? 1 : 0.6)),
      theme.ink)
  }

  static func percent(_ value: Double) -> String {
    value.isFinite ? fixed(value * 100, 1) + " %" : "-"
  }
}
