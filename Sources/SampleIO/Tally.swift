/// What one process of a chain has lost, replaced and waited for since its source began.
///
/// Each process adds one row to TALY, in the order of the chain; rows are never merged.
public struct Tally: Equatable, Sendable {
  /// The process's name.
  public var stage = Diagnostics.tool
  /// Rate of the frames counted here, Hz.
  public var rate = 0.0
  /// Frames lost.
  public var lost: Int64 = 0
  /// Places where frames were lost.
  public var gaps: Int64 = 0
  /// Frames of the longest gap.
  public var longestGap: Int64 = 0
  /// Samples that were no finite number and became zero.
  public var nonFinite: Int64 = 0
  /// Samples that were limited where they left Float32.
  public var clipped: Int64 = 0
  /// Times the input stalled.
  public var stalls: Int64 = 0
  /// Time the input stalled, s.
  public var stalledSeconds: Float = 0
  /// Bytes passed over to find the next record.
  public var skippedBytes: Int64 = 0
  /// Whether `lost` was estimated rather than counted.
  public var lossEstimated = false

  public init() {}

  /// Whether a payload is rows and nothing else, so that a row can stand behind them.
  ///
  /// Rows of later versions may be longer than ours, up to 4,096 bytes.
  static func isLedger(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 8 else { return false }
    let size = unsafe Int(bytes.get(UInt32.self, at: 0))
    let rows = unsafe Int(bytes.get(UInt32.self, at: 4))
    return size <= 4096 && bytes.count == 8 + size * rows
  }
}

extension Record {
  /// Adds this process's row behind those of the stages before.
  ///
  /// Rows keep the length that the chain's first process gave them; what a later version has
  /// beyond our fields is zero in our row.
  mutating func appendTally() {
    let tally = tally
    let size = unsafe withSection(.tally) { unsafe Self.rowBytes($0) ?? 0 } ?? 0
    guard size >= Layout.tally.byteCount else {
      remove(.tally)
      insert(.tally, rows: 1, of: .tally) { $0.put(tally) }
      return
    }
    unsafe extendLast(by: size) { section, row in
      let rows = unsafe UnsafeRawBufferPointer(section).get(UInt32.self, at: 4)
      unsafe section.put(rows + 1, at: 4)
      for index in Layout.tally.byteCount..<size { unsafe row[index] = 0 }
      var writer = unsafe SectionWriter(row)
      writer.put(tally)
    }
  }
}

extension Record {
  /// Where this process's row stands after `appendTally`.
  var lastTallyRow: Range<Int> {
    guard let section = sections.last, section.tag == .tally else { return 0..<0 }
    let size = unsafe withSection(.tally) { unsafe Self.rowBytes($0) ?? 0 } ?? 0
    let end = section.start + section.count
    return end - size..<end
  }

  /// Samples that were no finite numbers, replaced here and by the stages before.
  public var replacedSamples: Int64 {
    var sum = tally.nonFinite
    unsafe withSection(.tally) { bytes in
      let size = unsafe Self.rowBytes(bytes) ?? 0
      let place = Self.nonFiniteOffset
      guard size >= Layout.tally.byteCount else { return }
      for row in 0..<rows(of: .tally) {
        sum += unsafe bytes.get(Int64.self, at: 8 + row * size + place)
      }
    }
    return sum
  }
}

extension Record {
  private static let nonFiniteOffset = Layout.tally.offset(of: "non_finite")
}

extension SectionWriter {
  mutating func put(_ tally: Tally) {
    put(tally.stage, size: 16)
    put(tally.rate)
    put(tally.lost)
    put(tally.gaps)
    put(tally.longestGap)
    put(tally.nonFinite)
    put(tally.clipped)
    put(tally.stalls)
    put(tally.stalledSeconds)
    put(tally.skippedBytes)
    put(flags: tally.lossEstimated)
  }
}
