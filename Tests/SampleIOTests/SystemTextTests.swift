import Testing

@testable import SampleIO

@Suite struct `Words of the system` {
  /// The bytes that a String goes back to the system as, without the zero.
  private func back(_ text: String) -> [UInt8] {
    text.forSystem.dropLast().map(UInt8.init(bitPattern:))
  }

  @Test func `any bytes come back as they were`() {
    var state: UInt64 = 1
    // Bytes that begin, go on with, and break off characters, those for private use among them.
    let some: [UInt8] = [
      0x61, 0x2F, 0x80, 0xBE, 0xBF, 0x8F, 0xC3, 0xBC, 0xE2, 0xED, 0xA0, 0xF4, 0xFF,
    ]
    for length in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<(length % 40) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(some[Int(state >> 33) % some.count])
      }
      #expect(back(String(system: bytes)) == bytes)
    }
  }

  @Test func `text is itself`() {
    for text in ["", "song.wav", "grün.wav", "e\u{301}", "日本", "🎧", "\u{10FEFF}"] {
      #expect(String(system: Array(text.utf8)) == text)
      #expect(text.asText == text)
      #expect(text.asLine == text)
    }
  }

  @Test func `no two names become the same`() {
    let byte = String(system: [0xFC])
    #expect(byte != String(system: Array("\u{10FFFC}".utf8)))
    #expect(byte != String(system: Array("\u{FFFD}".utf8)))
  }

  @Test func `a byte of no character is a replacement character in text, and a mark in a line`() {
    let name = String(system: [0x67, 0x72, 0xFC, 0x6E])
    #expect(name.asText == "gr\u{FFFD}n")
    #expect(name.asLine == "gr?n")
  }

  @Test func `nothing in a line reaches a terminal as more than a character`() {
    #expect("a\u{1B}[31mb\nc\r\td\u{7F}\u{9B}e\u{2028}f\u{85}".asLine == "a?[31mb?c??d??e?f?")
  }
}
