public import Fourier

/// What is known of the beat: the fields of BEAT.
public struct BeatReading: Sendable, Equatable {
  /// Beats a minute, NaN below the threshold.
  public var bpm = Float.nan
  /// 0…1: how regular, how strong and how well founded the beat of the last 11 s is.
  public var regularity: Float = 0
}

/// The beat of one signal, from the regularity of its onsets.
///
/// It hears 10 to 12 ms at a time, counted from the start, and thinks after every 48 of these; so what is read
/// does not depend on how blocks cut the sound. Half or twice the tempo that a listener would tap counts
/// as right. Memory does not grow.
public struct BeatMeter: ~Copyable {
  /// A tempo is told from this regularity on.
  public static let threshold: Float = 0.35
  private static let thinkingHops = 48
  /// At lower rates hops of 10 ms are too few frames to tell anything.
  private static let lowestRate = 4000.0

  public private(set) var reading = BeatReading()
  private var onsets: OnsetDetector
  private var pulse: PulseFinder
  private var hops = 0
  private let isDeaf: Bool

  /// - Parameter rate: Hz; below 4,000 nothing is heard.
  /// - Throws: `noPlan`.
  public init(rate: Double) throws(FourierError) {
    isDeaf = rate < Self.lowestRate
    let onsets = try OnsetDetector(rate: max(rate, Self.lowestRate))
    pulse = try PulseFinder(hopsPerSecond: onsets.hopsPerSecond)
    self.onsets = onsets
  }

  /// Takes one block of one signal.
  ///
  /// - Parameters:
  ///   - samples: full scale ±1.
  ///   - frames: how many of them count.
  public mutating func add(_ samples: [Float], frames: Int) {
    var done = isDeaf ? frames : 0
    while done < frames {
      let piece = min(frames - done, onsets.framesToHop)
      let strengths = onsets.add(samples, from: done, frames: piece)
      done += piece
      guard let strengths else { continue }
      pulse.append(strengths.0)
      pulse.append(strengths.1)
      hops += 2
      if hops % Self.thinkingHops == 0 { think() }
    }
  }

  /// Loses frames: listening begins anew.
  public mutating func gap(frames: Int) {
    guard frames > 0 else { return }
    onsets.gap(frames: frames)
    pulse.forget()
    reading = BeatReading()
  }

  /// Begins a session: what was heard before no longer counts.
  public mutating func beginSession() {
    onsets.beginSession()
    pulse.forget()
    reading = BeatReading()
  }

  private mutating func think() {
    let found = pulse.find()
    reading.regularity = Float(found.regularity)
    reading.bpm = reading.regularity >= Self.threshold ? Float(found.bpm) : .nan
  }
}
