import Glibc

/// A canvas of a terminal's cells.
public struct CellCanvas: Canvas {
  public let columns: Int
  public let rows: Int
  public let depth: ColorDepth
  public let glyphs: Glyphs
  /// Row by row.
  public private(set) var cells: [Cell]
  public var clip: Rect? {
    didSet {
      let part = clip ?? bounds
      columnRange = Self.range(part.x, part.right, columns)
      rowRange = Self.range(part.y, part.bottom, rows)
    }
  }
  private var columnRange: Range<Int>
  private var rowRange: Range<Int>

  public init(columns: Int, rows: Int, depth: ColorDepth, glyphs: Glyphs) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    self.depth = depth
    self.glyphs = glyphs
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
    columnRange = 0..<self.columns
    rowRange = 0..<self.rows
  }

  public var width: Double { Double(columns) }
  public var height: Double { Double(rows) }
  public var isGrid: Bool { true }
  public var hasColor: Bool { depth != .none }
  public var heatPerCell: (x: Int, y: Int) { (1, isShaded ? 1 : 2) }

  /// Whether heat maps are told apart by characters instead of colours.
  var isShaded: Bool { glyphs == .ascii || depth.rawValue < ColorDepth.palette.rawValue }

  private static func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
    let first = min(max(Int(from.rounded()), 0), count)
    return first..<max(min(Int(to.rounded()), count), first)
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool {
    columnRange.contains(column) && rowRange.contains(row)
  }

  /// What stands at a place.
  public func cell(_ column: Int, _ row: Int) -> Cell { cells[row * columns + column] }

  private mutating func set(
    _ column: Int, _ row: Int, _ glyph: Unicode.Scalar, _ ink: Color, isBold: Bool = false
  ) {
    guard isInside(column, row) else { return }
    let place = row * columns + column
    cells[place].glyph = glyph
    cells[place].ink = ink
    cells[place].isBold = isBold
  }

  public mutating func ground(_ rect: Rect, _ color: Color) {
    for row in Self.range(rect.y, rect.bottom, rows).clamped(to: rowRange) {
      for column in Self.range(rect.x, rect.right, columns).clamped(to: columnRange) {
        cells[row * columns + column].ground = color
      }
    }
  }

  public mutating func veil(_ rect: Rect, _ color: Color) {
    for row in Self.range(rect.y, rect.bottom, rows).clamped(to: rowRange) {
      for column in Self.range(rect.x, rect.right, columns).clamped(to: columnRange) {
        let place = row * columns + column
        cells[place].ink = cells[place].ink?.mixed(color, veilDensity)
        cells[place].ground = cells[place].ground?.mixed(color, veilDensity)
        // Where there are few colours strokes say it.
        if depth.rawValue < ColorDepth.palette.rawValue, cells[place].isBlank {
          set(column, row, "/", cells[place].ink ?? color)
        }
      }
    }
  }

  // MARK: bars and lines

  public mutating func bar(_ rect: Rect, _ color: Color, _ growth: Growth) {
    guard rect.width.isFinite, rect.height.isFinite, !rect.isEmpty else { return }
    switch growth {
    case .right:
      let first = Int(rect.x.rounded())
      let eighths = Int(((rect.right - Double(first)) * 8).rounded())
      for row in Self.range(rect.y, max(rect.bottom, rect.y + 1), rows) {
        for step in 0..<max((eighths + 7) / 8, 0) {
          fill(first + step, row, Self.rightward[min(eighths - 8 * step, 8)], color)
        }
      }
    case .up:
      let last = Int(rect.bottom.rounded()) - 1
      let eighths = Int(((Double(last + 1) - rect.y) * 8).rounded())
      for column in Self.range(rect.x, max(rect.right, rect.x + 1), columns) {
        for step in 0..<max((eighths + 7) / 8, 0) {
          fill(column, last - step, Self.upward[min(eighths - 8 * step, 8)], color)
        }
      }
    }
  }

  /// Draws a block; over another bar, what it leaves free shows that one.
  private mutating func fill(_ column: Int, _ row: Int, _ glyph: Unicode.Scalar, _ color: Color) {
    guard isInside(column, row) else { return }
    let place = row * columns + column
    if cells[place].glyph == "█", glyph != "█", let below = cells[place].ink {
      cells[place].ground = below
    }
    set(column, row, glyph, color)
  }

  private static let rightward: [Unicode.Scalar] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  private static let upward: [Unicode.Scalar] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  public mutating func rule(_ from: Point, _ to: Point, _ color: Color, _ weight: Weight) {
    guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { return }
    if from.y == to.y {
      let row = Int(from.y.rounded(.down))
      let ends = (min(from.x, to.x), max(from.x, to.x))
      for column in Self.range(ends.0, ends.1, columns) {
        cross(column, row, "─", color, weight)
      }
    } else {
      let column = Int(from.x.rounded(.down))
      let ends = (min(from.y, to.y), max(from.y, to.y))
      for row in Self.range(ends.0, ends.1, rows) { cross(column, row, "│", color, weight) }
    }
  }

  /// Draws a piece of a line: a hair line gives way to what is there.
  private mutating func cross(
    _ column: Int, _ row: Int, _ glyph: Unicode.Scalar, _ color: Color, _ weight: Weight
  ) {
    guard isInside(column, row) else { return }
    let old = cell(column, row)
    // A stronger line stands over weaker ones.
    if weight == .hair, !old.isBlank, old.glyph != "─", old.glyph != "│" { return }
    let crosses =
      weight == .hair && old.glyph == "─" && glyph == "│" || old.glyph == "│" && glyph == "─"
    if weight != .hair, old.glyph == "█", let below = old.ink {
      cells[row * columns + column].ground = below
    }
    set(column, row, crosses ? "┼" : glyph, color, isBold: weight == .bold)
  }

  // MARK: text

  public mutating func text(
    _ text: String, _ at: Point, _ color: Color, _ anchor: Anchor, _ face: Face
  ) {
    guard at.x.isFinite, at.y.isFinite else { return }
    let scalars = text.unicodeScalars
    let count = scalars.count
    let start: Double =
      switch anchor {
      case .left: at.x
      case .centre: at.x - Double(count) / 2
      case .right: at.x - Double(count)
      }
    let row = Int(at.y.rounded())
    for (index, scalar) in scalars.enumerated() {
      let column = Int(start.rounded()) + index
      guard isInside(column, row) else { continue }
      let old = cell(column, row)
      if old.glyph == "█", let below = old.ink { cells[row * columns + column].ground = below }
      // Control characters of a name would move the cursor.
      let isControl = scalar.value < 32 || 127..<160 ~= scalar.value
      set(column, row, isControl ? "?" : scalar, color, isBold: face == .bold || face == .title)
    }
  }

  public func width(_ text: String, _ face: Face) -> Double {
    Double(text.unicodeScalars.count)
  }

  // MARK: dots

  /// Sets one of the 2 × 4 dots of a cell.
  mutating func dot(_ x: Int, _ y: Int, _ color: Color) {
    let (column, row) = (x >> 1, y >> 2)
    guard isInside(column, row) else { return }
    let bits: [UInt32] = [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80]
    let old = cells[row * columns + column].glyph.value
    let mask = 0x2800...0x28FF ~= old ? old & 255 : 0
    let bit = bits[(x & 1) * 4 + (y & 3)]
    if let glyph = Unicode.Scalar(0x2800 + (mask | bit)) { set(column, row, glyph, color) }
  }

  mutating func shade(_ column: Int, _ row: Int, _ glyph: Unicode.Scalar, _ ink: Color) {
    set(column, row, glyph, ink)
  }

  mutating func halves(_ column: Int, _ row: Int, _ upper: Color, _ lower: Color) {
    guard isInside(column, row) else { return }
    let place = row * columns + column
    cells[place].glyph = upper == lower ? " " : "▀"
    cells[place].ink = upper
    cells[place].ground = lower
    cells[place].isBold = false
  }
}
