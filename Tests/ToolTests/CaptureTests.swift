import Foundation
import Testing

@Suite struct `sm-capture` {
  @Test func `the demo is the same bytes twice`() throws {
    let once = try shell("sm-capture --demo --duration 2")
    let again = try shell("sm-capture --demo --duration 2")
    #expect(once.status == 0)
    #expect(once.errors == "")
    #expect(once.output.count > 700_000)
    #expect(once.output == again.output)
  }
}
