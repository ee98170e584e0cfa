import Testing

@testable import Drawing

private func canvas(
  _ columns: Int = 20, _ rows: Int = 4, depth: ColorDepth = .none, glyphs: Glyphs = .full
) -> CellCanvas {
  CellCanvas(columns: columns, rows: rows, depth: depth, glyphs: glyphs)
}

private let white = Color(0xFFFFFF)

@Suite struct CanvasTests {
  @Test(arguments: [(2.5, "██▌"), (3.0, "███"), (0.125, "▏"), (1.875, "█▉"), (0.04, "")])
  func `a bar ends at the nearest eighth of a cell`(width: Double, text: String) {
    var canvas = canvas()
    canvas.bar(Rect(1, 2, width, 1), white, .right)
    let shown = CellPainter.lines(canvas)[2]
    #expect(shown == (text.isEmpty ? "" : " " + text))
  }

  @Test(arguments: [(1.0, "█"), (1.5, "▄"), (1.875, "▁"), (1.25, "▆")])
  func `a column grows up from its foot by eighths`(top: Double, text: String) {
    var canvas = canvas()
    canvas.bar(Rect(0, top, 1, 2 - top), white, .up)
    #expect(CellPainter.lines(canvas)[1] == text)
    #expect(CellPainter.lines(canvas)[0].isEmpty)
  }

  @Test func `nothing is drawn of what is no number, or lies outside`() {
    var canvas = canvas()
    canvas.bar(Rect(0, 0, .nan, 1), white, .right)
    canvas.path([Point(.nan, 1), Point(3, .infinity), Point(-4, 900)], white, .line)
    canvas.spans([Span(x: 0, width: 1, top: .nan, bottom: 1)], white)
    canvas.rule(Point(.nan, 0), Point(4, 0), white, .line)
    canvas.text("far", Point(90, 1), white)
    canvas.text("above", Point(0, -3), white)
    #expect(CellPainter.lines(canvas).allSatisfy { $0.isEmpty })
    canvas.clip = Rect(2, 0, 3, 1)
    canvas.text("abcdefgh", Point(0, 0), white)
    #expect(CellPainter.lines(canvas)[0] == "  cde")
  }

  @Test func `dots of a path share cells`() {
    var canvas = canvas()
    canvas.path([Point(0, 0.1), Point(1.9, 0.1)], white, .line)
    canvas.dots([Point(0.1, 0.9)], white)
    // Dots 1 and 4 of both cells, and dot 7 of the first.
    #expect(CellPainter.lines(canvas)[0] == "\u{2849}\u{2809}")
  }

  @Test(arguments: [Glyphs.ascii, .blocks])
  func `a poor terminal gets what it can show`(glyphs: Glyphs) {
    var canvas = canvas(40, 4, depth: .full, glyphs: glyphs)
    canvas.bar(Rect(0, 0, 3.4, 1), white, .right)
    canvas.bar(Rect(5, 0.3, 2, 3), white, .up)
    canvas.path([Point(8, 0), Point(20, 4)], white, .line)
    canvas.rule(Point(0, 3), Point(40, 3), white, .hair)
    canvas.rule(Point(30, 0), Point(30, 4), white, .hair)
    canvas.text("Δ −3 µs ▼ 5 °… × ← →", Point(20, 1), white)
    let text = CellPainter.lines(canvas).joined()
    let limit: UInt32 = glyphs == .ascii ? 126 : 0x25FF
    #expect(text.unicodeScalars.allSatisfy { $0.value <= limit })
    #expect(!text.contains("?"))
    #expect(text.contains(glyphs == .ascii ? "###" : "███"))
  }

  @Test func `names cannot move the cursor`() {
    var canvas = canvas()
    canvas.text("a\u{1B}[2J\nb", Point(0, 0), white)
    #expect(CellPainter.lines(canvas)[0] == "a?[2J?b")
  }

  @Test(arguments: [
    (ColorDepth.full, "38;2;1;2;3"), (.palette, "38;5;"), (.basic, ";30"), (.none, "x"),
  ])
  func `colours are said as the terminal knows them`(depth: ColorDepth, code: String) {
    var canvas = canvas(depth: depth)
    canvas.text("x", Point(0, 0), Color(0x010203))
    let line = CellPainter.lines(canvas)[0]
    #expect(line.contains(code))
    #expect(line.contains("\u{1B}") == (depth != .none))
  }

  @Test func `only what has changed is written`() {
    var painter = CellPainter()
    var canvas = canvas(40, 10)
    canvas.text("hello", Point(3, 5), white)
    #expect(painter.update(canvas).contains("hello"))
    #expect(painter.update(canvas).isEmpty)
    canvas.text("j", Point(3, 5), white)
    let update = painter.update(canvas)
    #expect(update.contains("\u{1B}[6;4Hj"))
    // One cell, and one row that is mended on the way.
    #expect(update.count { $0 == "H" } <= 2)
    #expect(!update.contains("jello"))
    painter.forget()
    #expect(painter.update(canvas).contains("jello"))
  }

  @Test func `a new size clears the terminal`() {
    var painter = CellPainter()
    _ = painter.update(canvas(10, 3))
    #expect(painter.update(canvas(12, 3)).hasPrefix("\u{1B}[0m\u{1B}[2J"))
  }

  @Test func `a heat map pairs two values a cell, or shades`() {
    let map = HeatMap(
      columns: 2, rows: 2, values: [0, 1, 1, .nan], colors: ColorMap([Color(0), white]),
      ground: Color(0x112233))
    var full = canvas(2, 1, depth: .full)
    full.heat(map, in: full.bounds)
    #expect(full.cell(0, 0).glyph == "▀")
    #expect(full.cell(0, 0).ink == Color(0) && full.cell(0, 0).ground == white)
    #expect(full.cell(1, 0).ground == Color(0x112233))
    var plain = canvas(2, 2)
    #expect(plain.heatPerCell == (1, 1))
    plain.heat(map, in: plain.bounds)
    #expect(CellPainter.lines(plain) == ["·█", "█"])
  }

  @Test func `large digits are as wide as they say`() {
    #expect(BigDigit.width("10") == 7)
    #expect(BigDigit.blocks("1").count == 8)
    #expect(BigDigit.blocks("--").count == 6)
  }
}
