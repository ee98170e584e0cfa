import Glibc

/// Follows the peaks of a spectrum over time, so that their ranks do not flicker.
///
/// A peak is the same as one before when it lies within one bin. Peaks are ranked by levels smoothed over
/// 0.3 s; two change places when these differ by more than
/// 1 dB, or the levels themselves by more than 6 dB. What is shown is always the newest value. One that is
/// missing is remembered for 0.25 s, unless it had been seen only once.
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
  /// Where each track was, Hz; NaN once a peak of this spectrum goes on with it.
  private var places: [Float] = []
  private var smoothing = Smoothing()

  /// How far smoothed levels follow.
  private struct Smoothing {
    var frames = 0
    var share = 0.0
  }

  private struct Track {
    var peak: SpectrumPeak
    var smoothed: Double
    /// Where it has been, on average, Hz.
    var anchor: Double
    /// Since when it has been seen every time; and that as a tone near the anchor.
    var followedSince: Int
    var steadySince: Int
    var lastSeen: Int

    init(_ peak: SpectrumPeak, at now: Int) {
      self.peak = peak
      smoothed = peak.level
      anchor = peak.frequency
      followedSince = now
      steadySince = now
      lastSeen = now
    }

    /// Goes on with a peak.
    ///
    /// - Parameters:
    ///   - found: the peak.
    ///   - now: frame of its spectrum.
    ///   - before: that of the spectrum before.
    ///   - share: how far what is smoothed follows.
    ///   - reach: how far from the anchor the same tone may be, Hz.
    mutating func follow(
      _ found: SpectrumPeak, at now: Int, after before: Int?, share: Double, reach: Double
    ) {
      peak = found
      smoothed += share * (found.level - smoothed)
      if lastSeen != before {
        followedSince = now
        steadySince = now
      }
      if !found.isTonal || (found.frequency - anchor).magnitude > reach {
        steadySince = now
        anchor = found.frequency
      }
      anchor += share * (found.frequency - anchor)
      lastSeen = now
    }

    func isStronger(than other: Track, by margin: Double) -> Bool {
      smoothed > other.smoothed + margin
        || peak.level > other.peak.level + PeakTracker.certainMargin
    }
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
    let share = share(after: now - (frame ?? now))
    places.removeAll(keepingCapacity: true)
    for track in tracks { places.append(Float(track.peak.frequency)) }
    for peak in peaks {
      if let near = nearest(peak.frequency) {
        tracks[near].follow(peak, at: now, after: frame, share: share, reach: resolution / 2)
      } else {
        tracks.append(Track(peak, at: now))
      }
    }
    frame = now
    forget(now)
    rank(now)
  }

  /// Leaves out what has been missing for too long.
  private mutating func forget(_ now: Int) {
    let oldest = now - Int(Self.memorySeconds * rate)
    var kept = 0
    for index in tracks.indices {
      let (seen, since) = (tracks[index].lastSeen, tracks[index].followedSince)
      guard seen == now || seen != since && seen >= oldest else { continue }
      if kept < index { tracks[kept] = tracks[index] }
      kept += 1
    }
    tracks.removeLast(tracks.count - kept)
  }

  private mutating func share(after frames: Int) -> Double {
    if frames != smoothing.frames {
      let share = 1 - exp(-Double(frames) / rate / Self.smoothingSeconds)
      smoothing = Smoothing(frames: frames, share: share)
    }
    return smoothing.share
  }

  /// The track within a bin that no peak of this spectrum has been given to.
  private mutating func nearest(_ frequency: Double) -> Int? {
    guard let index = Self.nearest(Float(frequency), places),
      (tracks[index].peak.frequency - frequency).magnitude <= resolution
    else { return nil }
    places[index] = .nan
    return index
  }

  /// The nearest place, the older where two are: the bits of a distance rise with it, and those of NaN
  /// are above all.
  private static func nearest(_ frequency: Float, _ places: [Float]) -> Int? {
    var best = UInt64.max
    for index in 0..<places.count {
      let distance = (places[index] - frequency).magnitude.bitPattern
      let key = UInt64(distance) << 32 | UInt64(truncatingIfNeeded: index)
      best = key < best ? key : best
    }
    return best >> 32 <= UInt64(Float.infinity.bitPattern) ? Int(best & 0xFFFF_FFFF) : nil
  }

  private mutating func rank(_ now: Int) {
    var tracks = tracks.mutableSpan
    for index in 0..<tracks.count {
      let track = tracks[index]
      let margin = track.followedSince == now ? 0 : Self.rankMargin
      var place = index
      while place > 0, track.isStronger(than: tracks[place - 1], by: margin) {
        tracks[place] = tracks[place - 1]
        place -= 1
      }
      if place < index { tracks[place] = track }
    }
  }

  // MARK: what is shown

  /// The components of the newest spectrum by rank.
  ///
  /// - Parameters:
  ///   - a4: Hz.
  ///   - components: gets at most six, the strongest first.
  func copyComponents(a4: Double, into components: inout [SpectrumComponent]) {
    components.removeAll(keepingCapacity: true)
    var followed: [Int] = []
    for track in tracks where track.lastSeen == frame {
      guard components.count < Self.slots else { break }
      if track.lastSeen - track.followedSince >= stableFrames { followed.append(components.count) }
      components.append(SpectrumComponent(track.peak, a4: a4))
    }
    HarmonicFit.label(&components, among: followed, resolution: resolution)
  }

  /// Hz of the strongest component where it is steady.
  var dominant: Double? {
    guard let first = tracks.first(where: { $0.lastSeen == frame }),
      first.lastSeen - first.steadySince >= stableFrames
    else { return nil }
    return first.peak.frequency
  }
}

extension SpectrumComponent {
  /// A peak without a past.
  init(_ peak: SpectrumPeak, a4: Double) {
    self.init(
      frequency: peak.frequency, level: peak.level, note: Note(frequency: peak.frequency, a4: a4))
  }
}
