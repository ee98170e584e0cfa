/// The records that a slow reader has not taken yet, at most a quarter of a second of them.
///
/// When nothing has moved for that long, or the room is full, all that wait give way to the newest:
/// one gap, booked on the record behind it. End records, ends of sessions and the first record of
/// a source never give way, so that a loss stays with its source.
struct WaitingRecords {
  /// One record, laid out for the pipe; header and ledger are written when it leaves.
  struct Entry {
    /// The record as it will be written, with room for header and this process's row.
    var bytes: [UInt8] = []
    var block: SoundBlock
    var tally: Tally
    /// Where this process's row of TALY stands.
    var row: Range<Int>
    /// Where the sound stands, nil without.
    var pcm: Range<Int>?
    /// Frames given up before this record.
    var gapBefore: Int64 = 0

    /// Whether it can be given up.
    var givesWay: Bool {
      !block.startsSource && block.header.flags.isDisjoint(with: [.end, .sessionEnd])
    }
  }

  private var entries: [Entry] = []
  private var spares: [[UInt8]] = []

  var isEmpty: Bool { entries.isEmpty }

  /// How long the waiting records last, s.
  var seconds: Double {
    entries.reduce(0) { $0 + Double($1.block.header.frames) / $1.block.header.rate }
  }

  /// Memory to lay a record out in.
  mutating func memory() -> [UInt8] { spares.popLast() ?? [] }

  /// Takes memory back.
  mutating func recycle(_ bytes: [UInt8]) {
    if spares.count < 16 { spares.append(bytes) }
  }

  /// Adds the newest.
  ///
  /// - Parameters:
  ///   - entry: the record.
  ///   - hasStalled: whether the reader has taken nothing for as long as `roomSeconds`.
  ///   - roomSeconds: how much may wait.
  mutating func append(_ entry: Entry, hasStalled: Bool, roomSeconds: Double) {
    var newest = entry
    let length = Double(entry.block.header.frames) / entry.block.header.rate
    if !entries.isEmpty, hasStalled || seconds + length > roomSeconds {
      newest.gapBefore += giveWay()
    }
    entries.append(newest)
  }

  /// Gives up all that can be.
  ///
  /// - Returns: frames given up behind the last record that stays.
  private mutating func giveWay() -> Int64 {
    var kept: [Entry] = []
    var given: Int64 = 0
    for var entry in entries {
      if entry.givesWay {
        given += entry.gapBefore + Int64(entry.block.header.frames)
        recycle(entry.bytes)
      } else {
        entry.gapBefore += given
        given = 0
        kept.append(entry)
      }
    }
    entries = kept
    return given
  }

  /// Takes the oldest out.
  mutating func popFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }
}
