public import Fourier

/// What is known of the beat: the fields of BEAT.
public struct BeatReading: Sendable {
  /// NaN below the threshold.
  public var bpm = Float.nan
  /// 0…1.
  public var regularity: Float = 0
}

/// placeholder
public struct BeatMeter: ~Copyable {
  public private(set) var reading = BeatReading()
  public init(rate: Double) throws(FourierError) {}
  public mutating func add(_ signals: [[Float]], frames: Int) {}
  public mutating func gap(frames: Int) {}
  public mutating func beginSession() {}
}
