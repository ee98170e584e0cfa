import Testing

@testable import SampleIO

@Suite struct CRC32CTests {
  @Test func `the check value of RFC 3720 comes out`() {
    let sum = Array("123456789".utf8).withUnsafeBytes { CRC32C.of($0) }
    #expect(sum == 0xE306_9283)
  }
}

extension CRC32CTests {
  @Test func `the vectors of RFC 3720 come out`() {
    // B.4: 32 bytes of zeros, of ones, rising and falling.
    let vectors: [([UInt8], UInt32)] = [
      (Array(repeating: 0, count: 32), 0x8A91_36AA),
      (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
      (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C), ([], 0),
    ]
    for (bytes, sum) in vectors { #expect(bytes.withUnsafeBytes { CRC32C.of($0) } == sum) }
  }
}
