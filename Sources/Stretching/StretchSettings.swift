import CRubberBand
import Glibc

/// How a stretcher changes time and pitch, and with how much care.
public struct StretchSettings: Equatable, Sendable {
  /// What the engines do well.
  public static let tempos = 0.1...10.0
  public static let pitches = -2400.0...2400.0

  /// How much faster the sound becomes: 2 is half as long.
  public var tempo: Double
  /// How much higher, cents.
  public var cents: Double
  /// Whether the spectral envelope stays where it was: a voice keeps its vowels.
  public var keepsFormants: Bool
  /// Whether the older engine does it, R2, with about half of the work; otherwise R3 does,
  /// unless less than 0.16 of the sound remains before its pitch is changed.
  public var isFast: Bool

  /// - Parameters:
  ///   - tempo: of `tempos`.
  ///   - cents: of `pitches`.
  ///   - keepsFormants: whether the spectral envelope stays.
  ///   - isFast: whether R2 does it.
  public init(
    tempo: Double = 1, cents: Double = 0, keepsFormants: Bool = false, isFast: Bool = false
  ) {
    precondition(Self.tempos.contains(tempo) && Self.pitches.contains(cents))
    self.tempo = tempo
    self.cents = cents
    self.keepsFormants = keepsFormants
    self.isFast = isFast
  }

  /// Whether R2 does it: R3 of Rubber Band 3.1 reads beyond its memory where it shortens much, at
  /// a tenth for certain.
  var usesFaster: Bool { isFast || exp2(cents / 1200) / tempo < 0.16 }

  /// Whether nothing would change.
  public var isNeutral: Bool { tempo == 1 && cents == 0 }

  /// Frames that come out for so many: round(frames / tempo).
  public func frames(_ count: Int64) -> Int64 { Int64((Double(count) / tempo).rounded()) }

  /// Rubber Band's word for it.
  func options(channels: Int) -> RubberBandOptions {
    var options = [RubberBandOptionProcessRealTime, RubberBandOptionThreadingNever]
    // Of R2's ways with transients this one leaves steady tones alone.
    options.append(usesFaster ? RubberBandOptionTransientsMixed : RubberBandOptionEngineFiner)
    if channels > 1 { options.append(RubberBandOptionChannelsTogether) }
    if keepsFormants { options.append(RubberBandOptionFormantPreserved) }
    // Both resample behind the stretch, which is what Rubber Band's start delay is true for.
    if cents > 0 { options.append(RubberBandOptionPitchHighQuality) }
    if cents < 0 { options.append(RubberBandOptionPitchHighConsistency) }
    return RubberBandOptions(options.reduce(0) { $0 | $1.rawValue })
  }
}
