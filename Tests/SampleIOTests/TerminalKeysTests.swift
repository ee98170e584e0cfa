import Testing

@testable import SampleIO

@Suite struct TerminalKeysTests {
  @Test func `sequences may come in pieces`() {
    var keys = TerminalKeys()
    #expect(keys.keys([0x1B]).isEmpty)
    #expect(keys.keys(Array("[C1".utf8)) == [.right, .character("1")])
    #expect(keys.keys([9] + Array("\u{1B}[Z\u{1B}OD".utf8)) == [.tab, .backTab, .left])
    #expect(keys.keys([12, 200, 3]) == [.redraw])
    #expect(
      keys.keys(Array("\u{1B}[5~\u{1B}[A\u{1B}[1;5Cq".utf8)) == [.pageUp, .up, .character("q")])
  }
}
