import Drawing
import SampleIO

/// The gain of a filter over frequency, a line a channel.
struct ResponsePlot {
  let channels: [[ResponsePoint]]
  let settings: ViewSettings

  init(_ channels: [[ResponsePoint]], _ settings: ViewSettings) {
    self.channels = channels
    self.settings = settings
  }

  /// Gains at the bottom and the top: round, with all of the curves in between.
  static func ends(_ channels: [[ResponsePoint]]) -> (low: Double, high: Double) {
    let gains = channels.joined().map { Double($0.gain) }.filter { $0.isFinite && $0 > -90 }
    let most = max(gains.max() ?? 0, 0)
    let least = min(gains.min() ?? 0, 0)
    let high = ((most + 0.5) / 6).rounded(.up) * 6
    let low = ((least - 0.5) / 6).rounded(.down) * 6
    return (min(low, -6), max(high, 6))
  }

  func draw(_ plot: Rect, on canvas: inout some Canvas) {
    let theme = settings.theme
    let frame = Frame(theme: theme)
    canvas.ground(plot, theme.panel)
    let ends = Self.ends(channels)
    let scale = Scale(ends.low, ends.high, from: plot.bottom, to: plot.y)
    frame.levels(scale, plot, unit: "dB", on: &canvas, signed: true)
    let frequencies = channels.first?.map { Double($0.frequency) } ?? []
    guard let first = frequencies.first, let last = frequencies.last, first > 0, last > first
    else { return }
    let axis = FrequencyAxis(low: first, high: last, isLinear: false)
    frame.frequencies(axis, plot, on: &canvas)
    let places = axis.scale(from: plot.x, to: plot.right)
    let zero = scale.place(0)
    let row = canvas.isGrid ? zero.rounded(.down) : zero
    canvas.rule(Point(plot.x, row), Point(plot.right, row), theme.dim, .hair)
    canvas.clip = plot
    for (index, points) in channels.enumerated().reversed() {
      let color = index == 0 ? theme.first : index == 1 ? theme.second : theme.dim
      let line = points.map { point in
        Point(places.place(Double(point.frequency)), scale.clamped(Double(point.gain)))
      }
      canvas.path(line, color, .bold)
    }
    canvas.clip = nil
    for index in channels.indices.prefix(2) where channels.count > 1 {
      canvas.text(
        index == 0 ? "left" : "right", Point(plot.right - 7 * Double(index), plot.y - 1),
        index == 0 ? theme.first : theme.second, .right, .small)
    }
  }
}
