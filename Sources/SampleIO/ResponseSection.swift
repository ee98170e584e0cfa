/// A point of a frequency response.
public struct ResponsePoint: Equatable, Sendable {
  /// Hz.
  public var frequency: Float
  /// dB, −∞ where nothing passes.
  public var gain: Float
  /// Degrees, −180…+180.
  public var phase: Float

  public init(frequency: Float, gain: Float, phase: Float) {
    self.frequency = frequency
    self.gain = gain
    self.phase = phase
  }

  static let byteCount = 12
}

extension Record {
  /// Makes this a record of no frames that says how a filter answers, at the beginning of a source.
  ///
  /// - Parameters:
  ///   - channels: the points of each, as many for each.
  ///   - rate: Hz.
  ///   - note: for SRCE, up to 255 bytes.
  public mutating func makeResponse(_ channels: [[ResponsePoint]], rate: Double, note: String) {
    var source = SourceDescription()
    source.kind = .generator
    source.rate = rate
    source.channels = channels.count
    source.note = note
    var blocks = SourceBlocks(source, rate: rate, channels: channels.count)
    blocks.fill(&self, with: [], frames: 0)
    remove(.pcm)
    let points = channels.map(\.count).max() ?? 0
    let rowBytes = points * ResponsePoint.byteCount
    unsafe insert(.response, byteCount: 8 + channels.count * rowBytes) { bytes in
      var writer = unsafe SectionWriter(bytes)
      writer.put(UInt32(rowBytes))
      writer.put(UInt32(channels.count))
      for point in channels.joined() {
        writer.put(point.frequency)
        writer.put(point.gain)
        writer.put(point.phase)
      }
    }
  }

  /// Makes this the end record behind such a record.
  public mutating func endResponse() {
    remove(.response)
    remove(.tally)
    header.flags = .end
    header.end = .endOfInput
    startsSource = false
  }

  /// The response of a channel.
  ///
  /// - Parameter channel: from 0, less than `rows(of: .response)`.
  /// - Returns: its points, none where there is no such channel.
  public func response(channel: Int) -> [ResponsePoint] {
    unsafe withSection(.response) { bytes in
      guard let size = unsafe Self.rowBytes(bytes), channel < rows(of: .response) else { return [] }
      return (0..<size / ResponsePoint.byteCount).map { index in
        let place = 8 + channel * size + index * ResponsePoint.byteCount
        let value = { (offset: Int) in
          unsafe Float(bitPattern: bytes.get(UInt32.self, at: place + offset))
        }
        return ResponsePoint(frequency: value(0), gain: value(4), phase: value(8))
      }
    } ?? []
  }
}
