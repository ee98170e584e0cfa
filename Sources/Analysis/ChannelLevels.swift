/// The levels of one channel at the end of a block.
///
/// dBFS (a full-scale sine has an RMS of −3.01 and a peak of 0) and dBTP; −∞ for digital silence, NaN for what
/// is not known.
public struct ChannelLevels: Sendable, Equatable {
  /// RMS of the block.
  public var rms = Float.nan
  /// One-pole mean of the square, τ 125 ms, at the block's last frame.
  public var display = Float.nan
  /// The same with τ 1 s.
  public var displaySlow = Float.nan
  /// Highest sample magnitude of the block.
  public var peak = Float.nan
  /// The held peak at the block's last frame.
  public var heldPeak = Float.nan
  /// Highest of the block's samples and of the oversampled output made while it went in, 10 to 26 frames late.
  public var truePeak = Float.nan
  /// Highest true peak of the session.
  public var truePeakMax = Float.nan
  /// Clip events of the session.
  public var clipEvents: Int64 = 0
  /// Whether a sample of this block belongs to a clip event.
  public var clipped = false
  /// Mean of the block's samples, linear, full scale 1.
  public var dc = Float.nan
  /// Mean square, linear, of the last whole half second counted from the source's start.
  public var meanSquare = Float.nan
}

/// The A-weighted levels of all channels but the LFE together, dBFS(A): 0 is a mean square of 1.
public struct WeightedLevels: Sendable, Equatable {
  /// One-pole mean of the square, τ 125 ms, mean over the channels.
  public var aFast = Float.nan
  /// The same with τ 1 s.
  public var aSlow = Float.nan
  /// Energy mean since the session began.
  public var laeq = Float.nan
}
