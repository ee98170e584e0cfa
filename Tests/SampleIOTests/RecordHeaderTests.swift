import Testing

@testable import SampleIO

@Suite struct RecordHeaderTests {
  private func header() -> RecordHeader {
    var header = RecordHeader()
    header.flags = [.first, .gap]
    header.bodyBytes = 0x0102_0308
    header.sectionCount = 0x0405
    header.channels = 6
    header.position = 0x0011_2233_4455_6677
    header.lost = 0x0102_0304_0506_0708
    header.rate = 44_100
    header.timeNanoseconds = -2
    header.frames = 0x0000_0800
    header.fingerprint = 0xDEAD_BEEF
    header.end = .error
    return header
  }

  private func bytes(_ header: RecordHeader) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.withUnsafeMutableBytes { header.encode(into: $0) }
    return bytes
  }

  private func decode(_ bytes: [UInt8]) -> RecordHeader.Fault? {
    bytes.withUnsafeBytes { raw in
      do throws(RecordHeader.Fault) {
        _ = try RecordHeader(decoding: raw)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test func `every field stands at the byte of the contract`() {
    let expected =
      [0x53, 0x4D, 0xFF, 0x7F] + little(1, 2) + little(0b1010, 2) + little(0x0102_0308, 4)
      + little(0x0405, 2) + little(6, 2) + little(0x0011_2233_4455_6677, 8)
      + little(0x0102_0304_0506_0708, 8) + little(Int(44_100.0.bitPattern), 8) + little(-2, 8)
      + little(0x800, 4) + little(0xDEAD_BEEF, 4) + little(3, 4)
    let bytes = bytes(header())
    #expect(Array(bytes[..<60]) == expected)
    let crc = expected.withUnsafeBytes { CRC32C.of($0) }
    #expect(Array(bytes[60...]) == little(Int(crc), 4))
  }

  @Test func `what was encoded is decoded`() throws {
    let decoded = try bytes(header()).withUnsafeBytes { try RecordHeader(decoding: $0) }
    #expect(decoded == header())
  }

  @Test func `one changed bit anywhere is found`() {
    let whole = bytes(header())
    for bit in 0..<512 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(decode(damaged) == (bit < 32 ? .magic : .crc), "bit \(bit)")
    }
  }

  @Test func `each impossible field is a fault of its own`() {
    let whole = bytes(header())
    let nan = Int(Double.nan.bitPattern)
    let cases: [(Int, [UInt8], RecordHeader.Fault)] = [
      (4, little(2, 2), .version(2)), (4, little(0, 2), .version(0)),
      (8, little(64 << 20 + 8, 4), .length(UInt32(64 << 20 + 8))), (8, little(12, 4), .length(12)),
      (14, little(0, 2), .channels(0)), (14, little(65, 2), .channels(65)),
      (16, little(-1, 8), .position(-1)), (16, little(1 << 56, 8), .position(1 << 56)),
      (24, little(-1, 8), .position(0x0011_2233_4455_6677)),
      (32, little(0, 8), .rate(0)),
      (32, little(Int(bitPattern: UInt((-1.0).bitPattern)), 8), .rate(-1)),
      (48, little(0xFFFF_FFFF, 4), .frames(0xFFFF_FFFF)), (56, little(4, 4), .end),
    ]
    for (offset, field, expected) in cases {
      #expect(decode(patched(whole, at: offset, field)) == expected)
    }
    guard case .rate = decode(patched(whole, at: 32, little(nan, 8))) else {
      Issue.record("a rate of NaN was taken")
      return
    }
  }

  @Test func `a moved record's time follows its position, unless a clock told it`() {
    var header = RecordHeader()
    header.move(to: 24_000)
    #expect(header.timeNanoseconds == 500_000_000)
    header.rate = 1
    header.move(to: 1 << 55)
    #expect(header.timeNanoseconds == .max)
    header.flags = .live
    header.timeNanoseconds = 7
    header.move(to: 48_000)
    #expect(header.position == 48_000)
    #expect(header.timeNanoseconds == 7)
  }
}
