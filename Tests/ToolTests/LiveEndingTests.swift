import Foundation
import Testing

@testable import SampleIO

private let three = [
  "sm-capture --tone 997 --realtime --duration 60", "sm-loudness", "sm-render json",
]

@Suite struct `How a live chain ends` {
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal to the whole process group`(_ signal: Int32, _ status: Int32) async throws {
    let run = try await quietly({ try $0.rows().last?.end == "interrupted" }) {
      let chain = try Chain(three)
      chain.wait { chain.arrived.count > 20 }
      chain.signalAll(signal)
      return chain.finish()
    }
    let rows = try run.rows()
    expectTrueBooks(rows)
    #expect(rows.last?.end == "interrupted")
    #expect(run.errors.joined() == "")
    guard signal == SIGINT else {
      // each ends by itself: the analyser may find its reader gone, or the reader its writer
      #expect(run.statuses.allSatisfy { [status, 141].contains($0) })
      return #expect(run.statuses[2] == status)
    }
    #expect(run.statuses == [status, status, status])
    #expect(rows.last?.integrated != nil)
    #expect(rows.last?.lost == 0)
  }

  @Test(arguments: 0..<3, [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal to one stage`(_ stage: Int, _ signal: (Int32, Int32)) async throws {
    let run = try await quietly({ try $0.rows().last?.end == "interrupted" }) {
      let chain = try Chain(three)
      chain.wait { chain.arrived.count > 20 }
      chain.signal(stage, signal.0)
      return chain.finish()
    }
    let rows = try run.rows()
    expectTrueBooks(rows)
    #expect(rows.last?.end == "interrupted")
    // whoever stands before it has lost its reader, whoever stands behind it has had an end
    #expect(run.statuses[..<stage].allSatisfy { $0 == 141 })
    #expect(run.statuses[stage] == signal.1)
    #expect(run.statuses[(stage + 1)...].allSatisfy { $0 == 0 })
    if stage < 2 { #expect(rows.last?.integrated != nil) }
    #expect(run.errors.joined() == "")
  }

  @Test(arguments: 0..<3) func `SIGINT to one stage: it hears its source to the end`(_ stage: Int)
    async throws
  {
    let run = try await quietly({ try $0.rows().last?.integrated != nil }) {
      let chain = try Chain([
        "sm-capture --tone 997 --realtime --duration 2", "sm-loudness", "sm-render json",
      ])
      chain.wait { chain.arrived.count > 10 }
      chain.signal(stage, SIGINT)
      return chain.finish()
    }
    let rows = try run.rows()
    #expect(rows.last?.end == (stage == 0 ? "interrupted" : "eof"))
    expectTrueBooks(rows, produced: stage == 0 ? nil : 96_000)
    #expect(rows.last?.integrated != nil)
    #expect(run.statuses == (0..<3).map { $0 == stage ? 130 : 0 })
  }

  @Test func `SIGINT while the upstream is silent: at most a second`() async throws {
    let whole = try records(blocks: Array(repeating: 2048, count: 4))
    let run = try await quietly({ $0.statuses == [130, 130, 130] }) {
      let chain = try Chain(["sm-loudness", "sm-loudness", "sm-render json"], isFed: true)
      chain.write(whole[..<4].stream)
      chain.wait { chain.arrived.count == 4 }
      chain.signalAll(SIGINT)
      // the feed stays open
      let statuses = (0..<3).map { chain.status($0) }
      let rest = chain.finish()
      return Finished(
        statuses: statuses, lines: rest.lines, bytes: rest.bytes, errors: rest.errors)
    }
    let rows = try run.rows()
    expectTrueBooks(rows, produced: 8192)
    #expect(rows.last?.end == "interrupted")
    // the analyser's own end record, not one that its reader had to make
    #expect(rows.last?.tally.count == 3)
    #expect(run.statuses == [130, 130, 130])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a second signal ends at once`(_ signal: Int32)
    async throws
  {
    // its source goes on, and so it would for a minute
    let run = try await aside {
      let chain = try Chain(three)
      chain.wait { chain.arrived.count > 5 }
      chain.signal(1, SIGINT)
      usleep(300_000)
      chain.signal(1, signal)
      return chain.finish()
    }
    #expect(run.statuses == [141, 128 + signal, 1])
    // no end record any more
    #expect(try run.rows().last?.end == "no_end_record")
  }

  @Test func `two signals in one moment are one wish`() async throws {
    let run = try await quietly({ try $0.rows().last?.end == "interrupted" }) {
      let chain = try Chain(three)
      chain.wait { chain.arrived.count > 5 }
      chain.signal(0, SIGTERM)
      chain.signal(0, SIGTERM)
      return chain.finish()
    }
    #expect(run.statuses == [143, 0, 0])
    #expect(try run.rows().last?.end == "interrupted")
  }

  @Test func `a signal that the parent ignores stays ignored`() async throws {
    let run = try await shellAside(
      """
      (trap '' INT HUP; exec sm-capture --tone --realtime --duration 1.5) > x.sm & tool=$!
      sleep 0.7; kill -INT $tool; kill -HUP $tool; wait $tool; echo $?
      sm-render csv --fields position,end -i x.sm | tail -1
      nohup sm-capture --tone --realtime --duration 1.5 2> /dev/null > y.sm & tool=$!
      sleep 0.7; kill -HUP $tool; wait $tool; echo $?
      """)
    #expect(run.lines == ["0", "72000,eof", "0"])
    #expect(run.errors == "")
  }

  @Test(arguments: ["--realtime --duration 60", "--duration 86400"])
  func `a reader that takes nothing at the end`(_ options: String) async throws {
    let run = try await aside {
      let chain = try Chain(
        ["sm-capture --tone \(options)", "sm-loudness", "sleep 30"], isRead: false)
      sleep(2)
      let began = System.monotonicSeconds()
      chain.signal(0, SIGINT)
      chain.signal(1, SIGINT)
      let statuses = [chain.status(0), chain.status(1)]
      let seconds = System.monotonicSeconds() - began
      chain.signal(2, SIGKILL)
      return (statuses, seconds, chain.finish().errors)
    }
    // the source may be the one whose reader goes first
    #expect([130, 141].contains(run.0[0]))
    #expect(run.0[1] == 130)
    #expect(run.1 < 20)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func `a stage that waits for its reader`(_ signal: Int32)
    async throws
  {
    let statuses = try await aside {
      let chain = try Chain(["sm-capture --tone --duration 86400", "sleep 30"], isRead: false)
      sleep(1)
      chain.signal(0, signal)
      let status = chain.status(0)
      chain.signal(1, SIGKILL)
      _ = chain.finish()
      return status
    }
    #expect(statuses == 128 + signal)
  }

  @Test func `a stream that is cut says so`() async throws {
    let run = try await aside {
      let chain = try Chain(three)
      chain.wait { chain.arrived.count > 20 }
      chain.signal(0, SIGKILL)
      return chain.finish()
    }
    let rows = try run.rows()
    expectTrueBooks(rows)
    #expect(rows.last?.end == "no_end_record")
    #expect(rows.last?.integrated != nil)
    #expect(run.statuses == [137, 1, 1])
    #expect(run.errors[1].split(separator: "\n").count == 1)
    #expect(run.errors[2] == "")
  }

  @Test func `a source that breaks off ends with an error`() async throws {
    let run = try await aside {
      let chain = try Chain(
        ["sm-capture --live -r 48000 -c 2 -f f32", "sm-render json"], isFed: true)
      chain.write(raw(ramp(3000)))
      chain.write([1, 2, 3])
      return chain.finish()
    }
    let rows = try run.rows()
    expectTrueBooks(rows, produced: 3000)
    #expect(rows.last?.end == "error")
    #expect(run.statuses == [1, 1])
    #expect(run.errors[0].contains("inside a frame"))
  }

  @Test func `a reader that leaves ends a live chain`() async throws {
    let run = try await aside {
      let chain = try Chain(
        ["sm-capture --tone --realtime --duration 60", "sm-loudness"], isRead: false)
      usleep(300_000)
      chain.leave()
      return [chain.status(0), chain.status(1)]
    }
    #expect(run == [141, 141])
  }
}
