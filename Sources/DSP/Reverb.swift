import Glibc

/// The sound of a large church: dense, long, darker as it dies away.
///
/// Each channel goes through all-pass filters into a feedback network that all share; what comes
/// out differs between channels, as in a room. Its energy is that of the sound, whatever the time
/// of decay. Sources: `FeedbackNetwork`, `Diffuser`; air absorption as in ISO 9613-1.
public struct Reverb {
  /// What a reverb is like.
  public struct Settings: Equatable, Sendable {
    public static let times = 0.1...30.0

    /// The time in which it decays by 60 dB at low and middle frequencies, s, of `times`.
    public var seconds: Double
    /// How much of the result is reverb, 0 to 1; the rest is the sound itself.
    public var mix: Double

    public init(seconds: Double = 6, mix: Double = 0.5) {
      precondition(Self.times.contains(seconds) && 0...1 ~= mix)
      self.seconds = seconds
      self.mix = mix
    }

    /// How long it rings until it is 60 dB below its beginning, s.
    public var tailSeconds: Double { seconds + size * (Reverb.longestLine + Reverb.diffusion) }

    /// How large the room is, 1 for a church: what decays in less than 2 s is smaller.
    var size: Double { min(1, seconds / 2) }
  }

  /// The shortest and longest way between two echoes in a church, s: 13 to 47 m.
  private static let shortestLine = 0.037
  private static let longestLine = 0.137
  /// What the all-pass filters spread an echo over, s.
  private static let diffusion = 0.06
  /// In this time air alone takes 60 dB off the highest frequencies, s.
  private static let airSeconds = 1.2
  /// Where half of that is felt, Hz.
  private static let airFrequency = 5000.0
  /// Lengths of the all-pass filters, s.
  private static let passes = [0.0229, 0.0139, 0.0079, 0.0047]
  /// Frames that are worked on at a time.
  private static let piece = 256

  private let channels: Int
  private let (dry, wet): (Float, Float)
  private var diffusers: [Diffuser]
  private var network: FeedbackNetwork
  /// The sign with which a channel is fed into each line, and with which it hears it.
  private let feeds: [FeedbackNetwork.Lines]
  private let hears: [FeedbackNetwork.Lines]
  private var lanes: [FeedbackNetwork.Lines]
  private var mono: [Float]

  /// - Parameters:
  ///   - settings: of the reverb.
  ///   - rate: Hz.
  ///   - channels: of a frame; from the 17th on they hear the same as the first.
  public init(_ settings: Settings, rate: Double, channels: Int) {
    precondition(rate > 0 && channels > 0)
    self.channels = channels
    let lengths = Self.lengths(settings.size * rate)
    network = FeedbackNetwork(
      lengths: lengths, rate: rate, low: settings.seconds,
      high: 1 / (1 / settings.seconds + 1 / Self.airSeconds), crossover: Self.airFrequency)
    diffusers = (0..<channels).map { Diffuser(lengths: Self.passes($0, settings.size * rate)) }
    feeds = (0..<channels).map { Self.signs($0, turn: 0x6A35) }
    hears = (0..<channels).map { Self.signs($0, turn: 0x1D2C) }
    lanes = Array(repeating: .zero, count: Self.piece)
    mono = Array(repeating: 0, count: Self.piece)
    dry = Float(1 - settings.mix)
    wet = Float(settings.mix * Self.gain(lengths, rate, settings.seconds, channels))
  }

  /// Primes, evenly spread in pitch; `scale` is frames of a second in a church.
  private static func lengths(_ scale: Double) -> [Int] {
    var last = 0
    return (0..<FeedbackNetwork.count).map { line in
      let place = Double(line) / Double(FeedbackNetwork.count - 1)
      let seconds = shortestLine * pow(longestLine / shortestLine, place)
      last = prime(from: max(last + 1, Int((seconds * scale).rounded())))
      return last
    }
  }

  private static func prime(from first: Int) -> Int {
    var number = max(2, first)
    while (2..<number).contains(where: { $0 * $0 <= number && number % $0 == 0 }) { number += 1 }
    return number
  }

  /// A little different for each channel.
  private static func passes(_ channel: Int, _ scale: Double) -> [Int] {
    passes.enumerated().map { index, seconds in
      let part = Double((channel * 5 + index * 3) % 16) / 16
      return prime(from: Int((seconds * (1 - 0.2 * part) * scale).rounded()))
    }
  }

  /// Signs that differ in half of the lines from those of any other channel: a row of the Hadamard
  /// matrix, turned over in the lines of a word, lest a row and the matrix make one line of it.
  private static func signs(_ channel: Int, turn: UInt16) -> FeedbackNetwork.Lines {
    var signs = FeedbackNetwork.Lines()
    for line in 0..<FeedbackNetwork.count {
      let row = (line & channel).nonzeroBitCount & 1
      signs[line] = row == Int(turn >> line) & 1 ? 1 : -1
    }
    return signs
  }

  /// What makes the energy of the reverb that of the sound.
  ///
  /// Energy E in lines of M frames together leaves at 16 E / M a frame, and falls with the time of
  /// decay T to E × T / (6 ln 10) in all.
  private static func gain(
    _ lengths: [Int], _ rate: Double, _ seconds: Double, _ channels: Int
  ) -> Double {
    let frames = Double(lengths.reduce(0, +))
    let lines = Double(FeedbackNetwork.count)
    let decay = seconds * rate / (6 * log(10))
    return (frames / (lines * lines * decay * Double(channels))).squareRoot()
  }

  /// Adds the reverb in place.
  ///
  /// - Parameters:
  ///   - samples: at least frames × channels, interleaved.
  ///   - frames: how many.
  public mutating func process(_ samples: inout [Float], frames: Int) {
    precondition(samples.count >= frames * channels)
    for first in stride(from: 0, to: frames, by: Self.piece) {
      step(&samples, first, min(Self.piece, frames - first))
    }
  }

  private mutating func step(_ samples: inout [Float], _ first: Int, _ count: Int) {
    for frame in 0..<count { lanes[frame] = .zero }
    for channel in 0..<channels {
      for frame in 0..<count {
        mono[frame] = samples[(first &+ frame) &* channels &+ channel].held
      }
      diffusers[channel].process(&mono, count: count)
      let feed = feeds[channel]
      for frame in 0..<count { lanes[frame] += feed * mono[frame] }
    }
    network.process(&lanes, count: count)
    for channel in 0..<channels {
      let hear = hears[channel]
      for frame in 0..<count {
        let place = (first &+ frame) &* channels &+ channel
        samples[place] = dry * samples[place] + wet * (hear * lanes[frame]).sum()
      }
    }
  }
}
