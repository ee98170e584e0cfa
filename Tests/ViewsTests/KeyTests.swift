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

  /// Ten seconds of spectra with a peak at 4 s, and their readings.
  private func heard(isDensity: Bool) -> Session {
    var settings = ViewSettings()
    settings.isDensity = isDensity
    var session = Session(.timeline, settings, shape: nil)
    session.beginLanes([Signal(channel: 1, folded: 1)])
    for step in 0..<80 { hear(&session, Double(step) / 8, step == 32 ? -10 : -60) }
    return session
  }

  private func hear(_ session: inout Session, _ seconds: Double, _ level: Float) {
    let levels = Array(repeating: level, count: 1025)
    session.lanes[0].rolling.add(levels, bins2048, seconds: seconds)
    session.lanes[0].rolling.note(momentary: Double(level), shortTerm: -30)
    session.reading.source.position = Int64(seconds * 48_000)
    session.past.add(session.reading, session.column)
  }

  @Test(arguments: [",", ",,,", ".", "..", ",.", ".,", ",,...,"], [false, true])
  func `another speed keeps what there is, where its time is`(keys: String, isDensity: Bool) {
    var session = heard(isDensity: isDensity)
    var slowest = session.columnsPerSecond
    for key in keys {
      session.press(.character(key))
      slowest = min(slowest, session.columnsPerSecond)
    }
    let speed = session.columnsPerSecond
    let rolling = session.lanes[0].rolling
    #expect(rolling.columnsPerSecond == speed)
    let numbers = rolling.columns.map(\.number)
    #expect(numbers == Array((numbers.first ?? 0)...(numbers.last ?? -1)), "one after another")
    #expect(numbers.last == Int64((79.0 / 8 * speed).rounded(.down)))
    #expect(numbers.count == min(Int(79.0 / 8 * speed) + 1, RollingHistory.capacity))
    let loud = rolling.columns.filter { rolling.levels($0)[500] > -25 }
    for column in loud {
      #expect(column.number == Int64(4 * speed) || Double(column.number) / speed - 4 < 0.5)
      #expect(column.momentary == -10)
    }
    #expect(!loud.isEmpty)
    // What comes next stands behind.
    hear(&session, 10, -60)
    #expect(session.lanes[0].rolling.columns.count >= min(numbers.count, 239))
    let back = session.past.count - 1
    #expect(session.past.count >= min(Int(9 * speed), 240))
    let first = session.past.reading(back: back)?.source.seconds ?? -1
    #expect(abs(first - max(10 - Double(back) / speed, 0)) <= 1 / slowest + 0.125)
  }

  @Test func `another speed while stopped stays at the moment that is looked at`() {
    var session = heard(isDensity: false)
    session.press(.character(" "))
    for _ in 0..<16 { session.press(.left) }
    let time = session.held?.past.reading(back: session.back)?.source.seconds ?? 0
    for key in [",", ".", ".", ".", ",", ","] {
      session.press(.character(Character(key)))
      let now = session.held?.past.reading(back: session.back)?.source.seconds ?? -1
      #expect(abs(now - time) <= 0.25, "\(session.columnsPerSecond)")
    }
    #expect(session.status == "PAUSED -2.0 s")
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
