/// An exponential sine sweep, the same in all channels, with the edges of `GeneratorEdges`.
///
/// From 20 Hz at frame 0 to the smaller of 20 kHz and 0.45 × rate where the signal ends, each octave
/// taking the same time. Phase 0 at frame 0.
/// Source: Farina, "Simultaneous measurement of impulse response and distortion with a swept-sine
/// technique", AES 108, 2000.
struct GeneratorSweep: GeneratorVoice {
  /// Frequency at the start, Hz.
  static let start = 20.0

  private let octavesPerFrame: Double
  private let turns: Double
  private let peak: Double
  private let edges: GeneratorEdges

  /// - Parameters:
  ///   - rate: Hz.
  ///   - peak: full scale 1.
  ///   - frames: length of the whole signal: the sweep fills it.
  init(rate: Double, peak: Double, frames: Int64) {
    self.init(to: Self.end(rate: rate), rate: rate, peak: peak, frames: frames)
  }

  /// A sweep to another frequency.
  ///
  /// - Parameters:
  ///   - end: frequency where the signal ends, Hz, below rate/2; not that of the start.
  ///   - rate: Hz.
  ///   - peak: full scale 1.
  ///   - frames: length of the whole signal: the sweep fills it.
  init(to end: Double, rate: Double, peak: Double, frames: Int64) {
    let octaves = GeneratorMath.log2(end / Self.start)
    let length = Double(max(frames, 1))
    octavesPerFrame = octaves / length
    turns = Self.start / rate * length / (octaves * 0.693147180559945309417)
    self.peak = peak
    edges = GeneratorEdges(frames: frames, rate: rate)
  }

  /// Frequency where the sweep ends, Hz.
  static func end(rate: Double) -> Double {
    min(20_000, 0.45 * rate)
  }

  /// The sweep at a frame.
  ///
  /// - Parameter frame: counted from the sweep's start.
  /// - Returns: full scale ±1.
  @inline(__always)
  func sample(at frame: Int64) -> Double {
    let phase = turns * (GeneratorMath.exp2(octavesPerFrame * Double(frame)) - 1)
    return peak * edges.gain(at: frame) * GeneratorMath.sine(turns: phase)
  }

  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    for index in 0..<frames {
      let sample = Float(sample(at: first + Int64(index)))
      for channel in 0..<channels {
        block[index * channels + channel] = sample
      }
    }
  }
}
