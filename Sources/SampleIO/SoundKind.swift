/// What two sounds must share to follow one another, or to be compared.
public struct SoundKind: Equatable, Sendable, CustomStringConvertible {
  /// Hz.
  public let rate: Double
  public let channels: Int

  public init(rate: Double, channels: Int) {
    self.rate = rate
    self.channels = channels
  }

  init(_ header: RecordHeader) { self.init(rate: header.rate, channels: header.channels) }

  public var description: String {
    "\(fixed(rate, 0)) Hz, \(channels) channel\(channels == 1 ? "" : "s")"
  }

  /// Which tools make two kinds alike.
  ///
  /// - Parameter other: of another kind.
  /// - Returns: a clause for the end of a message.
  public func advice(besides other: SoundKind) -> String {
    let mono = channels == other.channels ? nil : "sm-capture --mono"
    let rates = rate == other.rate ? nil : "sm-resample"
    let tools = [mono, rates].compactMap { $0 }
    return tools.joined(separator: " and ") + (tools.count > 1 ? " make" : " makes") + " them alike"
  }
}

extension RecordHeader {
  /// Rate and channels.
  public var kind: SoundKind { SoundKind(self) }
}
