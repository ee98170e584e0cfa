/// What a generator can make; the level of each is `Generator`'s, 0 dBFS is a peak of 1.
public enum Signal: Equatable, Sendable {
  /// A sine of a frequency in Hz, above 0 and below rate/2, all channels in phase.
  case tone(frequency: Double)
  /// White Gaussian noise, independent in each channel.
  case white(seed: UInt64)
  /// Pink noise, −3.01 dB an octave from 20 Hz up, independent in each channel.
  case pink(seed: UInt64)
  /// A sine from 20 Hz to the smaller of 20 kHz and 0.45 × rate, exponential, over the whole duration.
  case sweep
  /// One sample at frame 0.
  case impulse
  /// Zeros.
  case silence
  /// A scene of ten seconds, again and again, that moves every meter: see `GeneratorDemo`.
  case demo

  /// The level when none is given, dBFS: RMS of the noises, peak of the others; nil for silence.
  public var defaultLevelDBFS: Double? {
    switch self {
    case .tone, .sweep, .white, .pink: -20
    case .impulse, .demo: 0
    case .silence: nil
    }
  }
}

/// A deterministic source of samples.
///
/// The same values give the same samples on every machine, however they are cut into blocks. No
/// sample is limited: one above full scale stays what it is.
public struct Generator {
  /// What is made.
  public let signal: Signal
  /// Hz.
  public let rate: Double
  /// Channels of a frame.
  public let channels: Int
  /// Length of the whole signal, frames.
  public let frames: Int64
  /// Frames made so far, and the number of the next.
  public private(set) var position: Int64 = 0

  private var voice: any GeneratorVoice

  /// A generator at frame 0.
  ///
  /// - Parameters:
  ///   - signal: what to make.
  ///   - rate: Hz, above 0; for a tone above twice its frequency, for a sweep above 44.5.
  ///   - channels: 1 or more.
  ///   - levelDBFS: peak of a tone, a sweep, an impulse or the scene of the demo, RMS of a noise, all
  ///     dBFS, at most 6000; nil is `defaultLevelDBFS`.
  ///   - frames: length of the whole signal, 0 or more; silence follows. The edges of tone and sweep
  ///     stand at its ends, and the sweep fills it. `Int64.max` for a signal without end.
  public init(
    _ signal: Signal, rate: Double, channels: Int, levelDBFS: Double?, frames: Int64
  ) {
    precondition(rate > 0 && rate < .infinity && channels > 0 && frames >= 0)
    self.signal = signal
    self.rate = rate
    self.channels = channels
    self.frames = frames
    let level = GeneratorMath.ratio(dB: levelDBFS ?? signal.defaultLevelDBFS ?? 0)
    switch signal {
    case .tone(let frequency):
      precondition(frequency > 0 && frequency < rate / 2)
      voice = GeneratorTone(frequency: frequency, rate: rate, peak: level, frames: frames)
    case .white(let seed):
      voice = GeneratorWhite(seed: seed, channels: channels, rms: level)
    case .pink(let seed):
      voice = GeneratorPink(seed: seed, rate: rate, channels: channels, rms: level)
    case .sweep:
      precondition(GeneratorSweep.end(rate: rate) > GeneratorSweep.start)
      voice = GeneratorSweep(rate: rate, peak: level, frames: frames)
    case .impulse:
      voice = GeneratorImpulse(peak: level)
    case .silence:
      voice = GeneratorImpulse(peak: 0)
    case .demo:
      voice = GeneratorDemo(rate: rate, channels: channels, peak: level)
    }
  }

  /// Makes the next frames.
  ///
  /// - Parameters:
  ///   - block: becomes the samples, frames × channels, interleaved; zeros past the signal's end.
  ///   - frames: how many to make, 0 or more.
  public mutating func fill(_ block: inout [Float], frames: Int) {
    let samples = frames * channels
    if block.count != samples {
      block = Array(repeating: 0, count: samples)
    }
    let sounding = Int(min(Int64(frames), max(0, self.frames - position)))
    voice.render(&block, from: position, frames: sounding, channels: channels)
    for index in sounding * channels..<samples {
      block[index] = 0
    }
    position += Int64(frames)
  }
}

/// One way of making samples, behind `Generator`.
protocol GeneratorVoice {
  /// Overwrites the first frames of a block.
  ///
  /// - Parameters:
  ///   - block: interleaved, at least frames × channels samples.
  ///   - first: number of the first frame, counted from the signal's start.
  ///   - frames: how many.
  ///   - channels: the same as at the start.
  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int)
}
