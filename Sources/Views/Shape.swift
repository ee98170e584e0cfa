public import Drawing

/// What a view must know of its canvas before there is one.
public struct Shape: Equatable, Sendable {
  public var width: Double
  public var height: Double
  public var isGrid: Bool
  /// How many values of a heat map a cell shows.
  public var heatX: Int
  public var heatY: Int

  public init(_ canvas: some Canvas) {
    width = canvas.width
    height = canvas.height
    isGrid = canvas.isGrid
    (heatX, heatY) = canvas.heatPerCell
  }
}
