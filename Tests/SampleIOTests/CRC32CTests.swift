import Testing

@testable import SampleIO

@Suite struct CRC32CTests {
  @Test func `the check value of RFC 3720 comes out`() {
    let sum = Array("123456789".utf8).withUnsafeBytes { CRC32C.of($0) }
    #expect(sum == 0xE306_9283)
  }
}
