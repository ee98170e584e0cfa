import Drawing

/// Momentary and short-term loudness over time, beneath a picture.
struct LoudnessPanel {
  /// Seconds of the points.
  let seconds: [Double]
  let momentary: [Double]
  let shortTerm: [Double]
  /// LUFS.
  let target: Double
  let settings: ViewSettings
  /// Of the momentary one.
  let color: Color

  func draw(_ part: Rect, _ times: Scale, on canvas: inout some Canvas) {
    let theme = settings.theme
    canvas.ground(part, theme.panel)
    let scale = Scale(target - 27, target + 18, from: part.bottom, to: part.y)
    var room = Room()
    // The target first, and as many others as have room.
    for distance in [0, -18, 9, -9.0] {
      let y = scale.place(target + distance)
      let row = canvas.isGrid ? y.rounded(.down) : y - 0.5
      guard room.take(row, row + 1) else { continue }
      let line = canvas.isGrid ? row : y
      canvas.rule(Point(part.x, line), Point(part.right, line), theme.grid, .hair)
      let sign = settings.isRelative && distance > 0 ? "+" : ""
      let text = sign + Frame.trimmed(settings.isRelative ? distance : target + distance, 1)
      canvas.text(text, Point(part.x - 1, row), theme.dim, .right, .small)
    }
    canvas.clip = part
    for (levels, color) in [(momentary, color), (shortTerm, theme.warm)] {
      let points = zip(seconds, levels).map { second, level in
        Point(times.place(second), level.isNaN ? .nan : scale.clamped(level))
      }
      canvas.path(points, color, .line)
    }
    canvas.clip = nil
  }
}
