/// One sample of the peak level at frame 0, in all channels; silence after it, or from the start.
struct GeneratorImpulse: GeneratorVoice {
  /// Full scale 1; 0 makes silence.
  let peak: Double

  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    for index in 0..<frames * channels {
      block[index] = 0
    }
    guard first == 0, frames > 0 else { return }
    for channel in 0..<channels {
      block[channel] = Float(peak)
    }
  }
}
