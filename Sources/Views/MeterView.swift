import Drawing
import SampleIO

/// AudioEngine's noise meter: one large number, its class and its history.
struct MeterView: Drawable {
  let history: MeterHistory
  let reading: Reading
  let settings: ViewSettings
  var status = ""
  private var theme: Theme { settings.theme }

  init(
    _ history: MeterHistory, _ reading: Reading, _ settings: ViewSettings, status: String = ""
  ) {
    self.history = history
    self.reading = reading
    self.settings = settings
    self.status = status
  }

  /// The colour of a class.
  static func color(_ grade: Int, _ theme: Theme) -> Color {
    [theme.calm, theme.good, theme.strong, theme.warm, theme.bad][min(max(grade, 0), 4)]
  }

  /// What stands behind the number: never a sound level that nobody calibrated.
  static func unit(_ settings: ViewSettings) -> String {
    settings.calibration == nil ? "of 120 on a display scale, uncalibrated" : "dB, calibrated"
  }

  /// The same, shorter and shorter.
  private static func units(_ settings: ViewSettings) -> [String] {
    let short = settings.calibration == nil ? "uncalibrated" : "calibrated"
    return [unit(settings), settings.calibration == nil ? "0 to 120, \(short)" : short, short]
  }

  func draw(on canvas: inout some Canvas) {
    let frame = Frame(theme: theme)
    let area = frame.begin("Noise meter", reading.source, status: status, on: &canvas)
    let isLow = area.height < 16
    let tall = isLow ? 5 : min(max((area.height * 0.38).rounded(.down), 5), 15)
    let face = history.entries.last.map { MeterFace($0.level, settings.calibration) }
    let color = face.map { Self.color($0.grade, theme) } ?? theme.dim
    let big = Rect(area.x, area.y + (isLow ? 0 : 1), area.width, tall)
    canvas.digits(face?.number ?? "--", in: big, color)
    let middle = area.x + area.width / 2
    var y = big.bottom + (canvas.isGrid ? 0.0 : 1)
    canvas.text(face?.word ?? "", Point(middle, y), color, .centre, .title)
    let beneath = Rect(area.x, y + 1, area.width, area.bottom - y - 1)
    facts(beneath, frame, on: &canvas)
    y += isLow ? 4 : 5
    let axis = canvas.isGrid ? 1 : 1.5
    graph(Rect(area.x + 5, y, area.width - 7, area.bottom - y - axis), on: &canvas)
  }

  /// What the number is, and what else there is to say of it: a line each, as far as there is room.
  private func facts(_ part: Rect, _ frame: Frame, on canvas: inout some Canvas) {
    var lines = [(words: Self.units(settings), color: theme.dim)]
    let channel = settings.channel ?? 0
    if reading.channels.isEmpty {
      let hint = Hint.text(reading.source, "meter", needs: "LEVL", from: "sm-loudness")
      frame.tell(hint, in: part.inset(top: 1), theme.warm, on: &canvas)
    } else if !reading.channels.indices.contains(channel) {
      let words = "there is no channel \(channel + 1) of \(reading.channels.count)"
      frame.tell(words, in: part.inset(top: 1), theme.warm, on: &canvas)
    } else {
      lines.append((extremes, theme.ink))
      lines.append(([Frame.fitting(weighted, part.width, on: canvas)], theme.dim))
    }
    for (row, line) in lines.enumerated() where Double(row + 1) <= part.height {
      let words = line.words.first { canvas.width($0, .plain) <= part.width } ?? ""
      canvas.text(
        words, Point(part.x + part.width / 2, part.y + Double(row)), line.color, .centre)
    }
  }

  private func number(_ level: Double) -> String {
    MeterFace(level, settings.calibration).number
  }

  /// The same, shorter and shorter.
  private var extremes: [String] {
    let (low, mean) = (number(history.lowest), number(history.average))
    let high = number(history.highest)
    return [
      "minimum \(low)  average \(mean)  maximum \(high)", "min \(low)  avg \(mean)  max \(high)",
      "\(low)  \(mean)  \(high)",
    ]
  }

  /// A-weighted levels: of full scale, unless somebody has calibrated.
  private var weighted: [String] {
    let more = settings.calibration ?? 0
    let unit = settings.calibration == nil ? "dBFS(A)" : "dBA"
    let name = settings.isSlow ? "slow" : "fast"
    let now = settings.isSlow ? reading.weighted.slow : reading.weighted.fast
    return [
      "\(name) \(Frame.level(now + more)) \(unit)",
      "LAeq \(Frame.level(reading.weighted.equivalent + more)) \(unit)",
      "channel \((settings.channel ?? 0) + 1)",
    ]
  }

  /// The readings of the last two minutes, each in the colour of its class.
  private func graph(_ plot: Rect, on canvas: inout some Canvas) {
    guard plot.height >= 3, plot.width >= 10 else { return }
    canvas.ground(plot, theme.panel)
    let scale = Scale(0, 120, from: plot.bottom, to: plot.y)
    for value in [0, 50, 75, 90, 100, 120.0]
    where plot.height >= 8 || value == 50 || value == 100 {
      let y = scale.place(value)
      let row = canvas.isGrid ? min(y.rounded(.down), plot.bottom - 1) : y
      canvas.rule(Point(plot.x, row), Point(plot.right, row), theme.grid, .hair)
      let isCrowded = canvas.height < 40 && canvas.isGrid && (value == 90 || value == 75)
      if isCrowded { continue }
      canvas.text(
        fixed(value, 0), Point(plot.x - 1, canvas.isGrid ? row : y - 0.5), theme.dim, .right, .small
      )
    }
    let count = MeterHistory.capacity
    let per = canvas.isGrid ? max(Int((Double(count) / plot.width).rounded(.up)), 1) : 1
    let bars = count / per
    let wide = canvas.isGrid ? 1 : plot.width / Double(bars)
    let right = canvas.isGrid ? plot.x + plot.width : plot.right
    let last = Int((history.entries.last?.seconds ?? 0) * 2) / per
    var highest: [Int: Double] = [:]
    for entry in history.entries {
      let bar = last - Int(entry.seconds * 2) / per
      highest[bar] = max(highest[bar] ?? -.infinity, entry.level)
    }
    for (bar, level) in highest.sorted(by: { $0.key < $1.key }) {
      let face = MeterFace(level, settings.calibration)
      let x = right - Double(bar + 1) * wide
      let top = scale.clamped(face.value)
      guard x >= plot.x, top < plot.bottom else { continue }
      canvas.bar(
        Rect(x, top, wide, plot.bottom - top), Self.color(face.grade, theme), .up)
    }
    let times = Scale(-Double(bars * per) / 2, 0, from: right - Double(bars) * wide, to: right)
    Frame(theme: theme).times(times, plot, on: &canvas) { seconds, _ in
      seconds == 0 ? "now" : "\(Frame.trimmed(seconds, 0)) s"
    }
  }
}
