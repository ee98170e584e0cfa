/// Turns cells into what a terminal is sent: only what has changed since the last time.
public struct CellPainter {
  private var shown: [Cell] = []
  private var columns = 0
  private var style: Cell?
  /// The row that is sent again with the next picture, since others may have written there.
  private var mended = 0

  public init() {}

  /// Forgets what the terminal shows: everything is sent again.
  public mutating func forget() { shown = [] }

  /// What brings the terminal from the last picture to this one.
  ///
  /// - Parameter canvas: as large as the terminal.
  /// - Returns: characters and escape sequences; nothing where nothing has changed.
  public mutating func update(_ canvas: CellCanvas) -> String {
    var text = ""
    if canvas.columns != columns || canvas.cells.count != shown.count {
      text = "\u{1B}[0m\u{1B}[2J"
      columns = canvas.columns
      shown = []
    }
    let isFresh = shown.isEmpty
    style = nil
    let isSame = !isFresh && canvas.cells == shown
    if isSame { return "" }
    mended = (mended + 1) % canvas.rows
    for row in 0..<canvas.rows {
      var cursor = -1
      for column in 0..<columns {
        let place = row * columns + column
        guard isFresh || row == mended || canvas.cells[place] != shown[place] else { continue }
        if cursor != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        append(canvas.cells[place], canvas, to: &text)
        cursor = column + 1
      }
    }
    if style != nil { text += "\u{1B}[0m" }
    shown = canvas.cells
    return text
  }

  /// Lines of text for a terminal or a file: spaces at the end are left out.
  ///
  /// - Parameter canvas: with or without colours.
  /// - Returns: a line each, without escape sequences where there are no colours.
  public static func lines(_ canvas: CellCanvas) -> [String] {
    var painter = CellPainter()
    return (0..<canvas.rows).map { row in
      var cells = canvas.cells[row * canvas.columns..<(row + 1) * canvas.columns]
      while let last = cells.last, last.isBlank, canvas.depth == .none || last.ground == nil {
        cells.removeLast()
      }
      var text = ""
      painter.style = nil
      for cell in cells { painter.append(cell, canvas, to: &text) }
      return text + (canvas.depth == .none || text.isEmpty ? "" : "\u{1B}[0m")
    }
  }

  private mutating func append(_ cell: Cell, _ canvas: CellCanvas, to text: inout String) {
    if canvas.depth != .none {
      let ink = cell.isBlank ? style?.ink : cell.ink
      if style == nil || style?.ink != ink || style?.ground != cell.ground
        || style?.isBold != cell.isBold
      {
        text += "\u{1B}[0" + (cell.isBold ? ";1" : "")
        if let ink { text += Self.code(ink, canvas.depth, base: 30) }
        if let ground = cell.ground { text += Self.code(ground, canvas.depth, base: 40) }
        text += "m"
        style = cell
        style?.ink = ink
      }
    }
    text.unicodeScalars.append(canvas.glyphs.shown(cell.glyph))
  }

  private static func code(_ color: Color, _ depth: ColorDepth, base: Int) -> String {
    switch depth {
    case .none: return ""
    case .basic:
      let index = color.basicIndex
      return ";\(index < 8 ? base + index : base + 52 + index)"
    case .palette: return ";\(base + 8);5;\(color.paletteIndex)"
    case .full: return ";\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
