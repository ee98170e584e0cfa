/// The highest sample magnitude of each channel of a block.
public struct SamplePeak {
  public let channels: Int
  private var columns: PeakColumns

  public init(channels: Int) {
    self.channels = channels
    columns = PeakColumns(channels: channels)
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
    let width = columns.fineWidth
    precondition(first >= 0 && frames >= 0 && end <= samples.count && peaks.count == channels)
    columns.clear()
    for start in stride(from: first * channels, to: end, by: width) {
      raiseToMagnitudes(&columns.fine, of: samples, from: start, count: min(width, end - start))
    }
    columns.gather()
    for channel in 0..<channels { peaks[channel] = columns.highest(of: channel) }
  }
}
