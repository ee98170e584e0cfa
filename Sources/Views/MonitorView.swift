import Drawing
import SampleIO

/// Levels, loudness and bands of one moment.
struct MonitorView: Drawable {
  let reading: Reading
  let settings: ViewSettings
  var status = ""
  private var theme: Theme { settings.theme }

  init(_ reading: Reading, _ settings: ViewSettings, status: String = "") {
    self.reading = reading
    self.settings = settings
    self.status = status
  }

  func draw(on canvas: inout some Canvas) {
    let frame = Frame(theme: theme)
    var area = frame.begin("Monitor", reading.source, status: status, on: &canvas)
    footer(&area, on: &canvas)
    if reading.channels.isEmpty, reading.loudness == nil {
      let hint = Hint.text(reading.source, "monitor", needs: "LOUD", from: "sm-loudness")
      frame.tell(hint, in: area.inset(top: 1), theme.warm, on: &canvas)
      area = area.inset(top: 3)
    }
    levels(&area, on: &canvas)
    loudness(&area, on: &canvas)
    bands(area, on: &canvas)
  }

  // MARK: levels

  /// The dBFS that bars begin and end at, in all sizes and appearances.
  static let scale = (low: -72.0, high: 3.0)

  /// Where the bars lie in a part.
  static func barScale(_ area: Rect, _ isGrid: Bool) -> Scale {
    Scale(
      scale.low, scale.high, from: area.x + 6, to: area.right - (area.width >= 70 ? 36 : 15))
  }

  private func columns(
    _ isWide: Bool
  ) -> [(title: String, value: (ChannelReading) -> String)] {
    let loudness: (ChannelReading) -> Double = { settings.isSlow ? $0.slow : $0.fast }
    let name = settings.isSlow ? "slow" : "fast"
    let few: [(String, (ChannelReading) -> String)] = [
      (isWide ? "RMS \(name)" : name, { Frame.level(loudness($0)) }),
      ("peak", { Frame.level($0.peak) }),
    ]
    guard isWide else { return few }
    return few + [
      ("held", { Frame.level($0.held) }), ("tp*", { Frame.level($0.truePeakMax) }),
      ("clips", { $0.clips > 0 ? fixed($0.clips, 0) : "0" }),
    ]
  }

  private func levels(_ area: inout Rect, on canvas: inout some Canvas) {
    guard !reading.channels.isEmpty else { return }
    let isWide = area.width >= 70
    let shown = columns(isWide)
    let tall = canvas.height >= 36 && reading.channels.count <= 2 ? 2.0 : 1
    let scale = Self.barScale(area, canvas.isGrid)
    canvas.text("dBFS", Point(area.x, area.y), theme.dim, .left, .small)
    for (index, column) in shown.enumerated() {
      canvas.text(
        column.title, Point(scale.to + 7 * Double(index + 1), area.y), theme.dim, .right, .small)
    }
    let count = min(reading.channels.count, room(area.height, tall))
    for index in 0..<count {
      let y = area.y + 1 + tall * Double(index)
      let row = Rect(area.x, y, area.width, tall)
      channel(index, row, scale, shown.map { $0.value(reading.channels[index]) }, on: &canvas)
    }
    let beneath = area.y + 1 + tall * Double(count)
    // The last ones only where there is room.
    let ticks = [0, -24, -48, -72, -12, -36, -60, -6.0].map { value in
      (x: scale.place(value) + (canvas.isGrid ? 0.5 : 0), text: fixed(value, 0), color: theme.dim)
    }
    Frame(theme: theme).labels(ticks, row: beneath, on: &canvas)
    if count < reading.channels.count {
      canvas.text(
        "+\(reading.channels.count - count)", Point(area.x, beneath), theme.dim, .left, .small)
    }
    area = area.inset(top: beneath + 1 - area.y)
  }

  /// How many channels are shown: two rather than the bands, as many as there are beside them.
  private func room(_ height: Double, _ tall: Double) -> Int {
    let beside = Int((height - 11) / tall)
    return beside >= min(reading.channels.count, 2) ? beside : min(max(Int(height - 7), 1), 2)
  }

  private func channel(
    _ index: Int, _ row: Rect, _ scale: Scale, _ numbers: [String], on canvas: inout some Canvas
  ) {
    let level = reading.channels[index]
    let name = Signal.name(index, of: reading.channels.count)
    canvas.text(name, Point(row.x + 3, row.y + (row.height - 1) / 2), theme.ink, .right, .bold)
    let gap = canvas.isGrid ? 0 : 0.14 * row.height
    let bar = Rect(scale.from, row.y + gap, scale.to - scale.from, row.height - 2 * gap)
    canvas.ground(bar, theme.panel)
    let loud = settings.isSlow ? level.slow : level.fast
    let color = level.peak >= -1 ? theme.warm : theme.good
    if canvas.hasColor {
      fill(bar, scale, level.peak, color.mixed(theme.panel, 0.55), on: &canvas)
    }
    fill(bar, scale, loud, color, on: &canvas)
    let zero = scale.place(0)
    canvas.rule(Point(zero, bar.y), Point(zero, bar.bottom), theme.dim, .hair)
    for (value, tone) in [(level.held, theme.held), (level.truePeakMax, theme.bad)]
    where value > scale.low {
      let x = scale.clamped(value)
      canvas.rule(Point(x, bar.y), Point(x, bar.bottom), tone, .line)
    }
    let light = Rect(scale.to + 0.5, bar.y, 1, bar.height)
    if level.isClipped || level.clips > 0 {
      canvas.bar(light, level.isClipped ? theme.bad : theme.bad.mixed(theme.ground, 0.4), .right)
    }
    for (place, number) in numbers.enumerated() {
      let isBad = place == 4 && level.clips > 0 || place == 3 && level.truePeakMax > 0
      canvas.text(
        number, Point(scale.to + 7 * Double(place + 1), row.y + (row.height - 1) / 2),
        isBad ? theme.bad : theme.ink, .right)
    }
  }

  private func fill(
    _ bar: Rect, _ scale: Scale, _ value: Double, _ color: Color, on canvas: inout some Canvas
  ) {
    guard value > scale.low else { return }
    canvas.bar(
      Rect(bar.x, bar.y, scale.clamped(value) - bar.x, bar.height), color, .right)
  }

  // MARK: what was lost

  private func footer(_ area: inout Rect, on canvas: inout some Canvas) {
    let source = reading.source
    let lost =
      source.lost > 0
      ? "lost \(source.lost) frames, \(fixed(Double(source.lost) / source.rate * 1000, 0)) ms"
      : "nothing lost"
    var parts = [lost]
    if source.replaced > 0 { parts.append("\(source.replaced) samples replaced") }
    parts += source.losses
    if source.isGap { parts.append("a gap lies before this block") }
    let y = area.bottom - 1
    let hasEstimate = area.width >= 70 && !reading.channels.isEmpty
    let text = Frame.shortened(
      parts.joined(separator: " · "), Int(area.width * (hasEstimate ? 0.62 : 1)))
    let isBad = source.lost > 0 || source.replaced > 0
    canvas.text(text, Point(area.x, y), isBad ? theme.bad : theme.dim)
    if hasEstimate {
      canvas.text("* estimate", Point(area.right, y), theme.dim, .right, .small)
    }
    area = area.inset(bottom: 1)
  }
}
