import Drawing
import Glibc

extension Frame {
  /// Labels of one row, as far as they do not touch, the first ones first.
  func labels(
    _ labels: [(x: Double, text: String, color: Color)], row: Double, on canvas: inout some Canvas
  ) {
    var room = Room()
    for label in labels {
      let half = Double(label.text.count) / 2 + 0.5
      guard room.take(label.x - half, label.x + half) else { continue }
      canvas.text(label.text, Point(label.x, row), label.color, .centre, .small)
    }
  }

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
    // a long one reaches over the plot
    let right = max(plot.x - 1, canvas.width(unit, .small) + (canvas.isGrid ? 0 : 2))
    canvas.text(unit, Point(right, plot.y - above), theme.dim, .right, .small)
  }

  /// Frequencies beneath a plot, with lines up through it.
  func frequencies(_ axis: FrequencyAxis, _ plot: Rect, on canvas: inout some Canvas) {
    let scale = axis.scale(from: plot.x, to: plot.right)
    var room = Room()
    let end = plot.right + (canvas.isGrid ? 0 : 1)
    let ticks = Self.frequencyTicks(axis, most: plot.width / 6)
    // The unit stands at the right, unless a decade does.
    let isFree = ticks.allSatisfy { value in
      let half = Double(Frame.hertz(value).count) / 2 + 0.5
      return log10(value) != log10(value).rounded() || scale.place(value) + half <= end - 2.5
    }
    let unit = isFree ? end : plot.x - 1
    canvas.text("Hz", Point(unit, plot.bottom), theme.dim, .right, .small)
    _ = room.take(unit - 2.5, unit)
    for value in ticks {
      let x = scale.place(value)
      canvas.rule(Point(x, plot.y), Point(x, plot.bottom), theme.grid, .hair)
      let text = Frame.hertz(value)
      let half = Double(text.count) / 2 + 0.5
      guard room.take(x - half, x + half) else { continue }
      canvas.text(text, Point(x, plot.bottom), theme.dim, .centre, .small)
    }
  }

  /// Frequencies at the left of a plot, low at the bottom.
  func frequenciesUpward(_ axis: FrequencyAxis, _ plot: Rect, on canvas: inout some Canvas) {
    let scale = axis.scale(from: plot.bottom, to: plot.y)
    var room = Room()
    for value in Self.frequencyTicks(axis, most: plot.height / 1.5) {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y - 0.5
      guard room.take(row, row + (canvas.isGrid ? 1 : 1.1)) else { continue }
      canvas.text(Frame.hertz(value), Point(plot.x - 1, row), theme.dim, .right, .small)
      if !canvas.isGrid {
        canvas.rule(Point(plot.x - 0.6, y), Point(plot.x, y), theme.dim, .hair)
      }
    }
  }

  /// Takes the panel away where bands have no value: above half the rate there is no silence.
  func blanks(_ bands: [Float], _ wide: Double, _ plot: Rect, on canvas: inout some Canvas) {
    guard let first = bands.lastIndex(where: { !$0.isNaN }).map({ $0 + 1 }), first < bands.count
    else { return }
    let left = plot.x + wide * Double(first)
    canvas.ground(Rect(left, plot.y, plot.right - left, plot.height), theme.ground)
  }

  /// Times beneath a plot.
  func times(
    _ scale: Scale, _ plot: Rect, on canvas: inout some Canvas,
    name: (_ seconds: Double, _ step: Double) -> String = Frame.moment
  ) {
    let span = scale.high - scale.low
    let step = Self.timeStep(span, most: max(plot.width / 9, 1))
    var free = -Double.infinity
    for value in Self.ticks(scale.low, scale.high, step) {
      let x = scale.place(value)
      let text = name(value, step)
      let half = Double(text.count) / 2
      canvas.rule(
        Point(x, plot.bottom), Point(x, plot.bottom + (canvas.isGrid ? 0 : 0.25)), theme.dim, .hair)
      let place = min(max(x, plot.x + half - 0.5), plot.right - half + 0.5)
      guard place - half >= free else { continue }
      free = place + half + 1
      canvas.text(
        text, Point(place, plot.bottom + (canvas.isGrid ? 0 : 0.2)), theme.dim, .centre, .small)
    }
  }
}

/// What labels have taken of a row or a column: the first ones first.
struct Room {
  private var taken: [(from: Double, to: Double)] = []

  /// Takes a stretch, if nothing else has any of it.
  mutating func take(_ from: Double, _ to: Double) -> Bool {
    guard !taken.contains(where: { from < $0.to && to > $0.from }) else { return false }
    taken.append((from, to))
    return true
  }
}
