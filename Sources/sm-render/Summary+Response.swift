import SampleIO

/// The sentences about the response of a filter.
extension Summary {
  /// The lowest and the highest gain of each channel, and where they are.
  static func response(_ record: borrowing Record) -> [String] {
    var lines: [String] = []
    for channel in 0..<record.rows(of: .response) {
      let points = record.response(channel: channel).filter { $0.gain.isFinite }
      guard let low = points.min(by: { $0.gain < $1.gain }),
        let high = points.max(by: { $0.gain < $1.gain })
      else { continue }
      let isLevel = fixed(Double(low.gain), 1) == fixed(Double(high.gain), 1)
      lines.append(
        isLevel
          ? "Channel \(channel + 1): \(fixed(Double(low.gain), 1)) dB at all frequencies."
          : "Channel \(channel + 1): from \(place(low)) to \(place(high)).")
    }
    return lines
  }

  private static func place(_ point: ResponsePoint) -> String {
    "\(fixed(Double(point.gain), 1)) dB at \(fixed(Double(point.frequency), 1)) Hz"
  }
}
