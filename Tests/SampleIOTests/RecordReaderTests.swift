import Testing

@testable import SampleIO

@Suite struct RecordReaderTests {
  private let records: [[UInt8]]
  private var whole: [UInt8] { Array(records.joined()) }

  init() throws { records = try source(blocks: [100, 100, 37]) }

  /// The stream with one of its records changed.
  private func with(_ index: Int, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var changed = records
    change(&changed[index])
    return Array(changed.joined())
  }

  /// Byte at which a record begins.
  private func start(_ index: Int) -> Int64 { Int64(records[..<index].joined().count) }

  /// Expects one record, an end record of what was delivered, and a fault at a byte.
  private func expectFault(
    _ bytes: [UInt8], at byte: Int64, _ words: String, end: RecordHeader.End = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for pipe in [false, true] {
      let delivery = try deliver(bytes, pipe: pipe)
      #expect(delivery.headers.map(\.frames) == [100, 0], sourceLocation: sourceLocation)
      #expect(delivery.headers.last?.isEnd == true, sourceLocation: sourceLocation)
      #expect(delivery.headers.last?.end == end, sourceLocation: sourceLocation)
      #expect(delivery.headers.last?.position == 100, sourceLocation: sourceLocation)
      let found = place(delivery.error)
      #expect(found?.byte == byte, sourceLocation: sourceLocation)
      #expect(found?.what.contains(words) == true, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [false, true]) func `a whole stream is delivered`(pipe: Bool) throws {
    let delivery = try deliver(whole, pipe: pipe)
    #expect(delivery.error == nil)
    #expect(delivery.headers.map(\.frames) == [100, 100, 37, 0])
    #expect(delivery.headers.map(\.position) == [0, 100, 200, 237])
    #expect(delivery.starts == [true, false, false, false])
    #expect(delivery.gaps == [0, 0, 0, 0])
    #expect(delivery.sizes == records.map(\.count))
  }

  @Test func `a stream of nothing is no fault`() throws {
    let delivery = try deliver([])
    #expect(delivery.headers.isEmpty)
    #expect(delivery.error == nil)
  }

  @Test func `concatenated streams are two sources`() throws {
    let other = try source(blocks: [64], channels: 1, rate: 8000)
    let delivery = try deliver(whole + other.joined())
    #expect(delivery.error == nil)
    #expect(delivery.starts == [true, false, false, false, true, false])
    #expect(delivery.headers.map(\.channels) == [2, 2, 2, 2, 1, 1])
  }

  @Test func `a damaged header is found at its byte`() throws {
    try expectFault(with(1) { $0[20] ^= 4 }, at: start(1), "CRC does not fit")
    try expectFault(with(1) { $0[0] = 0 }, at: start(1), "not the start of a record")
  }

  @Test func `another version is named`() throws {
    try expectFault(
      with(1) { $0 = patched($0, at: 4, little(2, 2)) }, at: start(1),
      "record version 2, this program reads version 1")
  }

  @Test func `impossible lengths are refused before anything is read`() throws {
    try expectFault(
      with(1) { $0 = patched($0, at: 8, little(0x7FFF_FFF8, 4)) }, at: start(1),
      "2147483640 bytes; at most 67108864")
    try expectFault(
      with(1) { $0 = patched($0, at: 8, little(13, 4)) }, at: start(1), "a multiple of 8")
    try expectFault(
      with(1) { $0 = patched($0, at: 48, little(0x7FFF_FFFF, 4)) }, at: start(1),
      "a block of 2147483647 frames")
  }

  @Test func `a declared length beyond the stream is a stream cut short`() throws {
    let bytes = with(1) { $0 = patched($0, at: 8, little(64 << 20, 4)) }
    try expectFault(
      bytes, at: Int64(bytes.count), "inside the record that began at byte \(start(1))",
      end: .noEndRecord)
  }

  @Test func `sections that run over the record are found`() throws {
    // SRCE is the first section: its length stands behind 64 bytes of header and its tag.
    try expectFault(
      with(1) { $0.replaceSubrange(68..<72, with: little(0xFFFF_FFF0, 4)) }, at: start(1) + 64,
      "section SRCE of 4294967280 bytes runs over")
    try expectFault(
      with(1) { $0 = patched($0, at: 12, little(9, 2)) }, at: start(1) + Int64(records[1].count),
      "9 sections do not fit")
  }

  @Test func `sections that do not fill the record are found`() throws {
    let tally = 16 + Layout.tally.byteCount
    try expectFault(
      with(1) { $0 = patched($0, at: 12, little(2, 2)) },
      at: start(2) - Int64((tally + 7) / 8 * 8), "before the record does")
  }

  @Test func `sections out of their order are found`() throws {
    let bytes = with(1) { $0.replaceSubrange(64..<68, with: Array("SCOP".utf8)) }
    try expectFault(
      bytes, at: start(1) + 64 + 8 + Int64(Layout.source.byteCount + 7) / 8 * 8,
      "section PCM  is out of its order")
  }

  @Test func `sound of another length than the block is found`() throws {
    try expectFault(
      with(1) { $0 = patched($0, at: 48, little(99, 4)) },
      at: start(1) + 64 + 8 + Int64(Layout.source.byteCount + 7) / 8 * 8,
      "section PCM of 800 bytes for 99 x 2 samples")
  }

  @Test(arguments: [
    little(88, 4), little(88, 4) + little(0xFFFF_FFFF, 4), little(0x8000_0000, 4) + little(0, 4),
    little(88, 4) + little(1, 4) + little(0, 87), little(88, 4) + little(1, 4) + little(0, 89),
  ]) func `a ledger that does not hold its rows is refused`(payload: [UInt8]) throws {
    var record = Record()
    record.header.flags = .first
    record.insert(.tally, byteCount: payload.count) { $0.copyBytes(from: payload) }
    let delivery = try deliver(try encoded(&record))
    #expect(place(delivery.error)?.byte == 64)
    #expect(place(delivery.error)?.what.contains("does not hold its rows") == true)
  }

  @Test func `a second ledger is refused`() throws {
    var record = Record()
    for _ in 0..<2 { record.insert(.tally, byteCount: 8) { $0.copyBytes(from: little(88, 8)) } }
    let delivery = try deliver(try encoded(&record))
    #expect(place(delivery.error)?.what == "a second section TALY")
  }

  @Test func `a position that goes back is found`() throws {
    try expectFault(
      with(1) { $0 = patched($0, at: 16, little(99, 8)) }, at: start(1),
      "position 99 goes back; frame 100 would come next")
  }

  @Test func `a position that jumps is a gap`() throws {
    let delivery = try deliver(
      with(1) { $0 = patched($0, at: 16, little(90 + 12, 8)) })
    #expect(Array(delivery.gaps.prefix(2)) == [0, 2])
    #expect(place(delivery.error)?.what.contains("goes back") == true)
  }

  @Test func `a stream may stop at any byte`() throws {
    let second = Int(start(1))
    for length in second...second + records[1].count {
      let delivery = try deliver(Array(whole[..<length]))
      let isWhole = length == second + records[1].count
      #expect(delivery.headers.map(\.frames) == (isWhole ? [100, 100, 0] : [100, 0]))
      #expect(delivery.headers.last?.end == .noEndRecord)
      let found = place(delivery.error)
      #expect(found?.byte == Int64(length))
      let words =
        length == second || isWhole
        ? "without the end record" : length < second + 64 ? "header" : "inside the record"
      #expect(found?.what.contains(words) == true, "\(length)")
    }
  }

  @Test func `a stop inside the first header delivers nothing`() throws {
    let delivery = try deliver(Array(whole[..<40]))
    #expect(delivery.headers.isEmpty)
    #expect(place(delivery.error)?.byte == 40)
  }

  @Test func `a source that begins before the last had ended is delivered, and the fault told`()
    throws
  {
    let first = Array(records[..<2].joined())
    let delivery = try deliver(first + whole)
    #expect(delivery.headers.map(\.frames) == [100, 100, 0, 100, 100, 37, 0])
    #expect(delivery.headers[2].end == .noEndRecord)
    #expect(delivery.headers.last?.end == .endOfInput)
    #expect(place(delivery.error)?.byte == Int64(first.count))
    #expect(place(delivery.error)?.what.contains("before the last one had ended") == true)
  }

  @Test(arguments: [(32, 8, Int(44_100.0.bitPattern)), (52, 4, 12_345)])
  func `another rate or fingerprint is another source`(change: (Int, Int, Int)) throws {
    let (offset, size, value) = change
    let delivery = try deliver(
      with(1) { $0 = patched($0, at: offset, little(value, size)) })
    #expect(delivery.starts.prefix(3) == [true, false, true])
    #expect(delivery.headers[1].end == .noEndRecord)
    #expect(delivery.error != nil)
  }

  @Test func `the made end record keeps SRCE and the ledger`() throws {
    var reader = RecordReader(try input(records[0], pipe: false))
    var record = Record()
    let isThere = try reader.next(into: &record)
    #expect(isThere)
    let before = record.withSection(.source) { Array($0) }
    let isEnded = try reader.next(into: &record)
    #expect(isEnded)
    #expect(record.header.isEnd)
    let after = record.withSection(.source) { Array($0) }
    #expect(after == before)
    let rows = record.rows(of: .tally)
    #expect(rows == 1)
    let hasSound = record.has(.pcm)
    #expect(!hasSound)
  }

  @Test func `an end far out in time is no crash`() throws {
    var record = Record()
    record.header.flags = .first
    record.header.rate = 1
    record.header.position = 1 << 55
    let delivery = try deliver(try encoded(&record))
    #expect(delivery.headers.last?.end == .noEndRecord)
    #expect(place(delivery.error)?.what.contains("without the end record") == true)
  }

  @Test func `longer sections and unknown tags pass unchanged`() throws {
    let extra = Array("of a later version".utf8)
    var record = Record()
    var reader = RecordReader(try input(records[0], pipe: false))
    let isRead = try reader.next(into: &record)
    #expect(isRead)
    let source = record.withSection(.source) { Array($0) } ?? []
    record.remove(.source)
    record.insert(.source, byteCount: source.count + extra.count) {
      $0.copyBytes(from: source + extra)
    }
    for letters: StaticString in ["Unkn", "unkn"] {
      record.insert(Tag(letters), byteCount: extra.count) { $0.copyBytes(from: extra) }
    }
    record.header.flags.insert(.end)
    let bytes = try encoded(&record)
    var again = RecordReader(try input(bytes, pipe: false))
    var copy = Record()
    let isReadAgain = try again.next(into: &copy)
    #expect(isReadAgain)
    let copied = try encoded(&copy)
    #expect(copied == bytes)
    var names: [String] = []
    _ = copy.read(.source, .source) { reader in reader.forEach { name, _ in names.append(name) } }
    #expect(names == Layout.source.keys)
  }

  @Test func `a shorter section of an older version has missing values behind it`() throws {
    var record = Record()
    record.insert(.loudness, byteCount: 8) { bytes in
      bytes.copyBytes(from: little(Int(Float(-23.5).bitPattern), 4) + little(0x7FC0_0000, 4))
    }
    var values: [String: Value] = [:]
    _ = record.read(.loudness, .loudness) { $0.forEach { values[$0] = $1 } }
    #expect(values["momentary"] == .number(-23.5, .level, isSingle: true))
    #expect(values["short_term"] == .missing)
    #expect(values["integrated"] == .missing)
    #expect(values.count == Layout.loudness.keys.count)
  }

  @Test func `damage of any kind is a message and never a crash`() throws {
    var random = Random(99)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let record = Int.random(in: 0..<records.count, using: &random)
        let base = Int(start(record))
        let offset = Int.random(in: 0..<min(records[record].count, 96), using: &random)
        bytes[base + offset] = UInt8.random(in: 0...255, using: &random)
        let crc = bytes[base..<base + 60].withUnsafeBytes { CRC32C.of($0) }
        bytes.replaceSubrange(base + 60..<base + 64, with: little(Int(crc), 4))
      }
      let delivery = try deliver(bytes)
      #expect(delivery.headers.count <= 8)
    }
  }
}
