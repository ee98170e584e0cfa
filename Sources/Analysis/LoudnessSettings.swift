/// What a loudness meter is told besides rate and layout.
public struct LoudnessSettings: Sendable, Equatable {
  /// LUFS that `targetDelta` is taken from; nil for none.
  public var target: Double?
  /// Whether one channel counts as two: 3.01 LU more, as it sounds from two loudspeakers.
  public var dualMono: Bool
  /// Linear magnitude from which a sample counts as clipped.
  public var clipLevel: Float
  /// Samples in a row, from 1, that make a clip event.
  public var clipRun: Int
  /// Seconds that a held peak stands still.
  public var holdSeconds: Double
  /// Decibels a second that it falls after that.
  public var decayDBPerSecond: Double

  public init(
    target: Double? = nil, dualMono: Bool = false, clipLevel: Float = 1 - 1 / 32768,
    clipRun: Int = 1, holdSeconds: Double = 1.5, decayDBPerSecond: Double = 20
  ) {
    precondition(clipLevel > 0 && clipRun > 0 && holdSeconds >= 0 && decayDBPerSecond >= 0)
    self.target = target
    self.dualMono = dualMono
    self.clipLevel = clipLevel
    self.clipRun = clipRun
    self.holdSeconds = holdSeconds
    self.decayDBPerSecond = decayDBPerSecond
  }
}
