import Glibc

/// A peak that stands for a while and then falls evenly in dB; a sample as high as it takes over.
///
/// Exact to the frame, and independent of how the signal is cut into blocks.
struct HeldPeak {
  private let holdFrames: Double
  /// Nepers a frame.
  private let decay: Double
  private var height: Float = 0
  /// The frame of that sample.
  private var frame = 0

  init(rate: Double, settings: LoudnessSettings) {
    holdFrames = settings.holdSeconds * rate
    decay = settings.decayDBPerSecond * log(10) / 20 / rate
  }

  /// The held amplitude at a frame, counted from the source's start; 0 below −600 dB.
  func value(at frame: Int) -> Double {
    let falling = Double(frame - self.frame) - holdFrames
    guard falling > 0 else { return Double(height) }
    let value = Double(height) * exp(-decay * falling)
    return value < 1e-30 ? 0 : value
  }

  /// Takes the samples of one channel.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: the index of the first of the channel's samples.
  ///   - frames: how many.
  ///   - stride: samples from one to the next.
  ///   - position: the frame of the first in the source.
  ///   - peak: the highest magnitude among them.
  mutating func process(
    _ samples: [Float], from first: Int, frames: Int, stride: Int, position: Int, peak: Float
  ) {
    // the held value never rises by itself: what is below its end takes over nowhere
    guard Double(peak) >= value(at: position + frames - 1) else { return }
    for frame in 0..<frames {
      let magnitude = samples[first + frame * stride].magnitude
      if Double(magnitude) >= value(at: position + frame) {
        height = magnitude
        self.frame = position + frame
      }
    }
  }
}
