import Drawing
import SampleIO

extension SpectrumView {
  func facts(
    _ spectrum: SpectrumReading, _ plot: Rect, _ shape: Shape, on canvas: inout some Canvas
  ) {
    let isSideways = Self.isSideways(shape.width)
    if isSideways {
      let left = shape.width - (shape.isGrid ? 32 : 33)
      components(spectrum, Point(left, plot.y - (shape.isGrid ? 1 : 0.5)), on: &canvas)
      for (index, line) in statistics(spectrum).enumerated() {
        let y = plot.y + 8 + Double(index)
        guard y + 1 <= shape.height - (shape.isGrid ? 0 : 0.3) else { return }
        canvas.text(line.name, Point(left, y), theme.dim)
        canvas.text(line.value, Point(left + 31, y), theme.ink, .right)
      }
    } else {
      beneath(spectrum, plot, shape, on: &canvas)
    }
  }

  private func beneath(
    _ spectrum: SpectrumReading, _ plot: Rect, _ shape: Shape, on canvas: inout some Canvas
  ) {
    let rows = Self.rows(shape)
    guard rows.parts > 0 else { return }
    let y = plot.bottom + (shape.isGrid ? 1 : 1.2)
    let half = (shape.width - 4) / 2
    let isPaired = half >= 34
    for (index, part) in spectrum.components.prefix(isPaired ? 6 : rows.parts).enumerated() {
      let (column, row) = isPaired ? (index / 3, index % 3) : (0, index)
      let place = Point(2 + Double(column) * half, y + Double(row))
      line(part, place, shape.width - place.x, on: &canvas)
    }
    let words = statistics(spectrum).map { "\($0.name) \($0.value)" }
    let lines = Frame.lines(words, shape.width - 4, on: canvas)
    for (index, line) in lines.prefix(rows.statistics).enumerated() {
      let row = y + Double(rows.parts + index) - (shape.isGrid ? 0 : 0.1)
      canvas.text(line, Point(2, row), theme.dim)
    }
  }

  private func components(
    _ spectrum: SpectrumReading, _ at: Point, on canvas: inout some Canvas
  ) {
    let places = [10.0, 17, 22, 27, 31]
    for (title, place) in zip(["Hz", "dBFS", "note", "cent", "h"], places) {
      canvas.text(title, Point(at.x + place, at.y), theme.dim, .right, .small)
    }
    for (index, part) in spectrum.components.prefix(6).enumerated() {
      let y = at.y + 1 + Double(index)
      let words = Self.words(part)
      for (text, place) in zip(words, places) {
        canvas.text(text, Point(at.x + place, y), theme.ink, .right)
      }
    }
  }

  private static func words(_ part: ComponentReading) -> [String] {
    [
      fixed(part.frequency, 2), Frame.level(part.level), part.note,
      part.cents.isFinite ? (part.cents > 0 ? "+" : "") + fixed(part.cents, 0) : "-",
      part.harmonic > 0 ? fixed(part.harmonic, 0) : "-",
    ]
  }

  /// A component in a line beneath a narrow plot.
  private func line(
    _ part: ComponentReading, _ at: Point, _ room: Double, on canvas: inout some Canvas
  ) {
    let words = Self.words(part)
    let columns = zip(
      [words[0] + " Hz", words[1] + " dBFS", words[2], words[3]], [12, 24, 29, 33.0])
    for (word, right) in columns where right <= room {
      canvas.text(word, Point(at.x + right, at.y), theme.ink, .right)
    }
  }

  private func statistics(_ spectrum: SpectrumReading) -> [(name: String, value: String)] {
    var lines = [
      ("dominant", Frame.spaced(Frame.amount(spectrum.dominant, 2, "Hz"), spectrum.note)),
      ("centroid", Frame.amount(spectrum.centroid, 0, "Hz")),
      ("bandwidth", Frame.amount(spectrum.bandwidth, 0, "Hz")),
      ("85 % below", Frame.amount(spectrum.rolloff, 0, "Hz")),
      ("flatness", Frame.amount(spectrum.flatness * 100, 1, "%")),
      ("resolution", Frame.amount(spectrum.resolution, 2, "Hz")),
      ("points", fixed(spectrum.length, 0)),
    ]
    if let words = spectrum.signal?.words(of: reading.source.channels), !words.isEmpty {
      lines.append(("signal", words))
    }
    if spectrum.isGap { lines.insert(("gap", "the window touches one"), at: 0) }
    return lines
  }
}
