import Drawing
import SampleIO

/// What all pictures share: background, title, axes.
struct Frame {
  let theme: Theme

  /// Draws the background and the title.
  ///
  /// - Parameters:
  ///   - title: of the view.
  ///   - source: named behind it.
  ///   - status: at the right, such as "LIVE".
  ///   - canvas: drawn on.
  /// - Returns: what is left for the view.
  func begin(
    _ title: String, _ source: SourceState, status: String = "", on canvas: inout some Canvas
  ) -> Rect {
    canvas.ground(canvas.bounds, theme.ground)
    let margin = canvas.isGrid ? 0 : 2.0
    let top = canvas.isGrid ? 0 : 0.5
    canvas.text(title, Point(margin, top), theme.ink, .left, .title)
    var facts: [String] = []
    if canvas.width >= 60 { facts.append("\(Self.kilohertz(source.rate)) kHz") }
    if canvas.width >= 70, source.channels > 0 { facts.append("\(source.channels) ch") }
    if source.position > 0 { facts.append(Self.clock(source.seconds, decimals: 1)) }
    if !status.isEmpty { facts.append(status) }
    let right = facts.joined(separator: " · ")
    canvas.text(right, Point(canvas.width - margin, top), theme.dim, .right)
    let start = margin + Double(title.count) * (canvas.isGrid ? 1 : 1.35) + 2
    let room = Int(canvas.width - margin - start) - right.count - 2
    if room > 8 {
      canvas.text(Self.shortened(source.name, room), Point(start, top), theme.dim)
    }
    return canvas.isGrid
      ? canvas.bounds.inset(top: 1) : canvas.bounds.inset(left: 2, top: 2, right: 2, bottom: 0.5)
  }

  /// A name with its middle left out, if it is long.
  static func shortened(_ name: String, _ room: Int) -> String {
    guard name.count > room else { return name }
    return String(name.prefix(room / 2)) + "…" + String(name.suffix(room - room / 2 - 1))
  }

  // MARK: numbers

  static func kilohertz(_ rate: Double) -> String { trimmed(rate / 1000, 3) }

  /// A number without zeros at its end.
  static func trimmed(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)
    while text.contains("."), text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// A level with one decimal: "-" for none, "-inf" for silence.
  static func level(_ value: Double, signed: Bool = false) -> String {
    if value == -.infinity { return "-inf" }
    let text = fixed(value, 1)
    return signed && value > 0 && text != "0.0" ? "+" + text : text
  }

  /// A frequency, short: 50, 1k, 2.5k.
  static func hertz(_ value: Double) -> String {
    value >= 1000 ? trimmed(value / 1000, 2) + "k" : trimmed(value, 1)
  }

  /// Seconds as m:ss or h:mm:ss.
  static func clock(_ seconds: Double, decimals: Int = 0) -> String {
    let scale = decimals > 0 ? 10.0 : 1.0
    let ticks = (max(seconds, 0) * scale + 1e-6).rounded(.down)
    let whole = Int(ticks / scale)
    let pad = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
    let head = whole >= 3600 ? "\(whole / 3600):\(pad(whole / 60 % 60))" : "\(whole / 60)"
    let tail = decimals > 0 ? ".\(Int(ticks) % 10)" : ""
    return "\(head):\(pad(whole % 60))\(tail)"
  }

  // MARK: axes

  /// Levels at the left of a plot, with lines across it.
  func levels(
    _ scale: Scale, _ plot: Rect, unit: String, on canvas: inout some Canvas,
    signed: Bool = false
  ) {
    let rows = abs(scale.to - scale.from)
    let step = Self.step(scale.high - scale.low, most: max(rows / (canvas.isGrid ? 2 : 1.6), 1))
    for value in Self.ticks(scale.low, scale.high, step) {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y
      canvas.rule(Point(plot.x, row), Point(plot.right, row), theme.grid, .hair)
      let text = Frame.trimmed(value, 2)
      let place = canvas.isGrid ? row : y - 0.5
      canvas.text(
        signed && value > 0 ? "+" + text : text, Point(plot.x - 1, place), theme.dim,
        .right, .small)
    }
    let above = canvas.isGrid ? 1 : 1.35
    canvas.text(unit, Point(plot.x - 1, plot.y - above), theme.dim, .right, .small)
  }

  /// Frequencies beneath a plot, with lines up through it.
  func frequencies(_ axis: FrequencyAxis, _ plot: Rect, on canvas: inout some Canvas) {
    let scale = axis.scale(from: plot.x, to: plot.right)
    var free = -Double.infinity
    let end = plot.right + (canvas.isGrid ? 0 : 1)
    canvas.text("Hz", Point(end, plot.bottom), theme.dim, .right, .small)
    for value in Self.frequencyTicks(axis, most: plot.width / 6) {
      let x = scale.place(value)
      canvas.rule(Point(x, plot.y), Point(x, plot.bottom), theme.grid, .hair)
      let text = Frame.hertz(value)
      let half = Double(text.count) / 2
      guard x - half >= free, x + half <= end - 3 else { continue }
      free = x + half + 1
      canvas.text(text, Point(x, plot.bottom), theme.dim, .centre, .small)
    }
  }

  /// Frequencies at the left of a plot, low at the bottom.
  func frequenciesUpward(_ axis: FrequencyAxis, _ plot: Rect, on canvas: inout some Canvas) {
    let scale = axis.scale(from: plot.bottom, to: plot.y)
    var free = Double.infinity
    for value in Self.frequencyTicks(axis, most: plot.height / 1.5) {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y - 0.5
      guard row + 1 <= free else { continue }
      free = row - (canvas.isGrid ? 0 : 0.1)
      canvas.text(Frame.hertz(value), Point(plot.x - 1, row), theme.dim, .right, .small)
      if !canvas.isGrid {
        canvas.rule(Point(plot.x - 0.6, y), Point(plot.x, y), theme.dim, .hair)
      }
    }
  }

  /// Times beneath a plot.
  func times(
    _ scale: Scale, _ plot: Rect, on canvas: inout some Canvas, name: (Double) -> String
  ) {
    let span = scale.high - scale.low
    let step = Self.timeStep(span, most: max(plot.width / 9, 1))
    var free = -Double.infinity
    for value in Self.ticks(scale.low, scale.high, step) {
      let x = scale.place(value)
      let text = name(value)
      let half = Double(text.count) / 2
      canvas.rule(
        Point(x, plot.bottom), Point(x, plot.bottom + (canvas.isGrid ? 0 : 0.25)), theme.dim, .hair)
      let place = min(max(x, plot.x + half - 0.5), plot.right - half + 0.5)
      guard place - half > free else { continue }
      free = place + half
      canvas.text(
        text, Point(place, plot.bottom + (canvas.isGrid ? 0 : 0.2)), theme.dim, .centre, .small)
    }
  }
}
