extension CellCanvas {
  public mutating func path(_ points: [Point], _ color: Color, _ weight: Weight) {
    var last: (x: Int, y: Int)?
    for point in points {
      guard let next = place(point) else {
        last = nil
        continue
      }
      line(last ?? next, next, color)
      last = next
    }
  }

  /// The dot that a point lies in; nil far outside, and where there is no number.
  private func place(_ point: Point) -> (x: Int, y: Int)? {
    let (x, y) = ((point.x * 2).rounded(.down), (point.y * 4).rounded(.down))
    guard x.magnitude < 1e5, y.magnitude < 1e5 else { return nil }
    return (Int(x), Int(y))
  }

  private mutating func line(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), _ color: Color) {
    let steps = max(abs(to.x - from.x), abs(to.y - from.y))
    guard steps > 0 else { return dot(to.x, to.y, color) }
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let x = Double(from.x) + part * Double(to.x - from.x)
      let y = Double(from.y) + part * Double(to.y - from.y)
      dot(Int(x.rounded()), Int(y.rounded()), color)
    }
  }

  public mutating func spans(_ spans: [Span], _ color: Color) {
    for span in spans where span.top.isFinite && span.bottom.isFinite {
      let first = Int((span.x * 2).rounded())
      let last = max(Int(((span.x + span.width) * 2).rounded()) - 1, first)
      let (top, bottom) = (
        Int((span.top * 4).rounded(.down)), Int((span.bottom * 4).rounded(.down))
      )
      guard bottom - top < 100_000 else { continue }
      for x in first...last {
        for y in top...max(bottom, top) { dot(x, y, color) }
      }
    }
  }

  public mutating func dots(_ points: [Point], _ color: Color) {
    for point in points {
      if let place = place(point) { dot(place.x, place.y, color) }
    }
  }

  public mutating func heat(_ map: HeatMap, in rect: Rect) {
    let (left, top) = (Int(rect.x.rounded()), Int(rect.y.rounded()))
    if isShaded {
      let shades: [Unicode.Scalar] =
        glyphs == .ascii
        ? [".", ":", "-", "=", "+", "*", "#", "%", "@"] : ["·", "░", "▒", "▓", "█"]
      for row in 0..<map.rows {
        for column in 0..<map.columns {
          let value = map.values[row * map.columns + column]
          let part = value > 0 ? min(value, 1) : 0
          let shade = min(Int(part * Float(shades.count)), shades.count - 1)
          // A blank says that there is no value, not that it is low.
          self.shade(
            left + column, top + row, value.isNaN ? " " : shades[shade], map.color(column, row))
        }
      }
      return
    }
    for row in 0..<(map.rows + 1) / 2 {
      for column in 0..<map.columns {
        let upper = map.color(column, 2 * row)
        let lower = 2 * row + 1 < map.rows ? map.color(column, 2 * row + 1) : map.ground
        halves(left + column, top + row, upper, lower)
      }
    }
  }

  public mutating func digits(_ text: String, in rect: Rect, _ color: Color) {
    let most = Int(rect.width) / max(BigDigit.width(text) * 2, 1)
    let scale = max(min(Int(rect.height / 5), most), 1)
    let wide = BigDigit.width(text) * scale * 2
    let left = Int((rect.x + (rect.width - Double(wide)) / 2).rounded())
    let top = Int((rect.y + (rect.height - Double(5 * scale)) / 2).rounded())
    for (x, y) in BigDigit.blocks(text) {
      let block = Rect(
        Double(left + x * scale * 2), Double(top + y * scale), Double(2 * scale), Double(scale))
      bar(block, color, .right)
    }
  }
}

/// Digits of five rows of blocks.
enum BigDigit {
  private static let forms: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
    "-": ["   ", "   ", "###", "   ", "   "], "−": ["   ", "   ", "###", "   ", "   "],
    ".": [" ", " ", " ", " ", "#"],
  ]

  /// Blocks from side to side.
  static func width(_ text: String) -> Int {
    max(text.reduce(-1) { $0 + (forms[$1]?[0].count ?? 3) + 1 }, 0)
  }

  /// The blocks that are filled, from the top left.
  static func blocks(_ text: String) -> [(x: Int, y: Int)] {
    var found: [(x: Int, y: Int)] = []
    var left = 0
    for character in text {
      let form = forms[character] ?? []
      for (y, line) in form.enumerated() {
        for (x, mark) in line.enumerated() where mark == "#" { found.append((left + x, y)) }
      }
      left += (form.first?.count ?? 3) + 1
    }
    return found
  }
}
