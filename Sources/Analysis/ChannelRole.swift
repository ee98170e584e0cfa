/// What a channel counts for in programme loudness.
///
/// Source: ITU-R BS.1770-5, Annex 3, table 4.
public enum ChannelRole: Sendable, Equatable {
  /// Weight 1: everything that is neither of the others.
  case main
  /// Weight 1.41: elevation below 30° either way and azimuth from 60° to 120° either way.
  case side
  /// Weight 0: low-frequency effects. Not counted in loudness, RMS or A-weighted levels.
  case lowFrequency

  /// The factor on the channel's mean square.
  public var weight: Double {
    switch self {
    case .main: 1
    case .side: 1.41
    case .lowFrequency: 0
    }
  }
}
