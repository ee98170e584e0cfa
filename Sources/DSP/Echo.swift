import Glibc

/// Repeats of the sound that die away: a delay with feedback, for each channel alone.
///
/// An impulse becomes 1 − mix, and after each delay mix × decayⁿ, n = 0, 1, 2 …
public struct Echo {
  /// What an echo is like.
  public struct Settings: Equatable, Sendable {
    public static let delays = 0.001...5.0
    public static let decays = 0.0...0.95

    /// From one repeat to the next, s, of `delays`.
    public var delaySeconds: Double
    /// What becomes of the level from one repeat to the next, a factor of `decays`.
    public var decay: Double
    /// How much of the result is echo, 0 to 1; the rest is the sound itself.
    public var mix: Double

    public init(delaySeconds: Double = 0.3, decay: Double = 0.5, mix: Double = 0.5) {
      precondition(Self.delays.contains(delaySeconds) && Self.decays.contains(decay))
      precondition(0...1 ~= mix)
      self.delaySeconds = delaySeconds
      self.decay = decay
      self.mix = mix
    }

    /// How long it rings until it is 60 dB below its first repeat, s.
    public var tailSeconds: Double {
      // a repeat of exactly 1 / 1000 counts, however the logarithms round
      let repeats = decay == 0 ? 1 : (log(0.001) / log(decay) + 1e-9).rounded(.down) + 1
      return repeats * delaySeconds
    }
  }

  private let channels: Int
  private let decay: Float
  private let (dry, wet): (Float, Float)
  /// What comes back, interleaved: as long as the delay.
  private var line: [Float]
  private var place = 0

  /// - Parameters:
  ///   - settings: of the echo.
  ///   - rate: Hz; the delay is a whole number of frames, at least one.
  ///   - channels: of a frame.
  public init(_ settings: Settings, rate: Double, channels: Int) {
    precondition(rate > 0 && channels > 0)
    self.channels = channels
    decay = Float(settings.decay)
    (dry, wet) = (Float(1 - settings.mix), Float(settings.mix))
    let frames = max(1, Int((settings.delaySeconds * rate).rounded()))
    line = Array(repeating: 0, count: frames * channels)
  }

  /// Adds the echo in place.
  ///
  /// - Parameters:
  ///   - samples: at least frames × channels, interleaved.
  ///   - frames: how many.
  public mutating func process(_ samples: inout [Float], frames: Int) {
    let count = frames * channels
    precondition(samples.count >= count)
    let (decay, dry, wet) = (decay, dry, wet)
    var done = 0
    while done < count {
      let part = min(count - done, line.count - place)
      let (from, to) = (place, done)
      precondition(from >= 0 && from + part <= line.count && to + part <= samples.count)
      var past = line.mutableSpan
      var now = samples.mutableSpan
      for index in 0..<part {
        let (input, echo) = (now[to &+ index], past[from &+ index])
        past[from &+ index] = (echo * decay + input.held).settled
        now[to &+ index] = dry * input + wet * echo
      }
      done += part
      place = (place + part) % line.count
    }
  }
}

extension Float {
  /// The sample, no further than 240 dB beyond full scale, so that no loop overflows.
  var held: Float { Float.maximum(-1e12, Float.minimum(1e12, self)) }

  /// The state, or zero where it is on its way to numbers that are slow to work with.
  var settled: Float { magnitude < 1e-25 ? 0 : self }
}
