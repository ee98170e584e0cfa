/// The highest sample magnitude of each channel of a block.
public enum SamplePeak {
  /// Measures.
  ///
  /// - Parameters:
  ///   - samples: interleaved, as many channels as there are peaks.
  ///   - frames: how many.
  ///   - peaks: linear, one a channel; set to 0 of no frames.
  public static func measure(_ samples: [Float], frames: Int, into peaks: inout [Float]) {
    let channels = peaks.count
    precondition(frames >= 0 && frames * channels <= samples.count)
    for channel in 0..<channels {
      var highest: Float = 0
      for frame in 0..<frames {
        let magnitude = samples[frame &* channels &+ channel].magnitude
        highest = magnitude > highest ? magnitude : highest
      }
      peaks[channel] = highest
    }
  }
}
