/// Makes a stream as slow as the sound it carries: what `--realtime` does.
///
/// A block leaves when it would have ended had it been recorded now, and says that it is live.
public struct Pace {
  private let isWanted: Bool
  private var began = 0.0
  private var firstPosition: Int64 = 0

  public init(isWanted: Bool) { self.isWanted = isWanted }

  /// Waits until a block may leave, while what waits for a slow reader goes on.
  ///
  /// - Parameters:
  ///   - record: becomes live.
  ///   - output: what goes on meanwhile.
  /// - Throws: `closedPipe` or `system` of the output.
  public mutating func wait(for record: inout Record, _ output: borrowing StreamOutput) throws {
    guard isWanted else { return }
    let header = record.header
    if record.startsSource {
      began = System.monotonicSeconds()
      firstPosition = header.position
    }
    let end = header.position + Int64(header.frames) - firstPosition
    try output.wait(untilSeconds: began + Double(end) / header.rate)
    record.header.flags.insert(.live)
    record.header.flags.remove(.wasLive)
    record.header.timeNanoseconds =
      System.utcNanoseconds() - Int64((Double(header.frames) / header.rate * 1e9).rounded())
  }
}
