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
  var rolling: RollingHistory
  var picture = RollingPicture()
  var fitted: FittedHistory?
  var pooling: RowPooling?
  var trace = LoudnessTrace()
  var wave: WaveHistory
  var meter = MeterHistory()
  var past = PastReadings()
  /// What is shown while somebody has stopped to look.
  var held: HeldSession?
  private var levels: [Float] = []
  private var spectrumPosition: Int64 = -1

  /// - Parameters:
  ///   - kind: the view.
  ///   - settings: of the command line.
  ///   - shape: of the picture at the end; nil where a terminal shows every moment.
  public init(_ kind: ViewKind, _ settings: ViewSettings, shape: Shape?) {
    self.kind = kind
    self.settings = settings
    self.shape = shape
    rolling = RollingHistory(columnsPerSecond: 8, isDensity: settings.isDensity)
    wave = WaveHistory()
  }

  /// Takes a record in.
  public mutating func add(_ record: borrowing Record) {
    if record.startsSource { begin() }
    if needsReading || record.header.isEnd || record.startsSource {
      reading.take(record, keepsPair: settings.showsPair && kind == .scope)
    } else {
      reading.source.position = record.header.position + Int64(record.header.frames)
    }
    if isLive || kind == .timeline { addSpectra(record) }
    if isLive || kind == .timeline || kind == .waveform { addLoudness(record) }
    if kind == .waveform { wave.add(record) }
    if kind == .meter { meter.add(reading, record, settings) }
    if isLive { past.add(reading, rolling.columns.last?.number ?? 0) }
  }

  /// Whether a terminal shows every moment.
  var isLive: Bool { shape == nil }

  private var needsReading: Bool { isLive || kind != .timeline && kind != .waveform }

  private mutating func begin() {
    rolling = RollingHistory(
      columnsPerSecond: rolling.columnsPerSecond, isDensity: settings.isDensity)
    (fitted, pooling, trace, wave, meter) = (
      nil, nil, LoudnessTrace(), WaveHistory(), MeterHistory()
    )
    (past, back, spectrumPosition, remarks) = (PastReadings(), 0, -1, [])
  }

  // MARK: spectra

  private mutating func addSpectra(_ record: borrowing Record) {
    let count = record.count(of: .spectrum)
    guard count > 0, !record.header.isEnd, record.header.frames > 0 else { return }
    let wanted = record.number("channel", .spectrum, .spectrum)
    let newest = record.newestSpectrum
    let cells =
      fitted == nil || isLive ? FrequencyCells(record, newest) : pooling?.cells ?? .none
    let length = record.number("fft_length", .spectrum, index: newest, .spectrum)
    var before = spectrumPosition
    for index in 0..<count {
      let position = record.spectrumPosition(index)
      // With a hop longer than a block the last spectrum is repeated; of several channels the
      // first is drawn.
      guard position > before,
        count == 1 || record.number("channel", .spectrum, index: index, .spectrum) == wanted
      else { continue }
      let name = cells.isBins ? "bins" : "bands"
      record.copyList(name, .spectrum, index: index, .spectrum, into: &levels)
      guard levels.count == cells.count else { continue }
      add(cells, position: position, length: length, of: count, record)
      before = position
    }
    spectrumPosition = before
  }

  private mutating func add(
    _ cells: FrequencyCells, position: Int64, length: Double, of count: Int,
    _ record: borrowing Record
  ) {
    let rate = record.header.rate
    guard let shape else {
      // The column's time is when its sound was heard.
      return rolling.add(levels, cells, seconds: Double(max(position - 1, 0)) / rate)
    }
    if fitted == nil { beginFitted(cells, shape, record, of: count) }
    guard let pooling else { return }
    let middle = max(Double(position) - length / 2, 0)
    fitted?.add(levels, frame: middle, afterGap: record.gapFrames > 0, pooling)
  }

  private mutating func beginFitted(
    _ cells: FrequencyCells, _ shape: Shape, _ record: borrowing Record, of count: Int
  ) {
    let plot = TimelineView.plot(shape, hasTrace: record.has(.loudness))
    let rows = Int(plot.height * Double(shape.heatY))
    fitted = FittedHistory(
      width: Int(plot.width * Double(shape.heatX)), rows: rows,
      totalFrames: record.framesOfSource, hopFrames: record.header.frames / count,
      isDensity: settings.isDensity)
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
    if isLive { return rolling.note(momentary: momentary, shortTerm: slow) }
    let frame = Double(record.header.position + Int64(record.header.frames))
    trace.add(frame: frame, momentary: momentary, shortTerm: slow)
  }
}
