import Drawing
public import SampleIO

/// A view on the terminal: drawn at most so many times a second, and changed by keys.
///
/// It is attended to between records and while the tool waits for its input.
public final class LiveScreen: Companion {
  private var terminal: ControllingTerminal?
  private(set) var session: Session
  private var painter = CellPainter()
  private var keys = TerminalKeys()
  private var isHelping = false
  private var isDue = true
  private var drawnAt = -1.0
  /// What the terminal has not taken yet; the next picture waits for it.
  private var pending: ArraySlice<UInt8> = []
  private let depth: ColorDepth
  private let glyphs: Glyphs
  private let shownAt = ControllingTerminal.seconds + ControllingTerminal.patience
  /// Whether somebody has left by key.
  public private(set) var isClosed = false

  /// - Parameters:
  ///   - kind: the view to begin with.
  ///   - settings: of the command line.
  /// - Throws: `failed` where there is no terminal to draw on.
  public init(_ kind: ViewKind, _ settings: ViewSettings) throws(SampleError) {
    session = Session(kind, settings, shape: nil)
    depth = TerminalLook.depth
    glyphs = TerminalLook.glyphs(isASCII: settings.isASCII)
    terminal = try ControllingTerminal()
    Attention.watchForResizes()
  }

  private var isShown: Bool { terminal?.isEntered ?? false }

  public var descriptor: Int32? { isShown ? terminal?.descriptor : nil }

  /// When the next picture is due, if anything has changed.
  public var deadline: Double? {
    guard isShown else { return terminal == nil ? nil : shownAt }
    return terminal != nil && isDue && pending.isEmpty
      ? drawnAt + 1 / session.settings.framesPerSecond : nil
  }

  public var isWriting: Bool { !pending.isEmpty }

  /// Takes a record in; draws only when nothing more waits, or when a picture is overdue.
  public func show(_ record: borrowing Record) throws(SampleError) {
    session.add(record)
    isDue = true
    try session.writeHistory()
    terminal?.enter()
    let now = ControllingTerminal.seconds
    if now - drawnAt > 2 / session.settings.framesPerSecond { attend() }
  }

  public func attend() {
    guard isShown || ControllingTerminal.seconds >= shownAt else { return }
    terminal?.enter()
    guard let bytes = terminal?.keys() else {
      terminal = nil
      return
    }
    for key in keys.keys(bytes) {
      press(key)
      isDue = true
    }
    guard let size = terminal?.size else { return }
    let now = ControllingTerminal.seconds
    let isResized = size != drawnSize
    let isTime = now - drawnAt >= 1 / session.settings.framesPerSecond - 0.001
    flush()
    guard pending.isEmpty else { return }
    if isResized || isDue && (isTime || !bytes.isEmpty) { draw() }
  }

  private var drawnSize = (columns: 0, rows: 0)

  /// Puts the terminal back.
  ///
  /// - Parameter keepsPicture: whether the last picture is left on the screen as text.
  public func close(keepsPicture: Bool) {
    guard let size = terminal?.size else { return }
    terminal = nil
    guard keepsPicture, !isClosed else { return }
    session.goOn()
    let rows = min(max(size.rows - 3, 8), 40)
    var canvas = CellCanvas(columns: size.columns, rows: rows, depth: depth, glyphs: glyphs)
    session.draw(on: &canvas)
    var output = TextOutput()
    output.text.append(CellPainter.lines(canvas).joined(separator: "\n") + "\n")
    try? output.flush()
  }

  private func press(_ key: TerminalKeys.Key) {
    switch key {
    case .character("q"), .character("Q"):
      isClosed = true
      terminal = nil
      Attention.end()
    case .character("?"): isHelping.toggle()
    case .redraw: painter.forget()
    default:
      isHelping = false
      session.press(key)
    }
  }

  private func flush() {
    guard !pending.isEmpty, let count = terminal?.writeSome(pending) else { return }
    pending = pending.dropFirst(count)
  }

  private func draw() {
    guard let size = terminal?.size else { return }
    (drawnAt, isDue) = (ControllingTerminal.seconds, false)
    drawnSize = size
    var canvas = CellCanvas(
      columns: size.columns, rows: size.rows, depth: depth, glyphs: glyphs)
    session.draw(on: &canvas, status: session.status)
    if isHelping { KeyHelp.draw(session.settings.theme, on: &canvas) }
    pending = Array(painter.update(canvas).utf8)[...]
    flush()
  }
}
