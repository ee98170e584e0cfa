/// The highest sample magnitude of each channel of a block.
///
/// The block is folded into columns elementwise, the columns are compared one by one.
public struct SamplePeak {
  public let channels: Int
  private var columns: [Float]

  public init(channels: Int) {
    precondition(channels > 0)
    self.channels = channels
    columns = [Float](repeating: 0, count: max(1, 256 / channels) * channels)
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
      Self.raise(&columns, to: samples, from: start, count: min(width, end - start))
    }
    for channel in 0..<channels {
      var highest: Float = 0
      for place in stride(from: channel, to: width, by: channels) {
        highest = columns[place] > highest ? columns[place] : highest
      }
      peaks[channel] = highest
    }
  }

  /// Raises the first `count` columns to the magnitudes of samples.
  private static func raise(
    _ columns: inout [Float], to samples: [Float], from start: Int, count: Int
  ) {
    var output = columns.mutableSpan
    precondition(start >= 0 && count >= 0 && start + count <= samples.count)
    precondition(count <= output.count)
    for j in 0..<count {
      let magnitude = samples[start &+ j].magnitude
      let known = output[j]
      output[j] = magnitude > known ? magnitude : known
    }
  }
}
