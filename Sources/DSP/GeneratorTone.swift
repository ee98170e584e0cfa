/// A sine, the same in all channels, with the edges of `GeneratorEdges`.
///
/// Its phase is 0 at frame 0 and is computed for each frame from the frame's number alone, exact to
/// the last bit of a Double: hours later it is as true as at the start.
struct GeneratorTone: GeneratorVoice {
  private let frequency: Double
  private let rate: Double
  private let peak: Double
  private let edges: GeneratorEdges

  /// - Parameters:
  ///   - frequency: Hz, above 0 and below rate/2.
  ///   - rate: Hz.
  ///   - peak: full scale 1.
  ///   - frames: length of the whole signal, for the edges.
  init(frequency: Double, rate: Double, peak: Double, frames: Int64) {
    self.frequency = frequency
    self.rate = rate
    self.peak = peak
    edges = GeneratorEdges(frames: frames, rate: rate)
  }

  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    for index in 0..<frames {
      let frame = first + Int64(index)
      let sine = GeneratorMath.sine(turns: phase(at: frame))
      let sample = Float(peak * edges.gain(at: frame) * sine)
      for channel in 0..<channels {
        block[index * channels + channel] = sample
      }
    }
  }

  /// Phase at a frame: frame × frequency / rate less its whole turns.
  ///
  /// The product is held exactly as two Doubles, and the whole turns are taken off it before the one
  /// division that rounds.
  ///
  /// - Parameter frame: 0..<2^53.
  /// - Returns: turns, −0.5…0.5.
  @inline(__always)
  func phase(at frame: Int64) -> Double {
    let index = Double(frame)
    let product = frequency * index
    let rest = (-product).addingProduct(frequency, index)
    let turns = GeneratorMath.nearest(product / rate)
    return (product.addingProduct(-turns, rate) + rest) / rate
  }
}
