import Glibc
import Testing

@testable import SampleIO

// One bell for the process.
@Suite(.serialized) struct BellTests {
  @Test func `a signal that came before the waiting ends it`() throws {
    Attention.watchForResizes()
    let ends = try System.pipe()
    defer { for end in [ends.reading, ends.writing] { close(end) } }
    // Another test that waits at this moment may take the ring away: hence several.
    let outcomes = try (0..<5).map { _ in
      // The handler has run before `raise` returns: no call is interrupted by it any more.
      raise(SIGWINCH)
      return try Waiting.wait(
        for: ends.reading, nil, deadline: System.monotonicSeconds() + 0.2)
    }
    #expect(outcomes.contains(.signal))
  }

  @Test func `a bell that was silenced lets wait`() throws {
    Attention.watchForResizes()
    let ends = try System.pipe()
    defer { for end in [ends.reading, ends.writing] { close(end) } }
    for _ in 0..<3 { raise(SIGWINCH) }
    var ended = try Waiting.wait(for: ends.reading, nil, deadline: System.monotonicSeconds() + 0.2)
    ended = try Waiting.wait(for: ends.reading, nil, deadline: System.monotonicSeconds() + 0.05)
    #expect(ended == .timeout)
  }

  @Test func `ringing keeps errno, also when the pipe is full`() {
    Bell.hang()
    errno = ENOENT
    for _ in 0..<100_000 { Bell.ring() }
    #expect(errno == ENOENT)
    Bell.silence()
  }

  @Test func `it stands above the standard streams`() {
    Bell.hang()
    #expect(Bell.descriptor > 2)
  }
}
