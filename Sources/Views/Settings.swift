public import Drawing
import SampleIO

/// What a view is told by the command line.
public struct ViewSettings: Sendable {
  /// A number of picture elements, or of a terminal's columns and rows.
  public var size: (width: Int, height: Int)?
  public var scale = 1.0
  public var framesPerSecond = 30.0
  public var isASCII = false
  public var theme = Theme.studio
  public var colorName = "magma"
  public var colors = ColorMap([Color(0)])
  public var axis = FrequencyAxis(low: 45, high: 16_000, isLinear: false)
  /// Whether the highest frequency is left to the source's rate.
  public var isHighestFree = true
  public var floor = -100.0
  public var ceiling = 0.0
  public var gain = 0.0
  public var isDensity = false
  public var showsBins = false
  public var showsPair = false
  /// Whether the EBU +18 scale is drawn instead of +9.
  public var isWide = false
  /// Whether loudness is shown relative to the target.
  public var isRelative = false
  public var isSlow = false
  /// The one that is read, from 0; nil unless somebody has said.
  public var channel: Int?
  /// dB that make a reading dBA or SPL.
  public var calibration: Double?
  public var history: String?
  /// What a waveform keeps, s.
  public var trim: ClosedRange<Double>?
  public var isDescribed = false

  public init() {
    setColors("magma")
  }

  /// Ends the axis at half the rate of a source, where nobody has said and nothing lies above.
  mutating func fit(rate: Double) {
    guard isHighestFree else { return }
    axis.high = min(16_000, max(rate / 2, 2 * axis.low))
  }

  /// Chooses the colours of levels.
  ///
  /// - Parameter text: as in `ColorMap`.
  /// - Returns: whether it is one.
  @discardableResult
  public mutating func setColors(_ text: String) -> Bool {
    guard let map = ColorMap(text, ground: theme.ground) else { return false }
    colorName = text
    colors = map
    return true
  }

  /// How a level is shown as a part of the colours.
  func part(_ level: Float) -> Float {
    Float((Double(level) + gain - floor) / (ceiling - floor))
  }
}
