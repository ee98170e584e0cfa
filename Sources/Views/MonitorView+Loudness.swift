import Drawing
import SampleIO

extension MonitorView {
  /// The ends of the EBU scales, LU from the target.
  ///
  /// Source: EBU Tech 3341, 2.7.
  static func ends(isWide: Bool) -> (low: Double, high: Double) {
    isWide ? (-36, 18) : (-18, 9)
  }

  /// The loudness that the middle of the scale stands for.
  static func target(_ loudness: LoudnessReading) -> Double {
    loudness.target.isFinite ? loudness.target : -23
  }

  func loudness(_ area: inout Rect, on canvas: inout some Canvas) {
    guard let loudness = reading.loudness, area.height >= 3 else { return }
    let theme = settings.theme
    let target = Self.target(loudness)
    let ends = Self.ends(isWide: settings.isWide)
    let bars = Self.barScale(area, canvas.isGrid)
    let scale = Scale(target + ends.low, target + ends.high, from: bars.from, to: bars.to)
    let unit = settings.isRelative ? "LU" : "LUFS"
    canvas.text(unit, Point(area.x, area.y), theme.dim, .left, .small)
    canvas.text("now", Point(bars.to + 7, area.y), theme.dim, .right, .small)
    if area.width >= 70 {
      canvas.text("max", Point(bars.to + 14, area.y), theme.dim, .right, .small)
    }
    let rows = [
      ("M", loudness.momentary, loudness.momentaryMax),
      ("S", loudness.shortTerm, loudness.shortTermMax), ("I", loudness.integrated, .nan),
    ]
    for (index, row) in rows.enumerated() where Double(index + 2) <= area.height {
      let part = Rect(area.x, area.y + 1 + Double(index), area.width, 1)
      bar(row, part, scale, target, on: &canvas)
    }
    if area.height >= 5 { ticks(scale, target, ends, row: area.y + 4, on: &canvas) }
    figures(loudness, target, area, bars, on: &canvas)
    area = area.inset(top: canvas.isGrid ? 5 : 5.5)
  }

  private func ticks(
    _ scale: Scale, _ target: Double, _ ends: (low: Double, high: Double), row: Double,
    on canvas: inout some Canvas
  ) {
    let values = Frame.ticks(ends.low, ends.high, settings.isWide ? 9 : 3)
    // The target first, then every third.
    let sorted = values.filter { Int($0) % 9 == 0 }.sorted { abs($0) < abs($1) }
    let theme = settings.theme
    let labels = (sorted + values.filter { Int($0) % 9 != 0 }).map { value in
      let shown = settings.isRelative ? value : value + target
      let text = settings.isRelative && value > 0 ? "+\(fixed(value, 0))" : Frame.trimmed(shown, 1)
      return (
        x: scale.place(value + target), text: text, color: value == 0 ? theme.ink : theme.dim
      )
    }
    Frame(theme: theme).labels(labels, row: row, on: &canvas)
  }

  /// A loudness as the units want it.
  private func shown(_ value: Double, _ target: Double) -> String {
    settings.isRelative ? Frame.level(value - target, signed: true) : Frame.level(value)
  }

  private func bar(
    _ row: (name: String, value: Double, most: Double), _ part: Rect, _ scale: Scale,
    _ target: Double, on canvas: inout some Canvas
  ) {
    let theme = settings.theme
    canvas.text(row.name, Point(part.x + 3, part.y), theme.ink, .right, .bold)
    let gap = canvas.isGrid ? 0 : 0.14
    let bar = Rect(scale.from, part.y + gap, scale.to - scale.from, 1 - 2 * gap)
    canvas.ground(bar, theme.panel)
    if row.value > scale.low {
      let end = scale.clamped(row.value)
      let middle = scale.place(target)
      canvas.bar(
        Rect(bar.x, bar.y, min(end, middle) - bar.x, bar.height), theme.first, .right)
      if end > middle {
        canvas.bar(Rect(middle, bar.y, end - middle, bar.height), theme.warm, .right)
      }
    }
    if row.most > scale.low {
      let x = scale.clamped(row.most)
      canvas.rule(Point(x, bar.y), Point(x, bar.bottom), theme.held, .line)
    }
    let middle = scale.place(target)
    canvas.rule(Point(middle, bar.y), Point(middle, bar.bottom), theme.dim, .hair)
    canvas.text(shown(row.value, target), Point(scale.to + 7, part.y), theme.ink, .right, .bold)
    if part.width >= 70, row.name != "I" {
      canvas.text(shown(row.most, target), Point(scale.to + 14, part.y), theme.dim, .right)
    }
  }

  /// Range, distance from the target, ratios: at the right of the bars.
  private func figures(
    _ loudness: LoudnessReading, _ target: Double, _ area: Rect, _ bars: Scale,
    on canvas: inout some Canvas
  ) {
    guard area.width >= 70 else { return }
    let theme = settings.theme
    let right = bars.to + 35
    let early = loudness.isProvisional && loudness.range.isFinite ? " prov." : ""
    let lines = [
      ("LRA", "\(Frame.level(loudness.range)) LU\(early)"),
      (
        "Δ \(Frame.trimmed(target, 1))",
        "\(Frame.level(loudness.integrated - target, signed: true)) LU"
      ),
      ("PSR, PLR", "\(Frame.level(loudness.psr)), \(Frame.level(loudness.plr))"),
    ]
    for (index, line) in lines.enumerated() {
      let y = area.y + 1 + Double(index)
      canvas.text(line.0, Point(bars.to + 16, y), theme.dim, .left)
      canvas.text(line.1, Point(right, y), theme.ink, .right)
    }
  }

  // MARK: bands

  func bands(_ area: Rect, on canvas: inout some Canvas) {
    let theme = settings.theme
    guard let spectrum = reading.spectrum, spectrum.bands24.count == 24 else {
      if area.height >= 2 {
        let hint = Hint.text("the bands need SPEC", from: "sm-fft", view: "monitor")
        Frame(theme: theme).tell(hint, in: area.inset(top: 1), theme.dim, on: &canvas)
      }
      return
    }
    guard area.height >= 4 else { return }
    let isGrid = canvas.isGrid
    let (wide, plot) = SpectrumView.bars(
      area.inset(left: 6, top: 1, right: 1, bottom: 1), count: 24, isGrid: isGrid)
    canvas.ground(plot, theme.panel)
    Frame(theme: theme).blanks(spectrum.bands24, wide, plot, on: &canvas)
    let scale = Scale(-90, 0, from: plot.bottom, to: plot.y)
    Frame(theme: theme).levels(scale, plot, unit: spectrum.unit, on: &canvas)
    let space = isGrid ? (wide >= 3 ? 1 : 0) : min(wide * 0.15, 1)
    for (band, level) in spectrum.bands24.enumerated() where Double(level) > scale.low {
      let top = scale.clamped(Double(level))
      canvas.bar(
        Rect(plot.x + wide * Double(band), top, wide - space, plot.bottom - top), theme.first, .up)
    }
    let axis = FrequencyAxis(low: spectrum.low, high: spectrum.high, isLinear: false)
    guard axis.low > 0, axis.high > axis.low else { return }
    let places = axis.scale(from: plot.x, to: plot.right)
    let ticks = Frame.frequencyTicks(axis, most: plot.width / 6).map { value in
      (x: places.place(value), text: Frame.hertz(value), color: theme.dim)
    }
    Frame(theme: theme).labels(ticks, row: plot.bottom, on: &canvas)
    pulse(plot, on: &canvas)
  }

  /// Note and tempo above the bands.
  private func pulse(_ plot: Rect, on canvas: inout some Canvas) {
    let theme = settings.theme
    var parts: [String] = []
    if let spectrum = reading.spectrum, spectrum.dominant.isFinite {
      parts.append("\(fixed(spectrum.dominant, 1)) Hz \(spectrum.note)")
    }
    if let tempo = reading.tempo {
      parts.append(tempo.bpm.isFinite ? "\(fixed(tempo.bpm, 1)) BPM" : "BPM: listening")
    }
    canvas.text(
      Frame.fitting(parts, plot.width, between: " · ", on: canvas),
      Point(plot.right, plot.y - 1), theme.dim, .right)
  }
}
