/// What a scope is told besides the rate.
public struct ScopeSettings: Sendable, Equatable {
  /// Which crossing of the level starts a trace.
  public enum Slope: Sendable { case rising, falling, off }

  public var slope = Slope.rising
  /// The level that has to be crossed.
  public var level = 0.0
  /// Frames that a trace covers, from 2.
  public var spanFrames = 2048
  public var binCount = 256
  /// Frames for which new triggers are ignored after one.
  public var holdoffFrames = 0.0
  /// Whether the last trace stands for as long as nothing triggers; otherwise the newest sound is drawn.
  public var isNormal = false

  public init() {}
}

/// One trace: the fields of SCOP.
public struct ScopeReading: Sendable {
  /// Frame of the source where the level was crossed, NaN for a trace without trigger.
  public var trigger = Double.nan
  /// Whether the trace touches a gap, or reaches before the beginning; false where there is none yet.
  public var gap = false
  public var minima: [Float]
  public var maxima: [Float]
  public var means: [Float]
  public var zeroCrossingRate = Float.nan
  public var correlation = Float.nan
  public var balance = Float.nan
  public var dc = Float.nan

  /// A trace of so many bins without values.
  init(bins: Int) {
    minima = Array(repeating: .nan, count: bins)
    maxima = minima
    means = minima
  }
}
