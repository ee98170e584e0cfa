import Drawing
import SampleIO

/// Bands or bins of one moment, its components and statistics; or the response of a filter.
struct SpectrumView: Drawable {
  let reading: Reading
  let settings: ViewSettings
  var status = ""
  var theme: Theme { settings.theme }

  init(_ reading: Reading, _ settings: ViewSettings, status: String = "") {
    self.reading = reading
    self.settings = settings
    self.status = status
  }

  /// Whether the components stand beside the plot instead of beneath.
  static func isSideways(_ width: Double) -> Bool { width >= 106 }

  /// Where the bars lie.
  static func plot(_ shape: Shape, hasSpectrum: Bool = true) -> Rect {
    let area =
      shape.isGrid
      ? Rect(0, 2, shape.width, shape.height - 2)
      : Rect(2, 3, shape.width - 4, shape.height - 3.5)
    let isSideways = isSideways(shape.width)
    let rows = hasSpectrum && !isSideways ? rows(shape) : (0, 0)
    return area.inset(
      left: 5, right: hasSpectrum && isSideways ? 34 : 1, bottom: 1 + Double(rows.0 + rows.1))
  }

  /// Rows beneath the plot: of components, in two columns where they fit, and of statistics.
  static func rows(_ shape: Shape) -> (parts: Int, statistics: Int) {
    guard shape.height >= 16 else { return (0, 0) }
    return shape.width >= 72 ? (3, 2) : shape.height >= 28 ? (6, 5) : (3, 2)
  }

  func draw(on canvas: inout some Canvas) {
    let frame = Frame(theme: theme)
    let title = reading.response.isEmpty ? "Spectrum" : "Response"
    let area = frame.begin(title, reading.source, status: status, on: &canvas)
    if !reading.response.isEmpty {
      let plot = Self.plot(Shape(canvas), hasSpectrum: false)
      return ResponsePlot(reading.response, settings).draw(plot, on: &canvas)
    }
    guard let spectrum = reading.spectrum else {
      let hint = Hint.text(
        reading.source, "spectrum", needs: "SPEC", settings.channel, from: "sm-fft")
      return frame.tell(hint, in: area.inset(top: 1), theme.warm, on: &canvas)
    }
    let shape = Shape(canvas)
    var plot = Self.plot(shape)
    if settings.showsBins, !spectrum.bins.isEmpty {
      bins(spectrum, plot, frame, on: &canvas)
    } else {
      plot = bands(spectrum, plot, frame, on: &canvas)
    }
    facts(spectrum, plot, shape, on: &canvas)
  }

  private func scale(_ plot: Rect) -> Scale {
    Scale(
      settings.floor - settings.gain, settings.ceiling - settings.gain, from: plot.bottom,
      to: plot.y)
  }

  // MARK: bands

  /// The bars, each of whole cells on a terminal.
  static func bars(_ plot: Rect, count: Int, isGrid: Bool) -> (wide: Double, plot: Rect) {
    let exact = plot.width / Double(max(count, 1))
    let wide = exact.rounded(.down)
    // Unless too much would stay empty.
    guard isGrid, wide >= 0.75 * exact else { return (exact, plot) }
    var narrowed = plot
    narrowed.width = wide * Double(count)
    return (wide, narrowed)
  }

  private func bands(
    _ spectrum: SpectrumReading, _ full: Rect, _ frame: Frame, on canvas: inout some Canvas
  ) -> Rect {
    let (wide, plot) = Self.bars(full, count: spectrum.bands.count, isGrid: canvas.isGrid)
    canvas.ground(plot, theme.panel)
    frame.blanks(spectrum.bands, wide, plot, on: &canvas)
    let scale = scale(plot)
    frame.levels(scale, plot, unit: spectrum.unit, on: &canvas)
    let axis = FrequencyAxis(low: spectrum.low, high: spectrum.high, isLinear: false)
    if axis.low > 0, axis.high > axis.low { frame.frequencies(axis, plot, on: &canvas) }
    let gap = canvas.isGrid ? (wide >= 3 ? 1 : 0) : min(wide * 0.18, 0.25)
    for (band, level) in spectrum.bands.enumerated() where Double(level) > scale.low {
      let top = scale.clamped(Double(level))
      let x = plot.x + wide * Double(band)
      canvas.bar(Rect(x, top, wide - gap, plot.bottom - top), theme.first, .up)
    }
    for (band, level) in spectrum.held.enumerated() where Double(level) > scale.low {
      let y = scale.clamped(Double(level))
      let x = plot.x + wide * Double(band)
      let row = canvas.isGrid ? y.rounded(.down) : y
      canvas.rule(Point(x, row), Point(x + wide - gap, row), theme.held, .line)
    }
    return plot
  }

  // MARK: bins

  private func bins(
    _ spectrum: SpectrumReading, _ plot: Rect, _ frame: Frame, on canvas: inout some Canvas
  ) {
    canvas.ground(plot, theme.panel)
    let scale = scale(plot)
    frame.levels(scale, plot, unit: "dBFS", on: &canvas)
    frame.frequencies(settings.axis, plot, on: &canvas)
    let places = settings.axis.scale(from: plot.x, to: plot.right)
    let dots = Int(plot.width * Double(canvas.isGrid ? 2 : 8))
    let pooling = RowPooling(
      spectrum.cells, rows: dots, axis: settings.axis, isDensity: false)
    var pooled = Array(repeating: Float.nan, count: dots)
    pooling.pool(spectrum.bins, into: &pooled)
    // Bins that stand further apart than dots are joined from middle to middle.
    let wide = (places.to - places.from) / Double(dots)
    let resolution = spectrum.cells.resolution
    var points: [Point] = []
    for (bin, level) in spectrum.bins.enumerated() where bin > 0 {
      let x = places.place(Double(bin) * resolution)
      guard x - places.place(Double(bin - 1) * resolution) > wide else { break }
      if x >= plot.x - 20 { points.append(Point(x, scale.clamped(Double(level)))) }
    }
    let joined = points.last?.x ?? plot.x
    for dot in 0..<dots {
      let x = places.from + (Double(dot) + 0.5) * wide
      let level = Double(pooled[dots - 1 - dot])
      if x > joined { points.append(Point(x, level.isNaN ? .nan : scale.clamped(level))) }
    }
    canvas.clip = plot
    canvas.path(points, theme.first, .line)
    canvas.clip = nil
  }
}
