import Drawing
public import SampleIO

/// Which view is drawn.
public enum ViewKind: String, CaseIterable, Sendable {
  case monitor, spectrum, timeline, scope, meter, waveform

  /// What it shows, a few words.
  public var help: String {
    switch self {
    case .monitor: "levels, loudness, bands and components"
    case .spectrum: "the bands, or the response of a filter"
    case .timeline: "a spectrogram over time with the loudness"
    case .scope: "triggered traces, or two channels against each other"
    case .meter: "a noise meter with its history"
    case .waveform: "the samples over time"
    }
  }

  /// The views that keys change between.
  public static let live: [ViewKind] = [.monitor, .spectrum, .timeline, .scope]
}

/// What one source has said so far, and how it is drawn.
public struct Session {
  public var kind: ViewKind
  public var settings: ViewSettings
  /// The newest record.
  public internal(set) var reading = Reading()
  /// Said once at the end, such as a section that is missing.
  public internal(set) var remarks: [String] = []
  /// Columns back from the newest, where somebody looks at the past.
  var back = 0
  var isPaused = false

  /// Layout of the picture to be, where there is one at the end; nil on a terminal.
  let shape: Shape?
  /// Of a timeline on a terminal.
  var columnsPerSecond = 8.0
  var lanes: [SpectrumLane] = []
  var pooling: RowPooling?
  /// Half of a window, frames.
  private var halfWindow = 0.0
  var trace = LoudnessTrace()
  var wave: WaveHistory
  var meter = MeterHistory()
  var past = PastReadings()
  /// What is shown while somebody has stopped to look.
  var held: HeldSession?
  private var levels: [Float] = []

  /// - Parameters:
  ///   - kind: the view.
  ///   - settings: of the command line.
  ///   - shape: of the picture at the end; nil where a terminal shows every moment.
  public init(_ kind: ViewKind, _ settings: ViewSettings, shape: Shape?) {
    self.kind = kind
    self.settings = settings
    self.shape = shape
    wave = WaveHistory()
  }

  /// Takes a record in.
  public mutating func add(_ record: borrowing Record) {
    if record.startsSource {
      begin()
      settings.fit(rate: record.header.rate)
    }
    if needsReading || record.header.isEnd || record.startsSource {
      reading.take(
        record, for: isLive ? nil : kind, keepsPair: settings.showsPair && kind == .scope,
        channel: settings.channel)
    } else {
      reading.source.position = record.header.position + Int64(record.header.frames)
    }
    if isLive || kind == .timeline { addSpectra(record) }
    if isLive || kind == .timeline || kind == .waveform { addLoudness(record) }
    if kind == .waveform { wave.add(record) }
    if kind == .meter { meter.add(reading, record, settings) }
    if isLive { past.add(reading, column) }
  }

  /// Whether a terminal shows every moment.
  var isLive: Bool { shape == nil }

  private var needsReading: Bool { isLive || kind != .timeline && kind != .waveform }

  private mutating func begin() {
    (lanes, pooling, trace, wave, meter) = ([], nil, LoudnessTrace(), WaveHistory(), MeterHistory())
    (past, back, remarks) = (PastReadings(), 0, [])
  }

  // MARK: spectra

  private mutating func addSpectra(_ record: borrowing Record) {
    let count = record.count(of: .spectrum)
    guard count > 0, !record.header.isEnd, record.header.frames > 0 else { return }
    if lanes.isEmpty {
      beginLanes(SpectrumLane.signals(record, channel: settings.channel))
      beginFitted(record, of: count)
    }
    let cells = pooling?.cells ?? FrequencyCells(record, record.newestSpectrum)
    for index in 0..<count {
      guard let lane = lane(record, index), lanes[lane].advances(to: record.spectrumPosition(index))
      else { continue }
      guard lanes[lane].shows(record, index) else { continue }
      let name = cells.isBins ? "bins" : "bands"
      record.copyList(name, .spectrum, index: index, .spectrum, into: &levels)
      if levels.count == cells.count { add(cells, to: lane, record) }
    }
  }

  mutating func beginLanes(_ signals: [Signal]) {
    let history = RollingHistory(
      columnsPerSecond: columnsPerSecond, isDensity: settings.isDensity, lanes: signals.count)
    lanes = signals.map { SpectrumLane($0, history) }
  }

  /// The lane of a spectrum, nil where it is not wanted.
  private func lane(_ record: borrowing Record, _ index: Int) -> Int? {
    if lanes.count == 1, settings.channel == nil { return 0 }
    let channel = Int(record.number("channel", .spectrum, index: index, .spectrum))
    return lanes.firstIndex { $0.signal.channel == channel }
  }

  private mutating func add(
    _ cells: FrequencyCells, to lane: Int, _ record: borrowing Record
  ) {
    let position = Double(lanes[lane].position)
    let afterGap = lanes[lane].takeGap()
    guard let pooling else {
      // The column's time is when its sound was heard.
      return lanes[lane].rolling.add(
        levels, cells, seconds: max(position - 1, 0) / record.header.rate, afterGap: afterGap)
    }
    lanes[lane].fitted?.add(levels, frame: position - halfWindow, afterGap: afterGap, pooling)
  }

  private mutating func beginFitted(_ record: borrowing Record, of count: Int) {
    guard let shape, !lanes.isEmpty else { return }
    let cells = FrequencyCells(record, record.newestSpectrum)
    let whole = TimelineView.plot(shape, hasTrace: record.has(.loudness), lanes: lanes.count)
    let plot = TimelineView.lane(0, of: lanes.count, whole, shape)
    let rows = Int((plot.height * Double(shape.heatY)).rounded())
    let history = FittedHistory(
      width: Int(plot.width * Double(shape.heatX)), rows: rows,
      origin: Double(reading.source.start), expected: record.framesOfSource.map { Double($0) },
      hopFrames: record.header.frames * lanes.count / count, isDensity: settings.isDensity)
    halfWindow = record.number("fft_length", .spectrum, .spectrum) / 2
    for lane in 0..<TimelineView.laneCount(lanes.count, whole) { lanes[lane].fitted = history }
    pooling = RowPooling(cells, rows: rows, axis: settings.axis, isDensity: settings.isDensity)
    if !cells.isBins {
      remarks.append(
        "timeline: drawn from \(cells.count) bands; sm-fft --bins gives it every frequency")
    }
  }

  private mutating func addLoudness(_ record: borrowing Record) {
    guard record.has(.loudness), !record.header.isEnd else { return }
    let momentary = record.number("momentary", .loudness, .loudness)
    let slow = record.number("short_term", .loudness, .loudness)
    if isLive, !lanes.isEmpty { lanes[0].rolling.note(momentary: momentary, shortTerm: slow) }
    guard !isLive || kind == .waveform else { return }
    let frame = Double(record.header.position + Int64(record.header.frames))
    trace.add(frame: frame, momentary: momentary, shortTerm: slow)
  }
}
