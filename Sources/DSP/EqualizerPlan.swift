import Glibc

/// What an equalizer does to each channel: filters, a gain, a delay, a longer response, and mixes of channels.
public struct EqualizerPlan: Equatable, Sendable {
  /// What happens to one channel between two mixes.
  public struct Path: Equatable, Sendable {
    public var sections: [Biquad] = []
    /// Amplitude ratio, negative where the sign changes.
    public var gain = 1.0
    /// Frames.
    public var delay = 0
    /// An impulse response, or none.
    public var taps: [Double] = []

    public init() {}

    var isIdentity: Bool { self == Path() }
  }

  /// A mix of the channels, then a path for each.
  public struct Segment: Equatable, Sendable {
    /// The share of each channel in each, nil where all stay as they are.
    public var mix: [[Double]]?
    public var paths: [Path]

    public init(channels: Int) { paths = Array(repeating: Path(), count: channels) }
  }

  public let channels: Int
  /// Hz.
  public let rate: Double
  public var segments: [Segment]

  public init(channels: Int, rate: Double) {
    self.channels = channels
    self.rate = rate
    segments = [Segment(channels: channels)]
  }

  /// Changes the gain of all channels.
  ///
  /// - Parameter gainDB: dB.
  public mutating func amplify(gainDB: Double) {
    guard gainDB != 0 else { return }
    for channel in 0..<channels {
      segments[segments.count - 1].paths[channel].gain *= pow(10, gainDB / 20)
    }
  }

  /// Whether a channel comes out as it went in.
  public func passesUnchanged(_ channel: Int) -> Bool {
    segments.allSatisfy { segment in
      guard segment.paths[channel].isIdentity else { return false }
      guard let row = segment.mix?[channel] else { return true }
      return row.indices.allSatisfy { row[$0] == ($0 == channel ? 1 : 0) }
    }
  }

  /// What comes out of a channel when all get the same signal.
  ///
  /// - Parameters:
  ///   - channel: from 0.
  ///   - frequency: Hz, 0…rate / 2.
  /// - Returns: amplitude ratio and phase.
  public func response(channel: Int, frequency: Double) -> ComplexGain {
    let radians = 2 * Double.pi * frequency / rate
    var gains = Array(repeating: ComplexGain.one, count: channels)
    for (index, segment) in segments.enumerated() {
      if let mix = segment.mix {
        gains = mix.map { row in
          zip(row, gains).reduce(.zero) { $0 + $1.1 * $1.0 }
        }
      }
      // Behind the last mix only the channel itself matters.
      let isLast = segments[(index + 1)...].allSatisfy { $0.mix == nil }
      for other in isLast ? channel..<channel + 1 : 0..<channels {
        gains[other] = gains[other] * segment.paths[other].response(at: radians)
      }
    }
    return gains[channel]
  }

  /// The highest gain of all channels at any frequency, dB.
  ///
  /// - Returns: −∞ when nothing passes.
  public func highestGain() -> Double {
    (0..<channels).map { highestGain(channel: $0) }.max() ?? -.infinity
  }

  private func highestGain(channel: Int) -> Double {
    let gain = { (logarithm: Double) in
      response(channel: channel, frequency: exp(logarithm)).decibels
    }
    let points = Self.gridPoints
    let (low, high) = (log(1.0), log(rate / 2))
    let step = (high - low) / Double(points - 1)
    var places = (0..<points).map { low + Double($0) * step }
    for section in segments.flatMap({ $0.paths[channel].sections }) {
      if let frequency = section.poleFrequency(rate: rate) { places.append(log(frequency)) }
    }
    var best = (place: low, gain: gain(low))
    for place in places.dropFirst() {
      let found = gain(place)
      if found > best.gain { best = (place, found) }
    }
    return max(
      best.gain, Self.summit(gain, max(best.place - step, low), min(best.place + step, high)))
  }

  private static let gridPoints = 1024

  /// The highest value between two places with one summit between them.
  private static func summit(_ gain: (Double) -> Double, _ from: Double, _ to: Double) -> Double {
    var (left, right) = (from, to)
    for _ in 0..<40 {
      let third = (right - left) / 3
      if gain(left + third) < gain(right - third) { left += third } else { right -= third }
    }
    return gain((left + right) / 2)
  }
}

extension EqualizerPlan.Path {
  /// What the path does to one frequency.
  ///
  /// - Parameter radians: 2π f / rate.
  /// - Returns: amplitude ratio and phase.
  func response(at radians: Double) -> ComplexGain {
    var total = ComplexGain(ratio: gain, radians: -radians * Double(delay))
    for section in sections { total = total * section.response(at: radians) }
    return taps.isEmpty ? total : total * Self.response(of: taps, at: radians)
  }

  /// Horner's scheme from the last tap on.
  private static func response(of taps: [Double], at radians: Double) -> ComplexGain {
    let (c, s) = (cos(radians), -sin(radians))
    var (re, im) = (0.0, 0.0)
    for tap in taps.reversed() {
      (re, im) = (re * c - im * s + tap, re * s + im * c)
    }
    return ComplexGain(re: re, im: im)
  }
}

extension Biquad {
  /// Where a pair of poles makes the filter ring, Hz.
  func poleFrequency(rate: Double) -> Double? {
    guard a2 > 0, a1 * a1 < 4 * a2 else { return nil }
    return acos(-a1 / (2 * a2.squareRoot())) / (2 * Double.pi) * rate
  }
}
