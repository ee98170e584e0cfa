import Glibc

/// Follows the peaks of a spectrum over time, so that their ranks do not flicker.
///
/// A peak is the same as one before when it lies within one bin. Peaks are ranked by levels smoothed over
/// 0.3 s; two change places when these differ by more than
/// 1 dB, or the levels themselves by more than 6 dB. What is shown is always the newest value.
struct PeakTracker {
  /// The components that are shown at most.
  static let slots = 6
  private static let smoothingSeconds = 0.3
  private static let rankMargin = 1.0
  private static let certainMargin = 6.0
  private static let memorySeconds = 0.25
  private static let stableSeconds = 0.2

  private let rate: Double
  private let resolution: Double
  /// Frames that a peak must have been followed for to count as a steady tone.
  private let stableFrames: Int
  /// In the order of their ranks.
  private var tracks: [Track] = []
  private var frame: Int?

  private struct Track {
    var peak: SpectrumPeak
    var smoothed: Double
    /// Where it has been, on average, Hz.
    var anchor: Double
    /// Since when it has been seen every time; and that as a tone near the anchor.
    var followedSince: Int
    var steadySince: Int
    var lastSeen: Int
  }

  init(rate: Double, length: Int) {
    self.rate = rate
    resolution = rate / Double(length)
    stableFrames = max(Int(Self.stableSeconds * rate), 2 * length)
  }

  /// Takes the peaks of the next spectrum.
  ///
  /// - Parameters:
  ///   - peaks: strongest first.
  ///   - now: frame of the window's end.
  mutating func update(_ peaks: [SpectrumPeak], at now: Int) {
    let passed = Double(now - (frame ?? now)) / rate
    let share = 1 - exp(-passed / Self.smoothingSeconds)
    let known = tracks.count
    for peak in peaks {
      if let near = nearest(peak.frequency, before: known, notSeenAt: now) {
        follow(near, peak, now, share)
      } else {
        tracks.append(
          Track(
            peak: peak, smoothed: peak.level, anchor: peak.frequency, followedSince: now,
            steadySince: now, lastSeen: now))
      }
    }
    frame = now
    let oldest = now - Int(Self.memorySeconds * rate)
    tracks.removeAll { $0.lastSeen < oldest }
    rank(now)
  }

  /// The track within a bin that no peak of this spectrum has been given to.
  private func nearest(_ frequency: Double, before known: Int, notSeenAt now: Int) -> Int? {
    var best: Int?
    var least = resolution
    for index in 0..<known where tracks[index].lastSeen != now {
      let distance = (tracks[index].peak.frequency - frequency).magnitude
      if distance <= least { (best, least) = (index, distance) }
    }
    return best
  }

  private mutating func follow(_ index: Int, _ peak: SpectrumPeak, _ now: Int, _ share: Double) {
    var track = tracks[index]
    track.peak = peak
    track.smoothed += share * (peak.level - track.smoothed)
    if track.lastSeen != frame {
      track.followedSince = now
      track.steadySince = now
    }
    if !peak.isTonal || (peak.frequency - track.anchor).magnitude > resolution / 2 {
      track.steadySince = now
      track.anchor = peak.frequency
    }
    track.anchor += share * (peak.frequency - track.anchor)
    track.lastSeen = now
    tracks[index] = track
  }

  private mutating func rank(_ now: Int) {
    for index in tracks.indices.dropFirst() {
      var place = index
      let margin = tracks[index].followedSince == now ? 0 : Self.rankMargin
      while place > 0, isStronger(tracks[place], than: tracks[place - 1], by: margin) {
        tracks.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  private func isStronger(_ track: Track, than other: Track, by margin: Double) -> Bool {
    track.smoothed > other.smoothed + margin
      || track.peak.level > other.peak.level + Self.certainMargin
  }

  // MARK: what is shown

  /// The components of the newest spectrum by rank.
  ///
  /// - Parameter a4: Hz.
  /// - Returns: at most six, the strongest first.
  func components(a4: Double) -> [SpectrumComponent] {
    let shown = shown
    var components = Self.components(shown.map(\.peak), a4: a4)
    let followed = shown.map { ($0.lastSeen - $0.followedSince) >= stableFrames }
    HarmonicFit.label(&components, where: followed)
    return components
  }

  /// Peaks without a past.
  static func components(_ peaks: [SpectrumPeak], a4: Double) -> [SpectrumComponent] {
    peaks.prefix(slots).map {
      SpectrumComponent(
        frequency: $0.frequency, level: $0.level, note: Note(frequency: $0.frequency, a4: a4))
    }
  }

  /// Hz of the strongest component where it is steady.
  var dominant: Double? {
    guard let first = tracks.first(where: { $0.lastSeen == frame }),
      first.lastSeen - first.steadySince >= stableFrames
    else { return nil }
    return first.peak.frequency
  }

  private var shown: [Track] {
    Array(tracks.lazy.filter { $0.lastSeen == frame }.prefix(Self.slots))
  }
}
