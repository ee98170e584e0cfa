import Testing

@testable import SampleIO

/// A record that waits.
private func entry(
  _ position: Int64, frames: Int = 2048, rate: Double = 48_000, flags: RecordHeader.Flags = .live,
  starts: Bool = false
) -> WaitingRecords.Entry {
  var record = Record()
  record.header.rate = rate
  record.header.frames = frames
  record.header.flags = flags
  record.header.position = position
  record.startsSource = starts
  record.appendTally()
  record.sumUp()
  var bytes: [UInt8] = []
  record.copyAll(into: &bytes)
  return WaitingRecords.Entry(
    bytes: bytes, block: SoundBlock(record), tally: record.tally, row: record.lastTallyRow,
    pcm: nil)
}

extension WaitingRecords {
  /// Takes all out: position, and frames given up before.
  fileprivate mutating func all() -> [[Int64]] {
    var found: [[Int64]] = []
    while let entry = popFirst() { found.append([entry.block.header.position, entry.gapBefore]) }
    return found
  }

  fileprivate mutating func add(_ entry: Entry, stalled: Bool = false, room: Double = 0.25) {
    append(entry, hasStalled: stalled, roomSeconds: room)
  }
}

@Suite struct `Records that wait` {
  @Test func `a quarter of a second has room`() {
    var waiting = WaitingRecords()
    #expect(waiting.isEmpty)
    for index in 0..<5 { waiting.add(entry(Int64(index) * 2048)) }
    #expect(abs(waiting.seconds - 5 * 2048 / 48_000) < 1e-12)
    let kept = waiting.all()
    #expect(kept == (0..<5).map { [Int64($0) * 2048, 0] })
    #expect(waiting.isEmpty)
  }

  @Test func `six blocks at once: the first is under way, five wait`() {
    var waiting = WaitingRecords()
    waiting.add(entry(0, starts: true))
    let first = waiting.popFirst()
    #expect(first?.gapBefore == 0)
    for index in 1..<6 { waiting.add(entry(Int64(index) * 2048)) }
    let others = waiting.all()
    #expect(others.allSatisfy { $0[1] == 0 })
  }

  @Test func `all give way to the newest, as one gap`() {
    var waiting = WaitingRecords()
    for index in 0..<40 { waiting.add(entry(Int64(index) * 2048)) }
    let left = waiting.all()
    // 5 fit, the sixth takes their place
    #expect(left.first == [35 * 2048, 35 * 2048])
    #expect(left.dropFirst().allSatisfy { $0[1] == 0 })
  }

  @Test func `when nothing moves the newest waits alone`() {
    var waiting = WaitingRecords()
    for index in 0..<3 { waiting.add(entry(Int64(index) * 2048)) }
    waiting.add(entry(3 * 2048), stalled: true)
    waiting.add(entry(4 * 2048), stalled: true)
    let newest = waiting.all()
    #expect(newest == [[4 * 2048, 4 * 2048]])
    waiting.add(entry(5 * 2048), stalled: true)
    let alone = waiting.all()
    #expect(alone == [[5 * 2048, 0]])
  }

  @Test func `one always waits, however long it is`() {
    var waiting = WaitingRecords()
    waiting.add(entry(0, frames: 65_536))
    waiting.add(entry(65_536, frames: 65_536))
    let left = waiting.all()
    #expect(left == [[65_536, 65_536]])
  }

  @Test func `the first of a source, its end and ends of sessions stay`() {
    var waiting = WaitingRecords()
    waiting.add(entry(0, starts: true))
    waiting.add(entry(2048))
    waiting.add(entry(4096, frames: 0, flags: [.live, .sessionEnd]))
    waiting.add(entry(4096))
    waiting.add(entry(6144))
    waiting.add(entry(8192, frames: 0, flags: [.live, .end]), stalled: true)
    let left = waiting.all()
    #expect(left == [[0, 0], [4096, 2048], [8192, 4096]])
  }

  @Test func `a loss stays with its source`() {
    var waiting = WaitingRecords()
    for source in 0..<3 {
      waiting.add(entry(0, starts: true), stalled: true)
      for index in 1..<4 { waiting.add(entry(Int64(index) * 2048), stalled: true) }
      waiting.add(entry(4 * 2048, frames: 0, flags: [.live, .end]), stalled: true)
      if source == 1 { waiting.add(entry(0, frames: 0, flags: [.live, .end], starts: true)) }
    }
    let source: [[Int64]] = [[0, 0], [8192, 6144]]
    let left = waiting.all()
    #expect(left == source + source + [[0, 0]] + source)
  }

  @Test func `frames of a gap that gives way are not forgotten`() {
    var waiting = WaitingRecords()
    waiting.add(entry(0))
    waiting.add(entry(2048), stalled: true)
    waiting.add(entry(4096), room: 1)
    waiting.add(entry(6144), stalled: true)
    let left = waiting.all()
    #expect(left == [[6144, 6144]])
  }

  @Test func `memory is used again`() {
    var waiting = WaitingRecords()
    waiting.recycle([1, 2, 3])
    let used = waiting.memory()
    #expect(used == [1, 2, 3])
    let fresh = waiting.memory()
    #expect(fresh == [])
  }
}

@Suite struct `The ledger of the output` {
  private func header(_ frames: Int, rate: Double = 48_000) -> RecordHeader {
    var header = RecordHeader()
    (header.frames, header.rate) = (frames, rate)
    return header
  }

  @Test func `nothing to say, unless asked`() {
    var ledger = OutputLedger()
    ledger.begin(true, header(2048))
    ledger.count(header(2048), Tally())
    #expect(ledger.line(isWordy: false) == nil)
    #expect(ledger.line(isWordy: true) == "2048 frames delivered, none lost")
  }

  @Test func `losses of the output and of the input`() {
    var ledger = OutputLedger()
    ledger.begin(true, header(1000))
    ledger.count(header(1000), Tally())
    ledger.lose(4800)
    var tally = Tally()
    (tally.lost, tally.gaps, tally.longestGap) = (480, 2, 300)
    ledger.count(header(1000), tally)
    ledger.count(header(1000), tally)
    #expect(
      ledger.line(isWordy: false)
        == "3000 frames delivered, 5280 lost (0.110 s) in 3 gaps, the longest 0.100 s")
    tally.lossEstimated = true
    ledger.count(header(0), tally)
    #expect(ledger.line(isWordy: false)?.contains("(0.110 s, estimated)") ?? false)
  }

  @Test func `every source counts from nothing, the line counts all`() throws {
    var ledger = OutputLedger()
    ledger.begin(true, header(1000))
    ledger.lose(100)
    ledger.count(header(1000), Tally())
    ledger.begin(true, header(1000, rate: 96_000))
    var one = entry(0, frames: 1000, rate: 96_000)
    ledger.lose(960)
    ledger.count(one.block.header, one.tally)
    ledger.stamp(&one)
    #expect(one.block.header.lost == 960)
    let written = try one.bytes.withUnsafeBytes { try RecordHeader(decoding: $0) }
    #expect(written.lost == 960)
    let row = one.bytes[one.row]
    // stage[16] rate lost gaps longest_gap
    #expect(row.dropFirst(24).prefix(8) == [0xC0, 3, 0, 0, 0, 0, 0, 0])
    #expect(row.dropFirst(32).prefix(8) == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(row.dropFirst(40).prefix(8) == [0xC0, 3, 0, 0, 0, 0, 0, 0])
    #expect(
      ledger.line(isWordy: false)
        == "2000 frames delivered, 1060 lost (0.012 s) in 2 gaps, the longest 0.010 s")
  }

  @Test func `the header adds to what the stages before have lost`() {
    var ledger = OutputLedger()
    var one = entry(5000)
    one.block.header.lost = 700
    one.tally.lost = 30
    ledger.begin(false, one.block.header)
    ledger.lose(1)
    ledger.count(one.block.header, one.tally)
    ledger.stamp(&one)
    #expect(one.block.header.lost == 731)
    #expect(
      ledger.line(isWordy: false)
        == "2048 frames delivered, 31 lost (0.001 s) in 1 gap, the longest 0.000 s")
  }
}

@Suite struct `Gaps where only sound goes on` {
  /// What comes of a block of one value, a gap, and a block of another.
  private func around(
    _ way: GapFiller.Way, _ gap: Int64, _ before: Float = 0.8, _ after: Float = -0.6,
    channels: Int = 2, rate: Double = 48_000, frames: Int = 1000
  ) -> (filling: [Float], block: [Float]) {
    var filler = GapFiller(way)
    var one = [Float](repeating: before, count: frames * channels)
    one.withUnsafeMutableBufferPointer { filler.remember($0, channels: channels) }
    var two = [Float](repeating: after, count: frames * channels)
    let filling = filler.filling(
      frames: gap, before: Array(two[..<channels]), rate: rate)
    two.withUnsafeMutableBufferPointer { filler.join($0, channels: channels, rate: rate) }
    return (filling, two)
  }

  @Test(arguments: [1, 2, 3, 10, 479, 480, 481, 4800, 479_999, 480_000] as [Int64])
  func `fill has the length of the gap, and no step`(_ gap: Int64) {
    let (filling, block) = around(.fill, gap)
    #expect(filling.count == Int(gap) * 2)
    #expect(block.allSatisfy { $0 == -0.6 })
    let left = [0.8] + stride(from: 0, to: filling.count, by: 2).map { filling[$0] } + [-0.6]
    // no step above the neighbours' own levels
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) <= 0.8 })
    #expect(left.allSatisfy { -0.6...0.8 ~= $0 })
    #expect(stride(from: 0, to: filling.count, by: 2).allSatisfy { filling[$0] == filling[$0 + 1] })
    if gap >= 480 {
      #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) <= 0.8 * .pi / 2 / 240 + 1e-6 })
      #expect(left[241..<left.count - 241].allSatisfy { $0 == 0 })
      #expect(left[240] != 0 && left[left.count - 241] != 0)
    }
  }

  @Test func `at most 10 s`() {
    #expect(around(.fill, 480_001).filling.count == 960_000)
    #expect(around(.fill, .max).filling.count == 960_000)
    #expect(around(.fill, .max, channels: 1, rate: 44_100).filling.count == 441_000)
  }

  @Test func `before any sound there is nothing to die away`() {
    let filling = GapFiller(.fill).filling(frames: 1000, before: [0.5], rate: 48_000)
    #expect(filling.count == 1000)
    #expect(filling[..<760].allSatisfy { $0 == 0 })
    #expect(filling[999] > 0.49)
    var block: [Float] = [0.1, 0.2]
    block.withUnsafeMutableBufferPointer {
      GapFiller(.join).join($0, channels: 1, rate: 48_000)
    }
    #expect(block == [0.1, 0.2])
  }

  @Test(arguments: [1, 5, 240, 1000]) func `join writes nothing more, and has no step`(
    _ frames: Int
  ) {
    let (filling, block) = around(.join, 4800, frames: frames)
    #expect(filling.isEmpty)
    #expect(block.count == frames * 2)
    let left = [0.8] + stride(from: 0, to: block.count, by: 2).map { block[$0] }
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) <= 1.4 })
    guard frames >= 240 else { return }
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) <= 1.4 * .pi / 2 / 240 + 1e-6 })
    #expect(left.dropFirst(241).allSatisfy { $0 == -0.6 })
  }

  @Test func `channels keep to themselves`() {
    var filler = GapFiller(.fill)
    var one: [Float] = [0.5, 0.5, 0.25, -0.5]
    one.withUnsafeMutableBufferPointer { filler.remember($0, channels: 2) }
    let filling = filler.filling(frames: 960, before: [0, 1], rate: 48_000)
    #expect(filling[0] > 0.24 && filling[1] < -0.49)
    #expect(filling[1918] == 0 && filling[1919] > 0.99)
  }
}

@Suite struct `Patience with an input` {
  @Test func `an input that is not live is waited for without end`() {
    var patience = Patience()
    #expect(!patience.isActive)
    let end = patience.deadline(now: 5)
    #expect(end == nil)
    let goesOn = patience.goesOn(now: 1e9)
    #expect(goesOn)
    #expect(patience.stalls == 0)
  }

  @Test func `a stall is counted once, and its time when something comes`() {
    var patience = Patience()
    patience.isLive = true
    patience.stallSeconds = 2
    #expect(patience.isActive)
    let deadline = patience.deadline(now: 10)
    #expect(deadline == 12)
    let later = patience.deadline(now: 11)
    #expect(later == 12)
    let early = patience.goesOn(now: 11.9)
    #expect(early)
    #expect(patience.stalls == 0)
    let inTime = patience.goesOn(now: 12)
    #expect(inTime)
    #expect(patience.stalls == 1)
    // it has been said: no more deadlines
    let none = patience.deadline(now: 13)
    #expect(none == nil)
    let afterwards = patience.goesOn(now: 20)
    #expect(afterwards)
    #expect(patience.stalls == 1)
    #expect(patience.stalledSeconds == 0)
    patience.came(now: 25)
    #expect(patience.stalledSeconds == 15)
    let next = patience.deadline(now: 26)
    #expect(next == 27)
    var tally = Tally()
    patience.note(in: &tally)
    #expect(tally.stalls == 1 && tally.stalledSeconds == 15)
    patience.beginSource()
    #expect(patience.stalls == 0 && patience.stalledSeconds == 0)
  }

  @Test func `what comes in time is no stall`() {
    var patience = Patience()
    patience.isLive = true
    for second in 0..<10 {
      patience.came(now: Double(second) * 1.9)
      let deadline = patience.deadline(now: Double(second) * 1.9 + 1)
      #expect(deadline == Double(second) * 1.9 + 2)
      let goesOn = patience.goesOn(now: Double(second) * 1.9 + 1.8)
      #expect(goesOn)
    }
    #expect(patience.stalls == 0)
  }
}
