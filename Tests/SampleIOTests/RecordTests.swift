import Testing

@testable import SampleIO

@Suite struct RecordTests {
  /// The tags and payloads of an encoded record, walked independently of the reader.
  private func sections(_ bytes: [UInt8]) -> [(tag: String, payload: [UInt8])] {
    var place = 64
    var found: [(String, [UInt8])] = []
    while place < bytes.count {
      let tag = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let count = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      found.append((tag, Array(bytes[place + 8..<place + 8 + count])))
      #expect(bytes[place + 8 + count..<place + 8 + (count + 7) / 8 * 8].allSatisfy { $0 == 0 })
      place += 8 + (count + 7) / 8 * 8
    }
    #expect(place == bytes.count)
    return found
  }

  private func put(_ letters: StaticString, _ payload: [UInt8], into record: inout Record) {
    record.insert(Tag(letters), byteCount: payload.count) { $0.copyBytes(from: payload) }
  }

  private static let ordered: [StaticString] = [
    "SRCE", "PCM ", "LEVL", "LOUD", "SPEC", "BEAT", "SCOP", "RESP", "zzzz", "TALY",
  ]

  @Test func `sections stand in their order whatever the order of the tools`() throws {
    var random = Random(7)
    for _ in 0..<40 {
      var record = Record()
      for index in Self.ordered.indices.shuffled(using: &random) {
        put(Self.ordered[index], Array(repeating: UInt8(index), count: index * 3), into: &record)
      }
      let found = sections(try encoded(&record))
      #expect(found.map(\.tag) == Self.ordered.map { "\($0)" })
      for (index, section) in found.enumerated() {
        #expect(section.payload == Array(repeating: UInt8(index), count: index * 3))
      }
    }
  }

  @Test func `sections of one name stay in the order in which they came`() throws {
    var record = Record()
    put("TALY", [9], into: &record)
    for value: UInt8 in 1...3 { put("SPEC", [value], into: &record) }
    put("LEVL", [8], into: &record)
    let found = sections(try encoded(&record))
    #expect(found.map { $0.payload[0] } == [8, 1, 2, 3, 9])
    let spectra = record.count(of: .spectrum)
    #expect(spectra == 3)
    let third = record.withSection(.spectrum, 2) { $0[0] }
    #expect(third == 3)
    let fourth = record.withSection(.spectrum, 3) { $0[0] }
    #expect(fourth == nil)
  }

  @Test func `removing leaves every other payload as it was`() throws {
    for gone in Self.ordered {
      var record = Record()
      for (index, letters) in Self.ordered.enumerated() {
        put(letters, Array(repeating: UInt8(index + 1), count: 5 + index), into: &record)
      }
      record.remove(Tag(gone))
      let found = sections(try encoded(&record))
      #expect(found.map(\.tag) == Self.ordered.map { "\($0)" }.filter { $0 != "\(gone)" })
      for section in found {
        let index = Self.ordered.firstIndex { "\($0)" == section.tag } ?? -1
        #expect(section.payload == Array(repeating: UInt8(index + 1), count: 5 + index))
      }
    }
  }

  @Test func `a change of the signal drops measurements and unknown upper-case tags only`() throws {
    var record = Record()
    for letters in Self.ordered { put(letters, Array(repeating: 1, count: 8), into: &record) }
    put("Xabc", [1], into: &record)
    put("xABC", [2], into: &record)
    put("_abc", [3], into: &record)
    record.dropMeasurements()
    let left = sections(try encoded(&record)).map(\.tag)
    #expect(
      left == ["SRCE", "PCM ", "zzzz", "xABC", "_abc", "TALY"])
  }

  @Test func `every stage adds a row to the ledger and changes no other`() throws {
    var record = Record()
    put("LOUD", [1, 2, 3], into: &record)
    for stage in 1...5 {
      record.tally.stage = "stage\(stage)"
      record.tally.clipped = Int64(stage) << 40
      record.tally.stalledSeconds = Float(stage) / 4
      record.tally.lossEstimated = stage == 3
      record.appendTally()
      let rows = record.rows(of: .tally)
      #expect(rows == stage)
    }
    let bytes = sections(try encoded(&record)).last?.payload ?? []
    #expect(Array(bytes[..<8]) == little(Layout.tally.byteCount, 4) + little(5, 4))
    for row in 0..<5 {
      var values: [String: Value] = [:]
      _ = record.read(.tally, row: row, .tally) { $0.forEach { values[$0] = $1 } }
      #expect(values["stage"] == .text("stage\(row + 1)"))
      #expect(values["clipped"] == .count(Int64(row + 1) << 40))
      #expect(
        values["stalled_seconds"] == .number(Double(row + 1) / 4, .other, isSingle: true))
      #expect(values["loss_estimated"] == .flag(row == 2))
    }
  }

  @Test func `rows of a later version keep their length and what we do not know`() throws {
    let width = Layout.tally.byteCount + 12
    let row =
      Array("later".utf8) + Array(repeating: UInt8(0), count: width - 5 - 12)
      + Array(repeating: UInt8(0x77), count: 12)
    var record = Record()
    put("TALY", little(width, 4) + little(1, 4) + row, into: &record)
    record.tally.stage = "ours"
    record.appendTally()
    let payload = sections(try encoded(&record)).last?.payload ?? []
    #expect(payload.count == 8 + 2 * width)
    #expect(Array(payload[8..<8 + width]) == row)
    #expect(payload[(8 + 2 * width - 12)...].allSatisfy { $0 == 0 })
    var stages: [Value] = []
    for index in 0..<record.rows(of: .tally) {
      _ = record.read(.tally, row: index, .tally) { reader in
        reader.forEach { if $0 == "stage" { stages.append($1) } }
      }
    }
    #expect(stages == [.text("later"), .text("ours")])
  }

  @Test func `a record used again holds nothing of the one before`() throws {
    var blocks = SourceBlocks(SourceDescription(), rate: 48_000, channels: 1)
    var record = Record()
    let loud = [Float](repeating: 1, count: 500)
    blocks.fill(&record, with: loud, frames: 500)
    put("LOUD", [1, 2, 3], into: &record)
    blocks.fill(&record, with: [0.5, 0.25, 0.125], frames: 3)
    let tags = sections(try encoded(&record)).map(\.tag)
    #expect(tags == ["SRCE", "PCM "])
    var samples: [Float] = []
    let isSound = record.copyPCM(into: &samples)
    #expect(isSound)
    #expect(samples == [0.5, 0.25, 0.125])
    #expect(record.header.position == 500)
    #expect(!record.header.flags.contains(.first))
  }

  @Test func `the mean of channels is of equal gain and the mask of the whole is no mask of it`() {
    var description = SourceDescription()
    description.mask = 0x3F
    var blocks = SourceBlocks(description, rate: 48_000, channels: 6)
    var record = Record()
    let samples: [Float] = [1, 2, 3, 4, 5, 6, -1, 0, 0, 0, 0, 0.5]
    blocks.fill(&record, with: samples, frames: 2)
    put("LEVL", Array(repeating: 1, count: 16), into: &record)
    let mask = record.channelMask
    #expect(mask == 0x3F)
    record.foldToMono(channel: nil)
    var mono: [Float] = []
    let isMean = record.copyPCM(into: &mono)
    #expect(isMean)
    #expect(mono.prefix(2) == [3.5, Float(-0.5 / 6)])
    #expect(record.header.channels == 1)
    let hasLevels = record.has(.levels)
    #expect(!hasLevels)
    let maskOfMean = record.channelMask
    #expect(maskOfMean == 0)
    blocks.fill(&record, with: samples, frames: 2)
    record.foldToMono(channel: 5)
    let isChannel = record.copyPCM(into: &mono)
    #expect(isChannel)
    #expect(mono.prefix(2) == [6, 0.5])
  }
}
