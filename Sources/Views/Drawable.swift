import Drawing

/// Something that lays itself out on any canvas.
protocol Drawable {
  func draw(on canvas: inout some Canvas)
}

/// What to put before a view that lacks a section.
enum Hint {
  static func text(_ view: String, needs section: String, from tool: String) -> String {
    "\(view) needs \(section): … | \(tool) | sm-render \(view)"
  }

  static func text(_ what: String, from tool: String, view: String) -> String {
    "\(what): … | \(tool) | sm-render \(view)"
  }
}
