import Drawing
public import SampleIO

/// A view as a target of sm-render: on the terminal, in a file, or as text.
public struct ViewTarget {
  /// Drawn while the stream flows; nil where the picture is made at the end of each source.
  public private(set) var screen: LiveScreen?
  private var session: Session
  private var file: PictureFile?
  private let settings: ViewSettings
  private var isStarted = false
  private var hasDrawn = false
  /// Remarks that were made.
  private var said: Set<String> = []
  private var output = TextOutput()

  /// - Parameters:
  ///   - kind: the view.
  ///   - arguments: with the options `Option.views`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ kind: ViewKind, _ arguments: Arguments) throws {
    settings = try ViewSettings(arguments)
    try Self.checkBins(kind, arguments)
    let shape: Shape
    if let path = arguments.text("output") {
      let made = try PictureFile(path, settings)
      file = made
      shape = try made.shape()
    } else {
      if Self.isOnTerminal(kind, arguments) {
        do {
          screen = try LiveScreen(kind, settings)
        } catch {
          Diagnostics.remark("\(error); one picture follows at the end")
        }
      }
      shape = Shape(TextPicture.canvas(settings))
    }
    session = Session(kind, settings, shape: shape)
  }

  /// The spectrum's bands have their frequencies; only a line through the bins has an axis to choose.
  private static func checkBins(_ kind: ViewKind, _ arguments: Arguments) throws {
    guard kind == .spectrum, !arguments.has("bins"), !isOnTerminal(kind, arguments) else { return }
    for name in ["fmin", "fmax", "linear"] where arguments.has(name) {
      throw UsageError("--\(name) goes with --bins: bands have their own frequencies")
    }
  }

  /// Whether the view is drawn on the terminal while the stream flows.
  public static func isOnTerminal(_ kind: ViewKind, _ arguments: Arguments) -> Bool {
    !arguments.has("output") && TextPicture.isTerminal
  }

  /// Takes one record in.
  ///
  /// - Parameter record: the next.
  /// - Throws: what the file or standard output says.
  public mutating func add(_ record: borrowing Record) throws {
    if let screen { return try screen.show(record) }
    // A source that ends without an end record is drawn when the next begins.
    if record.startsSource, isStarted { try draw() }
    isStarted = true
    session.add(record)
    try session.writeHistory()
    guard record.header.isEnd else { return }
    try draw()
    isStarted = false
  }

  /// Puts the terminal back, or draws what has not been drawn.
  public mutating func finish() throws {
    if let screen {
      screen.close(keepsPicture: true)
      // Whoever leaves by key has got what was wanted.
      if screen.isClosed { Attention.forgiveEnding() }
      return
    }
    if isStarted || !hasDrawn { try draw() }
    guard !session.isMissing || file == nil else { throw Verdict(status: 1) }
  }

  private mutating func draw() throws {
    (isStarted, hasDrawn) = (false, true)
    for remark in session.remarks where file != nil || settings.axis.isLinear {
      if !said.contains(remark) { Diagnostics.remark(remark) }
      said.insert(remark)
    }
    if let missing = session.missing { Diagnostics.say(missing) }
    if settings.isDescribed { output.text.append(session.sentence + "\n") }
    if file != nil {
      try file?.write(&session)
    } else {
      var canvas = TextPicture.canvas(settings)
      session.draw(on: &canvas)
      output.text.append(CellPainter.lines(canvas).joined(separator: "\n") + "\n")
    }
    try output.flush()
  }
}
