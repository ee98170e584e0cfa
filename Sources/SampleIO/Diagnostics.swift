import Glibc
import Synchronization

/// Messages for people: standard error, one line each, with the tool's name in front.
public enum Diagnostics {
  /// The name that messages begin with.
  static var tool: String {
    let path = CommandLine.arguments.first ?? "sm"
    return String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Prints "sm-tool: message" on standard error.
  ///
  /// - Parameter message: one line, without its end.
  public static func say(_ message: String) {
    printRaw("\(tool): \(message)\n")
  }

  /// Prints text on standard error as it is.
  ///
  /// - Parameter text: with its line end.
  public static func printRaw(_ text: String) {
    let bytes = Array(text.utf8)
    try? unsafe bytes.withUnsafeBytes { raw in
      unsafe try System.write(2, raw, name: "standard error")
    }
  }

  /// Whether standard error is a terminal, where progress may be drawn.
  public static var isTerminal: Bool { isatty(2) == 1 }
}
