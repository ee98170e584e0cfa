import CSoxr

/// How much work a resampler does for how much quality.
public struct ResamplingQuality: Equatable, Sendable {
  /// The five qualities of libsoxr.
  public enum Level: String, CaseIterable, Sendable {
    /// Cubic interpolation: no filter against aliases.
    case quick
    /// 16 bits, pass-band to 2/3 of the lower Nyquist frequency.
    case low
    /// 16 bits.
    case medium
    /// 20 bits, pass-band to 91 %.
    case high
    /// 28 bits, pass-band to 91 %.
    case veryHigh = "very-high"
  }

  /// What the filter does to the phase.
  public enum Phase: String, CaseIterable, Sendable {
    /// No change; it rings before a click as long as behind it.
    case linear
    /// Less ringing before a click.
    case intermediate
    /// No ringing before a click; low frequencies come earlier than high ones.
    case minimum
  }

  public var level: Level
  public var phase: Phase
  /// Whether the pass-band goes to 99 % of the lower Nyquist frequency.
  public var isSteep: Bool

  public init(_ level: Level = .high, phase: Phase = .linear, isSteep: Bool = false) {
    self.level = level
    self.phase = phase
    self.isSteep = isSteep
  }

  /// libsoxr's word for it.
  var recipe: UInt {
    let level =
      switch level {
      case .quick: SOXR_QQ
      case .low: SOXR_LQ
      case .medium: SOXR_MQ
      case .high: SOXR_20_BITQ
      case .veryHigh: SOXR_28_BITQ
      }
    let phase =
      switch phase {
      case .linear: SOXR_LINEAR_PHASE
      case .intermediate: SOXR_INTERMEDIATE_PHASE
      case .minimum: SOXR_MINIMUM_PHASE
      }
    return UInt(level) | UInt(phase) | (isSteep ? UInt(SOXR_STEEP_FILTER) : 0)
  }
}
