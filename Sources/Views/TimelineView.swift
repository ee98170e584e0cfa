import Drawing
import SampleIO

/// A spectrogram with a loudness trace beneath.
struct TimelineView: Drawable {
  /// What is drawn, laid out for one canvas.
  struct Content {
    /// The spectrogram of one signal.
    struct Lane {
      let signal: Signal
      /// Levels, dB, row by row; NaN where there is nothing.
      let heat: [Float]
    }

    var lanes: [Lane] = []
    /// Of each lane.
    var columns = 0
    var rows = 0
    /// Seconds at the left and the right edge.
    var from = 0.0
    var to = 1.0
    /// Whether levels are those of a density.
    var isDensity = false
    /// Whether times count back from now.
    var isRolling = false
    var seconds: [Double] = []
    var momentary: [Double] = []
    var shortTerm: [Double] = []
    /// Where the arrows stand, s.
    var cursor: Double?
    /// What is missing.
    var hint = ""
  }

  let source: SourceState
  let settings: ViewSettings
  let content: Content
  var target = -23.0
  var status = ""

  /// Where the spectrograms lie.
  static func plot(_ shape: Shape, hasTrace: Bool, lanes: Int) -> Rect {
    let area =
      shape.isGrid
      ? Rect(0, 1, shape.width, shape.height - 1)
      : Rect(2, 2, shape.width - 4, shape.height - 2.5)
    let trace = hasTrace ? traceHeight(shape) + 1 : 0
    let legend = shape.width >= 60 ? 8.0 : 1
    let plot = area.inset(
      left: lanes > 1 ? 7 : 5, top: 0, right: legend, bottom: (shape.isGrid ? 1 : 1.2) + trace)
    return Rect(
      plot.x.rounded(.up), plot.y, plot.width.rounded(.down), max(plot.height.rounded(.down), 1))
  }

  /// Where one of several lies, beneath each other, as long as there is room.
  ///
  /// - Parameters:
  ///   - index: from 0, less than `laneCount`.
  ///   - count: how many there are.
  ///   - plot: for all.
  ///   - shape: of the canvas.
  /// - Returns: its part of the plot.
  static func lane(_ index: Int, of count: Int, _ plot: Rect, _ shape: Shape) -> Rect {
    let shown = laneCount(count, plot)
    guard shown > 1 else { return plot }
    // Whole rows of cells, or of units of a picture.
    let unit = shape.isGrid ? 1.0 : 18
    let gap = shape.isGrid ? 0 : 4 / unit
    let tall = ((plot.height + gap) / Double(shown) * unit).rounded(.down) / unit
    return Rect(plot.x, plot.y + tall * Double(index), plot.width, tall - gap)
  }

  /// How many lanes have room.
  static func laneCount(_ count: Int, _ plot: Rect) -> Int {
    min(max(count, 1), max(Int(plot.height / 3), 1))
  }

  static func traceHeight(_ shape: Shape) -> Double {
    shape.height < 16 ? 0 : min(max((shape.height / 6).rounded(), 3), 8)
  }

  private var hasTrace: Bool { content.momentary.contains { $0.isFinite } }

  func draw(on canvas: inout some Canvas) {
    let theme = settings.theme
    let frame = Frame(theme: theme)
    let shape = Shape(canvas)
    var plot = Self.plot(shape, hasTrace: hasTrace, lanes: content.lanes.count)
    let shown = Self.laneCount(content.lanes.count, plot)
    let wide = Double(content.columns) / Double(shape.heatX)
    if content.columns > 0, wide < plot.width {
      plot = plot.inset(left: (plot.width - wide).rounded())
    }
    _ = frame.begin(title(shown, shape), source, status: status, on: &canvas)
    for index in 0..<shown {
      let part = Self.lane(index, of: content.lanes.count, plot, shape)
      heat(index, part, wide, on: &canvas)
      frame.frequenciesUpward(settings.axis, part, on: &canvas)
      guard shown > 1 else { continue }
      let label = content.lanes[index].signal.label(of: source.channels)
      canvas.text(label, Point(part.x - 7, part.y), theme.ink, .left, .bold)
    }
    plot.height = Self.lane(shown - 1, of: content.lanes.count, plot, shape).bottom - plot.y
    canvas.text("Hz", Point(plot.x - 1, plot.bottom), theme.dim, .right, .small)
    let times = Scale(content.from, content.to, from: plot.x, to: plot.right)
    let beneath = hasTrace ? trace(plot, times, shape, on: &canvas) : plot
    frame.times(times, beneath, on: &canvas) { seconds, step in
      guard content.isRolling else { return Frame.moment(seconds, step: step) }
      return seconds == 0 ? "now" : "\(Frame.trimmed(seconds, 2)) s"
    }
    if let cursor = content.cursor {
      let x = times.place(cursor)
      canvas.rule(Point(x, plot.y), Point(x, plot.bottom), theme.ink, .line)
    }
    if shape.width >= 60 { legend(plot, on: &canvas) }
    if !content.hint.isEmpty {
      frame.tell(
        content.hint, in: plot.inset(left: 1, top: plot.height >= 3 ? 1 : 0, right: 1), theme.warm,
        on: &canvas)
    }
  }

  /// Names what is shown, where there is a choice.
  private func title(_ shown: Int, _ shape: Shape) -> String {
    let name = settings.isDensity ? "Timeline, density" : "Timeline"
    guard shown >= content.lanes.count else {
      let count = "\(shown) of \(content.lanes.count)"
      return shape.width < 60 ? "Timeline, \(count)" : "\(name), \(count) channels (--channel)"
    }
    guard shape.width >= 60, shown == 1, let first = content.lanes.first else { return name }
    let words = first.signal.words(of: source.channels)
    return words.isEmpty ? name : "\(name), \(words)"
  }

  private func heat(_ index: Int, _ part: Rect, _ wide: Double, on canvas: inout some Canvas) {
    // What has no value is no silence.
    let ground = settings.theme.panel
    canvas.ground(part, ground)
    guard content.columns > 0, content.rows > 0, content.lanes.indices.contains(index) else {
      return
    }
    let map = HeatMap(
      columns: content.columns, rows: content.rows,
      values: content.lanes[index].heat.map(settings.part), colors: settings.colors, ground: ground)
    canvas.heat(map, in: Rect(part.right - wide, part.y, wide, part.height))
  }

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
      // The unit stands beneath.
      let row = min(canvas.isGrid ? y.rounded(.down) : y - 0.5, plot.bottom - 1)
      canvas.text(Frame.trimmed(value, 1), Point(part.right + 5, row), theme.dim, .right, .small)
    }
    let unit = content.isDensity ? "dBFS/√Hz" : "dBFS"
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
    LoudnessPanel(
      seconds: content.seconds, momentary: content.momentary, shortTerm: content.shortTerm,
      target: target, settings: settings, color: theme.first
    ).draw(part, times, on: &canvas)
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
