import Glibc
import Synchronization

private let quiet = Atomic<Bool>(false)
private let lineDrawn = Atomic<Bool>(false)
private let upstreamFailed = Atomic<Bool>(false)

/// Messages for people: standard error, one line each, with the tool's name in front.
public enum Diagnostics {
  /// The name that messages begin with.
  static let tool = lastComponent(CommandLine.arguments.first ?? "sm")

  /// What stands behind the last slash of a path.
  static func lastComponent(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Prints "sm-tool: message" on standard error.
  ///
  /// - Parameter message: one line, without its end.
  public static func say(_ message: String) {
    clearLine()
    printRaw("\(tool): \(message)\n")
  }

  /// Prints a message that is no error, unless the user wants none.
  public static func remark(_ message: String) {
    if !quiet.load(ordering: .relaxed) { say(message) }
  }

  /// From here on only errors are said.
  static func beQuiet() { quiet.store(true, ordering: .relaxed) }

  /// A stage before this one failed, and has said so: this one does its work, and its status tells.
  static func noteUpstreamFailure() { upstreamFailed.store(true, ordering: .relaxed) }

  static var hasUpstreamFailed: Bool { upstreamFailed.load(ordering: .relaxed) }

  /// Draws a line, as far as it fits, that stays until the next one, or a message, takes its place.
  static func drawLine(_ line: String) {
    lineDrawn.store(true, ordering: .relaxed)
    // What fills the last column may begin the next row.
    printRaw("\r\(line.prefix(columns - 1))\u{1B}[K")
  }

  /// The columns of the terminal behind standard error.
  private static var columns: Int {
    var size = winsize()
    let isKnown = unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Takes the line away.
  static func clearLine() {
    if lineDrawn.exchange(false, ordering: .relaxed) { printRaw("\r\u{1B}[K") }
  }

  /// Prints text on standard error as it is.
  ///
  /// - Parameter text: with its line end.
  public static func printRaw(_ text: String) {
    // Where standard error itself fails there is nobody left to tell.
    try? System.write(text, to: 2)
  }

  /// Whether standard error is a terminal where a line can be drawn again.
  public static var canDraw: Bool {
    isatty(2) == 1 && SmallFile.environment("TERM") ?? "dumb" != "dumb"
  }
}
