import Glibc
import Synchronization

private let quiet = Atomic<Bool>(false)
private let lineDrawn = Atomic<Bool>(false)
private let failure = Atomic<Int32>(0)

/// Messages for people: standard error, one line each, with the tool's name in front.
public enum Diagnostics {
  /// The name that messages begin with.
  static let tool = lastComponent(CommandLine.words.first ?? "sm")

  /// What stands behind the last slash of a path.
  static func lastComponent(_ path: String) -> String {
    // By bytes: a slash and an accent behind it are one Character.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return String(path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...])
  }

  /// Prints "sm-tool: message" on standard error.
  ///
  /// - Parameter message: one line, without its end; what names and other people's words in it could
  ///   do to a terminal is taken out.
  public static func say(_ message: String) {
    clearLine()
    printRaw("\(tool): \(message)".asLine + "\n")
  }

  /// Prints a message that is no error, unless the user wants none.
  public static func remark(_ message: String) {
    if !quiet.load(ordering: .relaxed) { say(message) }
  }

  /// From here on only errors are said.
  static func beQuiet() { quiet.store(true, ordering: .relaxed) }

  /// Something failed, and that has been said, by this tool or by a stage before it: the work goes
  /// on, and the status tells.
  static func noteFailure(status: Int32) {
    failure.store(max(status, failureStatus), ordering: .relaxed)
  }

  /// The status of what failed so far, 0 for nothing.
  static var failureStatus: Int32 { failure.load(ordering: .relaxed) }

  /// Draws a line, as far as it fits, that stays until the next one, or a message, takes its place.
  static func drawLine(_ line: String) {
    lineDrawn.store(true, ordering: .relaxed)
    // What fills the last column may begin the next row. Who writes next, begins where this does.
    printRaw("\r\(line.asLine.prefix(columns - 1))\u{1B}[K\r")
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
