/// One spectrum of one signal: the fields of SPEC.
///
/// Levels in dBFS, frequencies in Hz; NaN is not known, −∞ is silence.
public struct SpectrumReading: Sendable {
  /// Frame of the window's last sample, −1 before the first spectrum.
  public var position: Int64 = -1
  /// Whether the window touches a gap, or reaches before the beginning.
  public var gap = true
  public var bands: [Float] = []
  public var heldBands: [Float] = []
  public var bands24: [Float] = []
  /// The strongest first, at most six.
  public var components: [SpectrumComponent] = []
  public var centroid = Float.nan
  public var bandwidth = Float.nan
  public var rolloff85 = Float.nan
  /// 0…1.
  public var flatness = Float.nan
  public var dominant = Float.nan
  public var note: Note?
  /// Level of each bin, empty unless asked for.
  public var bins: [Float] = []
}

/// One local maximum of a spectrum.
public struct SpectrumComponent: Sendable {
  /// Hz.
  public var frequency: Double
  /// dBFS: the peak of the sine.
  public var level: Double
  public var note: Note?
  /// Which multiple of `fundamental` it is, nil if that is not known.
  public var harmonic: Int?
  /// Hz, NaN if there is none.
  public var fundamental = Double.nan
}

/// The nearest note of equal temperament.
public struct Note: Sendable, Equatable {
  /// As MIDI counts: 69 is A4.
  public var number: UInt32
  /// Above the note, −50…50.
  public var cents: Float
}
