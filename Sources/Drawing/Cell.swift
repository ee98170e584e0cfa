/// What stands in one cell of a terminal.
public struct Cell: Equatable, Sendable {
  /// The character.
  public var glyph: Unicode.Scalar = " "
  /// Of the character; nil for the terminal's own.
  public var ink: Color?
  /// Behind it; nil for the terminal's own.
  public var ground: Color?
  public var isBold = false

  public init() {}

  /// Whether only the background shows.
  var isBlank: Bool { glyph == " " }
}

/// What characters a terminal shows.
public enum Glyphs: Sendable {
  /// Nothing but ASCII.
  case ascii
  /// Blocks and lines, but no eighths and no braille: the Linux console.
  case blocks
  /// All of them.
  case full
}

/// How many colours a terminal has.
public enum ColorDepth: Int, Sendable { case none, basic, palette, full }

extension Glyphs {
  /// What stands for a character on this terminal.
  func shown(_ glyph: Unicode.Scalar) -> Unicode.Scalar {
    guard self != .full, glyph.value > 126 else { return glyph }
    if 0x2800...0x28FF ~= glyph.value { return dots(UInt8(glyph.value & 255)) }
    if self == .blocks { return Self.blockForms[glyph] ?? glyph }
    return Self.asciiForms[glyph] ?? (glyph.value < 160 ? " " : "?")
  }

  /// Braille as half blocks, or as a dot at its height.
  private func dots(_ mask: UInt8) -> Unicode.Scalar {
    let upper = mask & 0b0001_1011 != 0
    let lower = mask & 0b1110_0100 != 0
    if self == .blocks { return upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " " }
    let top = mask & 0b0000_1001 != 0
    let bottom = mask & 0b1100_0000 != 0
    let middle = mask & 0b0011_0110 != 0
    if top && bottom { return "|" }
    if middle { return top ? "\"" : bottom ? ":" : "-" }
    return top ? "'" : bottom ? "." : " "
  }

  private static let blockForms: [Unicode.Scalar: Unicode.Scalar] = [
    "▏": " ", "▎": " ", "▍": "▌", "▋": "▌", "▊": "█", "▉": "█",
    "▁": " ", "▂": "▄", "▃": "▄", "▅": "▄", "▆": "█", "▇": "█",
    "▕": "│", "▔": "▀", "▼": "v", "▲": "^", "●": "o", "─": "─", "│": "│",
  ]

  private static let asciiForms: [Unicode.Scalar: Unicode.Scalar] = [
    "▏": " ", "▎": " ", "▍": " ", "▌": "#", "▋": "#", "▊": "#", "▉": "#", "█": "#",
    "▁": " ", "▂": ".", "▃": ".", "▄": "_", "▅": "o", "▆": "#", "▇": "#", "▀": "'",
    "░": ".", "▒": ":", "▓": "#", "▕": "|", "▔": "'",
    "─": "-", "│": "|", "┼": "+", "┃": "|", "━": "=", "┄": "-", "┊": ":",
    "▼": "v", "▲": "^", "◀": "<", "▶": ">", "●": "o", "·": ".", "…": ".", "−": "-", "–": "-",
    "±": "+", "×": "x", "√": "/", "°": "o", "Δ": "d", "µ": "u", "←": "<", "→": ">",
    "↑": "^", "↓": "v", "♭": "b", "♯": "#", "’": "'", "≤": "<", "≥": ">",
  ]
}
