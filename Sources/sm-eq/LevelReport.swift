import DSP
import SampleIO

/// Watches how far the output goes above full scale, and holds back what would hurt.
struct LevelReport {
  private var peaks: [Float] = []
  private var ceiling = Float.infinity
  private var limitDB = 0.0
  private var muted = 0
  private var highest: (level: Float, seconds: Double, channel: Int) = (1, 0, 0)
  private var firstSeconds: Double?
  private var previous: RecordHeader?

  /// A source begins.
  ///
  /// - Parameters:
  ///   - channels: of it.
  ///   - limit: what may leave at most.
  mutating func begin(channels: Int, limit: EqualizerRequest.Limit?) {
    peaks = Array(repeating: 0, count: channels)
    guard case .over(let decibels) = limit else {
      ceiling = .infinity
      return
    }
    limitDB = decibels
    ceiling = Float(Level.ratio(decibels))
  }

  /// The highest sample of a block, one a channel.
  mutating func peaks(_ samples: [Float], frames: Int) -> [Float] {
    SamplePeak.measure(samples, frames: frames, into: &peaks)
    return peaks
  }

  /// Looks at a block, and makes it silent if it is far too loud.
  mutating func look(_ samples: inout [Float], _ header: RecordHeader) {
    let highestOfAll = HighestMagnitude.of(samples, count: header.frames * header.channels)
    guard !(highestOfAll <= min(1, ceiling)) else { return }
    SamplePeak.measure(samples, frames: header.frames, into: &peaks)
    let seconds = Double(header.position) / header.rate
    for (channel, peak) in peaks.enumerated() where peak > 1 {
      firstSeconds = firstSeconds ?? seconds
      if peak > highest.level { highest = (peak, seconds, channel + 1) }
    }
    guard peaks.contains(where: { !($0 <= ceiling) }) else { return }
    for index in 0..<header.frames * header.channels { samples[index] = 0 }
    muted += 1
    guard muted == 1 else { return }
    Diagnostics.say(
      "\(clock(seconds)): a block \(fixed(Level.decibels(peaks.max() ?? 0), 1)) dB over full scale "
        + "is muted (--limit \(fixed(limitDB, 0))); --preamp auto brings the level down")
  }

  /// Says how far the output went above full scale, and when.
  func say() {
    if muted > 0 { Diagnostics.say("\(muted) blocks were muted (--limit)") }
    guard let firstSeconds else { return }
    Diagnostics.remark(
      "the output went \(fixed(Level.decibels(highest.level), 1)) dB above full scale, at "
        + "\(clock(highest.seconds)) in channel \(highest.channel)"
        + (highest.seconds > firstSeconds ? ", first at \(clock(firstSeconds)); " : "; ")
        + "--preamp auto keeps what is added below it")
  }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    let (minutes, rest) = (whole / 60 % 60, seconds - Double(whole / 60 * 60))
    let pad = minutes < 10 ? "0" : ""
    return "\(whole / 3600):\(pad)\(minutes):\(rest < 10 ? "0" : "")\(fixed(rest, 3))"
  }
}
