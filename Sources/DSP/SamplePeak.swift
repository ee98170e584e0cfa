/// The highest sample magnitude of each channel of a block.
///
/// The block is folded into columns of 16 frames elementwise, the columns are compared one by one.
public struct SamplePeak {
  private static let columnFrames = 16
  public let channels: Int
  private var columns: [Float]

  public init(channels: Int) {
    precondition(channels > 0)
    self.channels = channels
    columns = [Float](repeating: 0, count: Self.columnFrames * channels)
  }

  /// Sets `peaks` to the highest magnitudes of some frames, 0 of none.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - first: the first frame.
  ///   - frames: how many.
  ///   - peaks: linear, one a channel.
  public mutating func measure(
    _ samples: [Float], from first: Int, frames: Int, into peaks: inout [Float]
  ) {
    let end = (first + frames) * channels
    let width = columns.count
    precondition(first >= 0 && frames >= 0 && end <= samples.count && peaks.count == channels)
    for j in 0..<width { columns[j] = 0 }
    for start in stride(from: first * channels, to: end, by: width) {
      for j in 0..<min(width, end - start) {
        let magnitude = samples[start &+ j].magnitude
        columns[j] = magnitude > columns[j] ? magnitude : columns[j]
      }
    }
    for channel in 0..<channels {
      peaks[channel] = stride(from: channel, to: width, by: channels)
        .reduce(0) { columns[$1] > $0 ? columns[$1] : $0 }
    }
  }
}
