import Drawing

/// Something that lays itself out on any canvas.
protocol Drawable {
  func draw(on canvas: inout some Canvas)
}

/// What to put before a view that lacks a section.
enum Hint {
  /// - Parameters:
  ///   - view: that lacks it.
  ///   - section: its tag.
  ///   - channel: that is wanted of it, from 0; nil for any.
  ///   - tool: what makes it.
  /// - Returns: a line.
  static func text(
    _ view: String, needs section: String, _ channel: Int? = nil, from tool: String
  ) -> String {
    guard let channel else { return "\(view) needs \(section): … | \(tool) | sm-render \(view)" }
    return "\(view) needs \(section) of channel \(channel + 1): … | \(tool) --fold each | "
      + "sm-render \(view) --channel \(channel + 1)"
  }

  /// The same, unless nothing has come yet.
  static func text(
    _ source: SourceState, _ view: String, needs section: String, _ channel: Int? = nil,
    from tool: String
  ) -> String {
    source.channels > 0
      ? text(view, needs: section, channel, from: tool) : "waiting for the input"
  }

  static func text(_ what: String, from tool: String, view: String) -> String {
    "\(what): … | \(tool) | sm-render \(view)"
  }
}
