import Drawing
import Testing

@testable import Views

@Suite struct KeyTests {
  private func session() -> Session { Session(.monitor, ViewSettings(), shape: nil) }

  @Test func `keys change the view`() {
    var session = session()
    session.press(.character("3"))
    #expect(session.kind == .timeline)
    session.press(.tab)
    #expect(session.kind == .scope)
    session.press(.tab)
    #expect(session.kind == .monitor)
    session.press(.backTab)
    #expect(session.kind == .scope)
  }

  @Test func `keys change frequencies, sensitivity, speed and colours, within limits`() {
    var session = session()
    for _ in 0..<100 { session.press(.character("]")) }
    #expect(session.settings.axis.low < session.settings.axis.high / 2)
    for _ in 0..<100 { session.press(.character("{")) }
    #expect(session.settings.axis.high > session.settings.axis.low)
    for _ in 0..<100 { session.press(.character("+")) }
    #expect(session.settings.gain == 60)
    for _ in 0..<100 { session.press(.character(".")) }
    #expect(session.columnsPerSecond == 32)
    session.press(.character("c"))
    #expect(session.settings.colorName == "viridis")
    #expect(session.settings.colors.color(1) == Color(0xFDE725))
  }

  @Test func `a pause keeps what was seen, and looks back`() {
    var session = session()
    for step in 0..<20 {
      session.reading.source.position = Int64(step)
      session.past.add(session.reading, Int64(step))
    }
    session.press(.left)
    #expect(session.back == 0, "only while paused")
    session.press(.character(" "))
    session.reading.source.position = 99
    session.press(.left)
    session.press(.left)
    #expect(session.back == 2 && session.status == "PAUSED -0.2 s")
    #expect(session.held?.past.reading(back: 2)?.source.position == 17)
    session.press(.home)
    #expect(session.back == 19)
    session.press(.character(" "))
    #expect(session.back == 0 && session.held == nil && !session.isPaused)
  }

  @Test func `the look follows the terminal`() {
    #expect(TerminalLook.depth("xterm-256color", "truecolor") == .full)
    #expect(TerminalLook.depth("xterm-256color", "") == .palette)
    #expect(TerminalLook.depth("screen", "") == .basic)
    #expect(TerminalLook.depth("linux", "") == .basic)
    #expect(TerminalLook.depth("dumb", "truecolor") == .none)
    #expect(TerminalLook.depth("vt100", "") == .none)
  }
}
