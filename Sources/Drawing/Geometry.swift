import Glibc

/// A place on a canvas, in cells from its top left corner.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A part of a canvas, in cells.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  public var right: Double { x + width }
  public var bottom: Double { y + height }
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The part without so much at each side.
  public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0)
    -> Rect
  {
    Rect(x + left, y + top, width - left - right, height - top - bottom)
  }
}

/// An axis of values, laid over a stretch of a canvas.
public struct Scale: Equatable, Sendable {
  public let low: Double
  public let high: Double
  /// Where `low` and `high` lie, cells.
  public let from: Double
  public let to: Double
  public let isLogarithmic: Bool

  /// - Parameters:
  ///   - low: value at `from`; above 0 on a logarithmic axis.
  ///   - high: value at `to`.
  ///   - from: place of `low`, cells.
  ///   - to: place of `high`, cells.
  ///   - isLogarithmic: whether equal ratios are equally long.
  public init(
    _ low: Double, _ high: Double, from: Double, to: Double, isLogarithmic: Bool = false
  ) {
    self.low = low
    self.high = high
    self.from = from
    self.to = to
    self.isLogarithmic = isLogarithmic
  }

  /// How far along a value lies: 0 at `low`, 1 at `high`; NaN of NaN.
  public func part(_ value: Double) -> Double {
    isLogarithmic ? log2(value / low) / log2(high / low) : (value - low) / (high - low)
  }

  /// Where a value lies, cells.
  public func place(_ value: Double) -> Double { from + part(value) * (to - from) }

  /// Where a value lies, no further than the ends; −∞ is at `from`.
  public func clamped(_ value: Double) -> Double {
    let part = part(value)
    return from + (part > 0 ? min(part, 1) : 0) * (to - from)
  }

  /// The value at a part of the way.
  public func value(atPart part: Double) -> Double {
    isLogarithmic ? low * exp2(log2(high / low) * part) : low + (high - low) * part
  }
}
