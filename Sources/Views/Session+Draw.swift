public import Drawing
import SampleIO

extension Session {
  /// Draws the view.
  ///
  /// - Parameters:
  ///   - canvas: gets the picture.
  ///   - status: at the right of the title.
  public mutating func draw(on canvas: inout some Canvas, status: String = "") {
    let present = held?.reading ?? reading
    let shown = back > 0 ? (held?.past ?? past).reading(back: back) ?? present : present
    switch kind {
    case .monitor: MonitorView(shown, settings, status: status).draw(on: &canvas)
    case .spectrum: SpectrumView(shown, settings, status: status).draw(on: &canvas)
    case .scope: ScopeView(shown, settings, status: status).draw(on: &canvas)
    case .meter:
      MeterView(held?.meter ?? meter, present, settings, status: status).draw(on: &canvas)
    case .waveform:
      WaveformView(wave, trace, reading, settings, status: status).draw(on: &canvas)
    case .timeline:
      let content = timeline(Shape(canvas))
      let target = reading.loudness.map { MonitorView.target($0) } ?? -23
      TimelineView(
        source: present.source, settings: settings, content: content, target: target,
        status: status
      ).draw(on: &canvas)
    }
  }

  /// What the timeline shows.
  mutating func timeline(_ shape: Shape) -> TimelineView.Content {
    isLive ? rollingContent(shape) : fittedContent()
  }

  private func fittedContent() -> TimelineView.Content {
    var content = TimelineView.Content()
    let rate = reading.source.rate
    guard let fitted else {
      content.hint = Hint.text("timeline", needs: "SPEC", from: "sm-fft --bins")
      content.to = max(reading.source.seconds, 1)
      return content
    }
    let end = Double(reading.source.position)
    content.heat = fitted.levels(end)
    (content.columns, content.rows) = (fitted.width, fitted.rows)
    let span = fitted.span(end)
    (content.from, content.to) = (span.from / rate, span.to / rate)
    content.seconds = trace.frames.map { $0 / rate }
    (content.momentary, content.shortTerm) = (trace.momentary, trace.shortTerm)
    return content
  }

  private mutating func rollingContent(_ shape: Shape) -> TimelineView.Content {
    var content = TimelineView.Content()
    content.isRolling = true
    let rolling = held?.rolling ?? rolling
    let hasTrace = rolling.columns.contains { $0.momentary.isFinite }
    let plot = TimelineView.plot(shape, hasTrace: hasTrace)
    let rows = Int(plot.height * Double(shape.heatY))
    let laid = picture.lay(
      rolling, width: Int(plot.width), rows: rows, axis: settings.axis)
    (content.heat, content.columns, content.rows) = (laid.levels, laid.columns, rows)
    let rate = rolling.columnsPerSecond
    content.from = -Double(laid.columns * laid.perCell) / rate
    content.to = 0
    if rolling.columns.isEmpty {
      content.hint = Hint.text("timeline", needs: "SPEC", from: "sm-fft")
    } else if settings.axis.isLinear, !rolling.cells.isBins {
      content.hint = "drawn from bands; sm-fft --bins gives every frequency"
    }
    guard let last = rolling.columns.last?.number else { return content }
    let per = Int64(laid.perCell)
    let right = (last / per + 1) * per
    content.seconds = rolling.columns.map { Double($0.number - right) / rate + 0.5 / rate }
    content.momentary = rolling.columns.map(\.momentary)
    content.shortTerm = rolling.columns.map(\.shortTerm)
    if back > 0 { content.cursor = Double(last - Int64(back) - right) / rate + 0.5 / rate }
    return content
  }
}
