import Foundation
import Testing

@testable import Drawing

private func picture(_ format: CairoCanvas.Format, scale: Double = 1) throws -> [UInt8] {
  let canvas = try CairoCanvas(format, width: 160, height: 90, scale: scale)
  canvas.ground(canvas.bounds, Color(0xFFFFFF))
  canvas.bar(Rect(2, 1, 4.5, 1), Color(0x0000FF), .right)
  canvas.text("−20 dBFS", Point(1, 3), Color(0), .left, .plain)
  canvas.path([Point(0, 0), Point(.nan, 1), Point(3, 3), Point(4, 4)], Color(0xFF0000), .line)
  canvas.heat(
    HeatMap(
      columns: 2, rows: 1, values: [0, 1], colors: ColorMap([Color(0), Color(0xFFFFFF)]),
      ground: Color(0)), in: Rect(10, 2, 4, 2))
  canvas.describe(title: "A <title> & more", "Words.")
  return try canvas.finish()
}

@Suite struct CairoTests {
  @Test(arguments: [CairoCanvas.Format.png, .svg, .pdf])
  func `the same drawing gives the same bytes`(format: CairoCanvas.Format) throws {
    // cairo numbers surfaces through a process; every process begins with the same.
    let plain = { (bytes: [UInt8]) in
      String(decoding: bytes, as: UTF8.self)
        .replacingOccurrences(
          of: "(surface|glyph|image|clip|mask)[0-9-]+", with: "$1", options: .regularExpression)
    }
    let first = try picture(format)
    #expect(first.count > 200)
    let second = try picture(format)
    if format == .svg { #expect(plain(first) == plain(second)) } else { #expect(first == second) }
  }

  @Test func `a PNG has the size that was asked for, times its scale`() throws {
    let bytes = try picture(.png, scale: 2)
    #expect(Array(bytes[1...3]) == Array("PNG".utf8))
    let number = { (at: Int) in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == 320 && number(20) == 180)
  }

  @Test func `an SVG says what it is, without breaking`() throws {
    let text = String(decoding: try picture(.svg), as: UTF8.self)
    #expect(text.contains("<title>A &lt;title&gt; &amp; more</title>\n<desc>Words.</desc>"))
    // The bar: from 16 to 52, 18 to 36, where cells are 8 x 18.
    #expect(text.contains("M 16 18 L 52 18 L 52 36 L 16 36"))
    #expect(!text.lowercased().contains("nan"))
  }

  @Test func `a PDF has a date that does not move`() throws {
    let text = String(decoding: try picture(.pdf), as: UTF8.self)
    #expect(text.contains("/CreationDate (20000101000000"))
  }

  @Test func `edges are sharp: a heat map's cells are whole pixels`() throws {
    let canvas = try CairoCanvas(.png, width: 160, height: 90, scale: 1)
    #expect(canvas.heatPerCell == (8, 18))
    let part = canvas.pixels(Rect(1.03, 1.01, 2.2, 1))
    #expect(part.x == 8 && part.y == 18 && part.x + part.width == 26)
  }
}
