/// What views draw on: a terminal's cells, or a picture of cairo.
///
/// Both are measured in cells, of a width that takes a character and a height that takes a line of
/// text, so that a view lays itself out once. Places between cells are kept as well as the canvas
/// can: exactly in a picture; by eighths of a cell for bars, halves for heat maps, and two by four
/// dots for paths on a terminal.
public protocol Canvas {
  var width: Double { get }
  var height: Double { get }
  /// Whether every character has its cell: columns of equal width look better there than exact ones.
  var isGrid: Bool { get }
  /// How many values of a heat map a cell shows.
  var heatPerCell: (x: Int, y: Int) { get }
  /// Whether colours tell things apart.
  var hasColor: Bool { get }
  /// What is drawn outside is not seen; nil for no limit.
  var clip: Rect? { get set }

  /// Colours the background.
  mutating func ground(_ rect: Rect, _ color: Color)
  /// Lays a veil over what is there, so that it steps back.
  mutating func veil(_ rect: Rect, _ color: Color)
  /// Fills a bar that grows to the right or upward.
  mutating func bar(_ rect: Rect, _ color: Color, _ growth: Growth)
  /// A horizontal or vertical line.
  mutating func rule(_ from: Point, _ to: Point, _ color: Color, _ weight: Weight)
  /// A line of text; `at` is the top of its row.
  mutating func text(_ text: String, _ at: Point, _ color: Color, _ anchor: Anchor, _ face: Face)
  /// A path through points; one that is not finite begins a new path.
  mutating func path(_ points: [Point], _ color: Color, _ weight: Weight)
  /// Vertical spans from a lower to a higher place, side by side: an envelope.
  mutating func spans(_ spans: [Span], _ color: Color)
  /// Points that are not joined.
  mutating func dots(_ points: [Point], _ color: Color)
  mutating func heat(_ map: HeatMap, in rect: Rect)
  /// How wide a text is, cells.
  func width(_ text: String, _ face: Face) -> Double
  /// Digits as high as the part, or as wide.
  mutating func digits(_ text: String, in rect: Rect, _ color: Color)
}

/// How much of a veil's colour covers what lies beneath.
let veilDensity = 0.65

/// Where a bar grows.
public enum Growth: Sendable { case right, up }

/// How strong a line is.
public enum Weight: Sendable { case hair, line, bold }

/// Which part of a text stands at its place.
public enum Anchor: Sendable { case left, centre, right }

/// How a text is set.
public enum Face: Sendable { case plain, small, bold, title }

/// One column of an envelope.
public struct Span: Equatable, Sendable {
  public var x: Double
  public var width: Double
  public var top: Double
  public var bottom: Double

  public init(x: Double, width: Double, top: Double, bottom: Double) {
    self.x = x
    self.width = width
    self.top = top
    self.bottom = bottom
  }
}

/// Values to be shown as colours.
public struct HeatMap: Sendable {
  public let columns: Int
  public let rows: Int
  /// 0…1, the top row first; NaN where there is nothing.
  public var values: [Float]
  public let colors: ColorMap
  /// Where there is nothing.
  public let ground: Color

  public init(columns: Int, rows: Int, values: [Float], colors: ColorMap, ground: Color) {
    precondition(values.count == columns * rows)
    self.columns = columns
    self.rows = rows
    self.values = values
    self.colors = colors
    self.ground = ground
  }

  /// The colour of a value of the map.
  func color(_ column: Int, _ row: Int) -> Color {
    let value = values[row * columns + column]
    return value.isNaN ? ground : colors.color(value)
  }
}

extension Canvas {
  public mutating func text(_ text: String, _ at: Point, _ color: Color) {
    self.text(text, at, color, .left, .plain)
  }

  public mutating func text(_ text: String, _ at: Point, _ color: Color, _ anchor: Anchor) {
    self.text(text, at, color, anchor, .plain)
  }

  /// The whole canvas.
  public var bounds: Rect { Rect(0, 0, width, height) }
}
