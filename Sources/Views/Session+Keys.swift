import Drawing
import SampleIO

extension Session {
  /// What stands at the right of the title.
  var status: String {
    if isPaused {
      guard back > 0 else { return "PAUSED" }
      return "PAUSED -\(fixed(Double(back) / columnsPerSecond, 1)) s"
    }
    return reading.source.hasEnded ? "END" : reading.source.isLive ? "LIVE" : "? help"
  }

  /// Does what a key asks for.
  mutating func press(_ key: TerminalKeys.Key) {
    switch key {
    case .tab: change(by: 1)
    case .backTab: change(by: -1)
    case .left: look(back: back + 1)
    case .right: look(back: back - 1)
    case .home: look(back: past.count - 1)
    case .end: look(back: 0)
    case .up, .down, .pageUp, .pageDown, .redraw: break
    case .character(let letter): press(letter)
    }
  }

  private mutating func change(by step: Int) {
    let place = ViewKind.live.firstIndex(of: kind) ?? (step > 0 ? -1 : 0)
    let count = ViewKind.live.count
    kind = ViewKind.live[(place + step + count) % count]
  }

  private mutating func look(back wanted: Int) {
    guard isPaused, kind != .meter, kind != .waveform else { return }
    back = min(max(wanted, 0), max((held?.past ?? past).count - 1, 0))
  }

  private mutating func press(_ letter: Character) {
    switch letter {
    case "1", "2", "3", "4":
      kind = ViewKind.live[(letter.wholeNumberValue ?? 1) - 1]
    case " ": pause()
    case "r": reset()
    case "+", "=": settings.gain = min(settings.gain + 3, 60)
    case "-": settings.gain = max(settings.gain - 3, -60)
    case "[": setLow(settings.axis.low / 1.1892)
    case "]": setLow(settings.axis.low * 1.1892)
    case "{": setHigh(settings.axis.high / 1.1892)
    case "}": setHigh(settings.axis.high * 1.1892)
    case ",": setSpeed(columnsPerSecond / 2)
    case ".": setSpeed(columnsPerSecond * 2)
    case "c":
      let place = ColorMap.names.firstIndex(of: settings.colorName) ?? -1
      settings.setColors(ColorMap.names[(place + 1) % ColorMap.names.count])
    case "a":
      let place = Theme.names.firstIndex(of: settings.theme.name) ?? -1
      settings.theme = Theme.named(Theme.names[(place + 1) % Theme.names.count]) ?? .studio
    default: break
    }
  }

  /// Stops what is shown, and goes on with the newest.
  ///
  /// What comes meanwhile is heard, and kept for later as far as there is room.
  private mutating func pause() {
    guard !isPaused else { return goOn() }
    (isPaused, back, held) = (true, 0, HeldSession(self))
  }

  /// Shows the newest.
  mutating func goOn() { (isPaused, back, held) = (false, 0, nil) }

  /// The view's own holds begin anew: the meter's extremes, the history.
  private mutating func reset() {
    meter.reset()
    if kind == .waveform { (wave, trace) = (WaveHistory(), LoudnessTrace()) }
    if kind == .timeline { beginHistory() }
  }

  private mutating func beginHistory() {
    beginLanes(lanes.map(\.signal))
    (past, back) = (PastReadings(), 0)
  }

  private mutating func setLow(_ value: Double) {
    guard !settings.axis.isLinear, value >= 5, value < settings.axis.high / 2 else { return }
    settings.axis.low = value
  }

  private mutating func setHigh(_ value: Double) {
    guard value <= 100_000, value > max(settings.axis.low * 2, 20) else { return }
    (settings.axis.high, settings.isHighestFree) = (value, false)
  }

  private mutating func setSpeed(_ columns: Double) {
    guard 1...32 ~= columns else { return }
    let ratio = columns / columnsPerSecond
    columnsPerSecond = columns
    for lane in lanes.indices { lanes[lane].change(to: columns) }
    past.change(by: ratio, latest: column)
    held?.change(by: ratio, to: columns)
    back = Int(Double(back) * ratio)
    look(back: back)
  }

  /// The timeline's column of now.
  var column: Int64 { Int64(reading.source.seconds * columnsPerSecond) }
}

/// What was shown when somebody stopped to look.
struct HeldSession {
  let reading: Reading
  private(set) var lanes: [SpectrumLane]
  private(set) var past: PastReadings
  let meter: MeterHistory
  let wave: WaveHistory
  let trace: LoudnessTrace

  init(_ session: Session) {
    (reading, lanes, past) = (session.reading, session.lanes, session.past)
    (meter, wave, trace) = (session.meter, session.wave, session.trace)
  }

  /// Goes on with another number of columns a second.
  mutating func change(by ratio: Double, to columns: Double) {
    for lane in lanes.indices { lanes[lane].change(to: columns) }
    past.change(by: ratio, latest: Int64(reading.source.seconds * columns))
  }
}

/// The keys, over the picture.
enum KeyHelp {
  static let lines = [
    "q         leave",
    "1 2 3 4   monitor, spectrum, timeline, scope",
    "tab       the next view",
    "space     stop, and go on with the newest",
    "← →       back and forth while stopped",
    "r         begin the view's own holds anew",
    "+ -       brighter, darker",
    "[ ]       lowest frequency",
    "{ }       highest frequency",
    ", .       slower, faster",
    "c a       colours, appearance",
    "^L        draw everything again",
  ]

  static func draw(_ theme: Theme, on canvas: inout some Canvas) {
    let width = 50.0
    let height = Double(lines.count) + 2
    let box = Rect(
      max(((canvas.width - width) / 2).rounded(), 0),
      max(((canvas.height - height) / 2).rounded(), 0), width, height)
    for row in 0..<Int(height) {
      let text = row > 0 && row <= lines.count ? "  " + lines[row - 1] : ""
      let line = text + String(repeating: " ", count: max(Int(width) - text.count, 0))
      canvas.text(line, Point(box.x, box.y + Double(row)), theme.ink)
    }
    canvas.ground(box, theme.grid)
  }
}
