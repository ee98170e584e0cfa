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
      WaveformView(held?.wave ?? wave, held?.trace ?? trace, present, settings, status: status)
        .draw(on: &canvas)
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
    guard let first = lanes.first?.fitted else {
      content.hint = missing ?? ""
      content.from = reading.source.startSeconds
      content.to = max(reading.source.seconds, content.from + 1)
      return content
    }
    let end = Double(reading.source.position)
    content.lanes = lanes.map { lane in
      .init(signal: lane.signal, heat: lane.fitted?.levels(end) ?? [])
    }
    content.isDensity = first.isDensity || pooling?.cells.isDensity ?? false
    (content.columns, content.rows) = (first.width, first.rows)
    (content.from, content.to) = (first.origin / rate, max(end, first.origin + 1) / rate)
    content.seconds = trace.frames.map { $0 / rate }
    (content.momentary, content.shortTerm) = (trace.momentary, trace.shortTerm)
    return content
  }

  private mutating func rollingContent(_ shape: Shape) -> TimelineView.Content {
    var content = TimelineView.Content()
    content.isRolling = true
    let histories = (held?.lanes ?? lanes).map(\.rolling)
    let columns = histories.first?.columns ?? []
    content.isDensity = histories.first.map { $0.isDensity || $0.cells.isDensity } ?? false
    let hasTrace = columns.contains { $0.momentary.isFinite }
    let whole = TimelineView.plot(shape, hasTrace: hasTrace, lanes: histories.count)
    let plot = TimelineView.lane(0, of: histories.count, whole, shape)
    content.rows = Int((plot.height * Double(shape.heatY)).rounded())
    let fit = RollingPicture.fit(Int(plot.width))
    content.columns = fit.shown
    for (lane, history) in histories.enumerated() where lanes.indices.contains(lane) {
      let heat = lanes[lane].picture.lay(
        history, width: Int(plot.width), rows: content.rows, axis: settings.axis)
      content.lanes.append(.init(signal: lanes[lane].signal, heat: heat))
    }
    content.from = -Double(fit.shown * fit.perCell) / columnsPerSecond
    content.to = 0
    if columns.isEmpty {
      content.hint = Hint.text(
        reading.source, "timeline", needs: "SPEC", settings.channel, from: "sm-fft")
    } else if settings.axis.isLinear, let cells = histories.first?.cells, !cells.isBins {
      content.hint = "drawn from bands; sm-fft --bins gives every frequency"
    }
    guard let last = columns.last?.number else { return content }
    let per = Int64(fit.perCell)
    let right = (last / per + 1) * per
    content.seconds = columns.map { (Double($0.number - right) + 0.5) / columnsPerSecond }
    content.momentary = columns.map(\.momentary)
    content.shortTerm = columns.map(\.shortTerm)
    if back > 0 { content.cursor = (Double(last - Int64(back) - right) + 0.5) / columnsPerSecond }
    return content
  }
}
