/// Pink noise, independent in each channel: the noise of `GeneratorWhite` through `GeneratorPinkFilter`.
///
/// The filter has heard a second of noise before frame 0, so the low end is there from the start.
struct GeneratorPink: GeneratorVoice {
  private let filter: GeneratorPinkFilter
  private let keys: [UInt64]
  private let rms: Double
  private var states: [SIMD16<Double>]

  /// - Parameters:
  ///   - seed: another seed gives another, independent noise.
  ///   - rate: Hz.
  ///   - channels: 1 or more.
  ///   - rms: over all frequencies, full scale 1.
  init(seed: UInt64, rate: Double, channels: Int, rms: Double) {
    filter = GeneratorPinkFilter(rate: rate)
    keys = (0..<channels).map { GeneratorWhite.key(seed: seed, channel: $0) }
    self.rms = rms
    states = Array(repeating: SIMD16(), count: channels)
    for channel in 0..<channels {
      for frame in -Int64(rate.rounded())..<0 {
        _ = filter.step(GeneratorWhite.normal(key: keys[channel], frame: frame), &states[channel])
      }
    }
  }

  /// Fills a block; frames must follow each other from 0, whatever the cut into blocks.
  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    let filter = filter
    for channel in 0..<channels {
      let key = keys[channel]
      var state = states[channel]
      for index in 0..<frames {
        let white = GeneratorWhite.normal(key: key, frame: first + Int64(index))
        block[index * channels + channel] = Float(rms * filter.step(white, &state))
      }
      states[channel] = state
    }
  }
}
