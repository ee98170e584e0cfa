import Drawing
import SampleIO

/// A picture as lines of text, where there is no terminal to draw on.
enum TextPicture {
  /// Whether standard output is a terminal.
  static var isTerminal: Bool { ControllingTerminal.isTerminal(1) }

  /// Of --size, COLUMNS and LINES, or 80 × 24.
  static func canvas(_ settings: ViewSettings) -> CellCanvas {
    let number = { (name: String) in SmallFile.environment(name).flatMap { Int($0) } }
    let columns = settings.size?.width ?? min(max(number("COLUMNS") ?? 80, 20), 500)
    let rows = settings.size?.height ?? min(max(number("LINES") ?? 24, 8), 200)
    let depth = isTerminal ? TerminalLook.depth : .none
    let isUTF8 = !settings.isASCII && ControllingTerminal.speaksUTF8
    return CellCanvas(
      columns: min(columns, 1000), rows: min(rows, 500), depth: depth,
      glyphs: isUTF8 ? .full : .ascii)
  }
}
