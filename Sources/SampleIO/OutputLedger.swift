/// What a process has delivered and lost: of the source under way and in all.
struct OutputLedger {
  // Of the source under way, by this process's output.
  private var lost: Int64 = 0
  private var gaps: Int64 = 0
  private var longest: Int64 = 0

  // In all.
  private var delivered: Int64 = 0
  private var allLost: Int64 = 0
  private var allGaps: Int64 = 0
  private var longestSeconds = 0.0
  private var lostSeconds = 0.0
  private var isEstimated = false
  // What the input of the source under way has lost already.
  private var before = Tally()
  private var rate = 0.0

  /// A record leaves: a new source begins its own count.
  mutating func begin(_ startsSource: Bool, _ header: RecordHeader) {
    rate = header.rate
    guard startsSource else { return }
    (lost, gaps, longest) = (0, 0, 0)
    before = Tally()
  }

  /// Frames were given up.
  mutating func lose(_ frames: Int64) {
    lost += frames
    gaps += 1
    longest = max(longest, frames)
    book(frames, gaps: 1, longest: frames)
  }

  /// A record leaves.
  ///
  /// - Parameters:
  ///   - header: of the record.
  ///   - tally: what this process had lost at its input when the record was made.
  mutating func count(_ header: RecordHeader, _ tally: Tally) {
    delivered += Int64(header.frames)
    if tally.lost > before.lost || tally.gaps > before.gaps {
      book(tally.lost - before.lost, gaps: tally.gaps - before.gaps, longest: tally.longestGap)
    }
    if tally.lossEstimated { isEstimated = true }
    before = tally
  }

  private mutating func book(_ frames: Int64, gaps: Int64, longest: Int64) {
    allLost += frames
    allGaps += gaps
    longestSeconds = max(longestSeconds, Double(longest) / rate)
    lostSeconds += Double(frames) / rate
  }

  /// Writes header and row of a record that leaves.
  func stamp(_ entry: inout WaitingRecords.Entry) {
    var tally = entry.tally
    tally.lost += lost
    tally.gaps += gaps
    tally.longestGap = max(tally.longestGap, longest)
    entry.block.header.lost += tally.lost
    let (header, row) = (entry.block.header, entry.row)
    unsafe entry.bytes.withUnsafeMutableBytes { bytes in
      var writer = unsafe SectionWriter(UnsafeMutableRawBufferPointer(rebasing: bytes[row]))
      writer.put(tally)
      unsafe header.encode(into: bytes)
    }
  }

  /// The closing line.
  ///
  /// - Parameter isWordy: whether it is wanted also when nothing was lost.
  /// - Returns: nil when there is nothing to say.
  func line(isWordy: Bool) -> String? {
    guard allLost > 0 || isWordy else { return nil }
    guard allLost > 0 else { return "\(delivered) frames delivered, none lost" }
    return "\(delivered) frames delivered, \(allLost) lost (\(fixed(lostSeconds, 3)) s"
      + "\(isEstimated ? ", estimated" : "")) in \(allGaps) \(allGaps == 1 ? "gap" : "gaps"), "
      + "the longest \(fixed(longestSeconds, 3)) s"
  }
}
