/// What an editor does to a piece of sound: which part, how loud, how it begins and ends.
///
/// The gain is the same for all samples: where it would take the peak over full scale, it is less.
public struct ClipEdits: Equatable, Sendable {
  /// What the peak becomes, before `gainDB`; nil leaves it.
  public var normalPeak: Double?
  /// dB.
  public var gainDB = 0.0
  /// Frames.
  public var fadeIn = 0
  /// Frames.
  public var fadeOut = 0

  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == ClipEdits() }

  /// The factor for all samples.
  ///
  /// - Parameter peak: of the part that is kept, linear.
  /// - Returns: the factor, and whether it is less than asked because of the peak; 1 for silence.
  public func gain(peak: Double) -> (factor: Double, isProtected: Bool) {
    guard peak > 0 else { return (1, false) }
    let wanted = (normalPeak.map { $0 / peak } ?? 1) * Level.ratio(gainDB)
    return wanted * peak > 1 ? (1 / peak, true) : (wanted, false)
  }

  /// Edits a piece of the part that is kept.
  ///
  /// - Parameters:
  ///   - samples: of one channel.
  ///   - first: the number of the first, counted from the first that is kept.
  ///   - frames: that are kept.
  ///   - factor: from `gain`.
  /// - Returns: as many.
  public func applied(
    to samples: ArraySlice<Float>, from first: Int, of frames: Int, factor: Double
  ) -> [Float] {
    var result = Array(samples)
    if factor != 1 {
      for index in result.indices { result[index] = Float(Double(result[index]) * factor) }
    }
    let (rise, fall) = (min(fadeIn, frames / 2), min(fadeOut, frames / 2))
    guard first < rise || first + result.count > frames - fall else { return result }
    for index in result.indices {
      let fade = fade(first + index, of: frames)
      let sample = Double(samples[samples.startIndex + index])
      if fade != 1 { result[index] = Float(sample * factor * fade) }
    }
    return result
  }

  /// The factor of a frame's fades: linear, from 0, each over at most half of the frames.
  ///
  /// - Parameters:
  ///   - frame: counted from the first that is kept.
  ///   - frames: that are kept.
  /// - Returns: 0…1.
  public func fade(_ frame: Int, of frames: Int) -> Double {
    let (rise, fall) = (min(fadeIn, frames / 2), min(fadeOut, frames / 2))
    if frame < rise { return Double(frame) / Double(rise) }
    let left = frames - 1 - frame
    return left < fall ? Double(left) / Double(fall) : 1
  }
}
