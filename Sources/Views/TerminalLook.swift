import Drawing
import SampleIO

/// What the terminal can show, by the environment and the locale.
enum TerminalLook {
  /// Colours. Source: https://no-color.org, COLORTERM as most terminals set it.
  static var depth: ColorDepth {
    let name = SmallFile.environment("TERM") ?? "dumb"
    if SmallFile.environment("NO_COLOR") != nil { return .none }
    return depth(name, SmallFile.environment("COLORTERM") ?? "")
  }

  /// - Parameters:
  ///   - name: of the terminal, TERM.
  ///   - more: COLORTERM.
  static func depth(_ name: String, _ more: String) -> ColorDepth {
    if name == "dumb" || name.hasPrefix("vt") { return .none }
    if more == "truecolor" || more == "24bit" || name.hasSuffix("-direct") { return .full }
    if name.hasSuffix("256color") { return .palette }
    return .basic
  }

  /// Characters: the Linux console has blocks, but no eighths and no braille.
  static func glyphs(isASCII: Bool) -> Glyphs {
    guard !isASCII, ControllingTerminal.speaksUTF8 else { return .ascii }
    let name = SmallFile.environment("TERM") ?? "dumb"
    return name == "linux" ? .blocks : .full
  }
}
