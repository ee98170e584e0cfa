/// Everything known of the programme's loudness after the last whole 10 ms hop.
///
/// LUFS, LU, dBTP, dB and dBFS; NaN for what is not known yet or what a gate leaves without blocks,
/// −∞ for the level of digital silence.
public struct LoudnessReading: Sendable, Equatable {
  /// LUFS over the last 0.4 s.
  public var momentary = Float.nan
  /// LUFS over the last 3 s.
  public var shortTerm = Float.nan
  /// LUFS of the session, gated.
  public var integrated = Float.nan
  /// Loudness range, LU.
  public var range = Float.nan
  /// LUFS at the range's lower end (tenth percentile).
  public var rangeLow = Float.nan
  /// LUFS at the range's upper end (ninety-fifth percentile).
  public var rangeHigh = Float.nan
  /// Highest momentary loudness of the session.
  public var momentaryMax = Float.nan
  /// Highest short-term loudness of the session.
  public var shortTermMax = Float.nan
  /// Highest true peak of the session over all channels, dBTP.
  public var truePeakMax = Float.nan
  /// Highest true peak of the last 3 s less `shortTerm`, dB.
  public var psr = Float.nan
  /// `truePeakMax` less `integrated`, dB.
  public var plr = Float.nan
  /// Sample peak less RMS of the last whole 100 ms step of the source, dB.
  public var crest = Float.nan
  /// `truePeakMax` below 0 dBTP, dB.
  public var headroom = Float.nan
  /// The tenth percentile of the RMS of the last 300 steps of 100 ms, dBFS.
  public var floorP10 = Float.nan
  /// RMS of the last whole step less `floorP10`, dB.
  public var snrEstimate = Float.nan
  /// LUFS asked for.
  public var target = Float.nan
  /// `integrated` less `target`, LU.
  public var targetDelta = Float.nan
  /// LUFS.
  public var absoluteThreshold = Float(LoudnessHistogram.absoluteGate)
  /// The relative gate of integrated loudness, LUFS.
  public var relativeThreshold = Float.nan
  /// The relative gate of the range, LUFS.
  public var rangeThreshold = Float.nan
  /// Seconds heard in the session, without what was lost.
  public var measuredSeconds: Float = 0
  /// Gating blocks left out because they touch a gap.
  public var blocksExcluded: Int64 = 0
  /// Whether less than 60 s of the session have been heard.
  public var rangeProvisional = true
  /// Whether the momentary window touches lost frames or replaced samples.
  public var gapMomentary = false
  /// Whether the short-term window does.
  public var gapShortTerm = false
  /// Whether one channel counted as two.
  public var dualMono = false
  /// Code of the channel layout.
  public var layout: UInt32 = 0
}
