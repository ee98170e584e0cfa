import Drawing

/// A canvas that notes where every text stands.
struct RecordingCanvas<Inner: Canvas>: Canvas {
  var inner: Inner
  private(set) var texts: [(text: String, box: Rect)] = []

  init(_ inner: Inner) { self.inner = inner }

  var width: Double { inner.width }
  var height: Double { inner.height }
  var isGrid: Bool { inner.isGrid }
  var heatPerCell: (x: Int, y: Int) { inner.heatPerCell }
  var hasColor: Bool { inner.hasColor }
  var clip: Rect? {
    get { inner.clip }
    set { inner.clip = newValue }
  }

  mutating func text(
    _ text: String, _ at: Point, _ color: Color, _ anchor: Anchor, _ face: Face
  ) {
    inner.text(text, at, color, anchor, face)
    let wide = inner.width(text, face)
    let left =
      switch anchor {
      case .left: at.x
      case .centre: at.x - wide / 2
      case .right: at.x - wide
      }
    guard wide > 0 else { return }
    texts.append((text, isGrid ? cells(left, at.y, wide) : letters(left, at.y, wide, face)))
  }

  private func cells(_ left: Double, _ top: Double, _ wide: Double) -> Rect {
    Rect(left.rounded(), top.rounded(), wide, 1)
  }

  /// From the top of a capital to what lies beneath the line, of 18 units a row.
  private func letters(_ left: Double, _ top: Double, _ wide: Double, _ face: Face) -> Rect {
    let size = face == .title ? 14.0 : face == .small ? 10.5 : 12
    let line = (top + 0.5) * 18 + (face == .title ? 5 : 4.4)
    return Rect(left, (line - 0.73 * size) / 18, wide, 0.93 * size / 18)
  }

  mutating func digits(_ text: String, in rect: Rect, _ color: Color) {
    inner.digits(text, in: rect, color)
    texts.append((text, rect))
  }

  func width(_ text: String, _ face: Face) -> Double { inner.width(text, face) }
  mutating func ground(_ rect: Rect, _ color: Color) { inner.ground(rect, color) }
  mutating func veil(_ rect: Rect, _ color: Color) { inner.veil(rect, color) }
  mutating func bar(_ rect: Rect, _ color: Color, _ growth: Growth) {
    inner.bar(rect, color, growth)
  }
  mutating func rule(_ from: Point, _ to: Point, _ color: Color, _ weight: Weight) {
    inner.rule(from, to, color, weight)
  }
  mutating func path(_ points: [Point], _ color: Color, _ weight: Weight) {
    inner.path(points, color, weight)
  }
  mutating func spans(_ spans: [Span], _ color: Color) { inner.spans(spans, color) }
  mutating func dots(_ points: [Point], _ color: Color) { inner.dots(points, color) }
  mutating func heat(_ map: HeatMap, in rect: Rect) { inner.heat(map, in: rect) }

  /// What is cut off at an edge, and what stands over something else.
  var faults: [String] {
    let slack = isGrid ? 0 : 0.12
    var found: [String] = []
    for (index, one) in texts.enumerated() {
      let box = one.box
      if box.x < -slack || box.y < -slack || box.right > width + slack
        || box.bottom > height + slack
      {
        found.append("'\(one.text)' is cut off")
      }
      for other in texts[..<index] {
        let across = min(box.right, other.box.right) - max(box.x, other.box.x)
        let down = min(box.bottom, other.box.bottom) - max(box.y, other.box.y)
        // Words of one line need a space between them.
        if across > (isGrid ? -1 : -0.25), down > slack {
          found.append("'\(other.text)' under '\(one.text)'")
        }
      }
    }
    return found
  }
}
