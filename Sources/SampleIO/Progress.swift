/// One line on a terminal's standard error that says how far long work has come.
///
/// It appears after a second, and never where standard error is no terminal or a dumb one.
public struct Progress {
  private let isWanted: Bool
  private var nextSeconds = 1.0
  private var isShown = false

  /// - Parameter isWanted: false for `--no-progress` and `--quiet`.
  public init(isWanted: Bool) {
    self.isWanted = isWanted && Diagnostics.canDraw
    Attention.watchForProgressRequests()
    // So that the line can be taken away when the reader goes.
    if self.isWanted { Attention.ignoreFailingWrites() }
  }

  /// Draws the line when it is time to.
  ///
  /// - Parameter more: what else there is to say, in a few words.
  public mutating func update(_ more: String = "") {
    guard isWanted, Attention.elapsedSeconds >= nextSeconds else { return }
    nextSeconds = Attention.elapsedSeconds + 0.25
    // A picture on the terminal would be written over.
    guard !ControllingTerminal.isTaken else { return isShown = false }
    isShown = true
    let line = Attention.progressLine() + (more.isEmpty ? "" : ", " + more)
    Diagnostics.drawLine("\(Diagnostics.tool): \(line)")
  }

  /// Takes the line away.
  public mutating func finish() {
    if isShown { Diagnostics.clearLine() }
    isShown = false
  }
}
