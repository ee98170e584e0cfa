import Foundation
import Testing

@testable import SampleIO

/// A chain of five whose source plays at its own pace.
private func five(_ seconds: Double) -> [String] {
  [
    "sm-capture --tone 997 --realtime --duration \(seconds)", "sm-loudness", "sm-capture -",
    "sm-loudness", "sm-render json",
  ]
}

@Suite struct `A live chain with a slow reader` {
  @Test(arguments: 1..<5) func `stopped for 3 s at a stage`(_ stage: Int) async throws {
    let (run, woke) = try await stopped(at: stage) {
      $0.closing.count == 1 && $0.closing[0].contains("in 1 gap,")
    }
    let rows = try run.rows()
    expectTrueBooks(rows, produced: 264_000)
    #expect(run.statuses == [0, 0, 0, 0, 0])
    #expect(rows.last?.lost ?? 0 > 100_000)
    #expect(rows.count { $0.hasGap } == 1)
    #expect(rows.last?.tally.reduce(0) { $0 + $1.gaps } == 1)
    #expect(run.closing.count == 1)
    #expect(run.closing.first?.contains(" \(rows.last?.lost ?? 0) lost (") ?? false)
    #expect(run.closing.first?.contains(" s) in 1 gap, the longest ") ?? false)
    // the newest within two records or 300 ms
    let after = rows.filter { $0.seconds >= woke }
    let newest = try #require(after.firstIndex { $0.hasGap })
    #expect(newest <= 2 || after[newest].seconds - woke <= 0.3)
    // and it is new: it lies no further back than what may wait, and a loaded machine
    let began = rows[0].seconds - 2048 / 48_000.0
    let end = Double(after[newest].position + after[newest].frames) / 48_000
    #expect(end >= after[newest].seconds - began - 1)
  }

  /// What a source of files was late with comes in a burst: more than one gap may be in it.
  @Test func `the source stopped for 3 s`() async throws {
    let (run, _) = try await stopped(at: 0) { $0.closing.count == 1 }
    let rows = try run.rows()
    expectTrueBooks(rows, produced: 264_000)
    #expect(run.statuses == [0, 0, 0, 0, 0])
    #expect(run.closing.count == 1)
    #expect(rows.last?.tally.dropFirst().allSatisfy { $0.lost == 0 } ?? false)
  }

  private func stopped(
    at stage: Int, _ isQuiet: @escaping @Sendable (Finished) -> Bool
  ) async throws -> (Finished, Double) {
    nonisolated(unsafe) var woke = 0.0
    let run = try await quietly(isQuiet) {
      let chain = try Chain(five(5.5))
      chain.wait { chain.arrived.count > 12 }
      chain.signal(stage, SIGSTOP)
      sleep(3)
      woke = System.monotonicSeconds()
      chain.signal(stage, SIGCONT)
      return chain.finish()
    }
    return (run, woke)
  }

  @Test func `all stages stop and go at random`() async throws {
    let run = try await aside {
      let chain = try Chain(five(5))
      chain.wait { !chain.arrived.isEmpty }
      var random = SystemRandomNumberGenerator()
      let end = System.monotonicSeconds() + 4
      while System.monotonicSeconds() < end {
        let stage = Int.random(in: 0..<5, using: &random)
        chain.signal(stage, SIGSTOP)
        usleep(.random(in: 1000...700_000, using: &random))
        chain.signal(stage, SIGCONT)
        usleep(.random(in: 0...100_000, using: &random))
      }
      return chain.finish()
    }
    expectTrueBooks(try run.rows(), produced: 240_000)
    #expect(run.statuses == [0, 0, 0, 0, 0])
  }

  @Test func `a loss stays with its source`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signalmetric-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for name in ["a", "b", "c", "d"] {
      let path = folder.appendingPathComponent(name + ".wav").path
      // 24,000 frames are not a whole number of blocks
      try wav(ramp(24_000), channels: 2).write(to: URL(fileURLWithPath: path))
      files.append(path)
    }
    let words = files.joined(separator: " ")
    let run = try await aside {
      let chain = try Chain(["sm-capture --realtime \(words)", "sm-loudness", "sm-render json"])
      chain.wait { chain.arrived.count > 3 }
      chain.signal(2, SIGSTOP)
      usleep(1_200_000)
      chain.signal(2, SIGCONT)
      return chain.finish()
    }
    let rows = try run.rows()
    for name in ["a.wav", "b.wav", "c.wav", "d.wav"] {
      expectTrueBooks(rows.filter { $0.name == name }, produced: 24_000)
    }
    #expect(rows.last?.end == "eof")
  }

  @Test func `a byte a millisecond`() async throws {
    let run = try await aside {
      try Chain(
        ["sm-capture --tone --realtime --duration 3 -b 4096", "sm-loudness --no-pcm"],
        byteEveryMicroseconds: 1000
      ).finish()
    }
    #expect(run.statuses == [0, 0])
    let rendered = try await shellAside("sm-render json -i x.sm", files: ["x.sm": Data(run.bytes)])
    #expect(rendered.errors == "")
    let rows = try rendered.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 144_000)
    #expect(rows.last?.lost ?? 0 > 0)
    #expect(rows.last?.end == "eof")
  }

  @Test(arguments: [16, 64]) func `many records of one write are no loss`(_ block: Int) async throws
  {
    let run = try await quietly({ $0.closing.isEmpty }) {
      let chain = try Chain(
        ["sm-capture --live -r 48000 -c 2 -f f32 -b \(block)", "sm-loudness", "sm-render json"],
        isFed: true)
      let piece = raw(ramp(4096))
      let began = System.monotonicSeconds()
      for index in 0..<12 {
        let wait = began + Double(index) * 4096 / 48_000 - System.monotonicSeconds()
        if wait > 0 { usleep(UInt32(wait * 1e6)) }
        chain.write(piece)
      }
      return chain.finish()
    }
    let rows = try run.rows()
    #expect(run.closing == [])
    #expect(run.statuses == [0, 0, 0])
    #expect(rows.last?.lost == 0)
    #expect(rows.count == 12 * 4096 / block + 1)
    expectTrueBooks(rows, produced: 12 * 4096)
  }

  @Test func `six blocks at once are no loss`() async throws {
    let run = try await quietly({ $0.closing.isEmpty }) {
      let chain = try Chain(
        [
          "sm-capture --live -r 48000 -c 2 -f f32", "sm-loudness", "sm-capture -", "sm-render json",
        ],
        isFed: true)
      // room for all six in the pipe
      _ = fcntl(chain.feed, 1031, 1 << 20)
      for _ in 0..<3 {
        chain.write(raw(ramp(6 * 2048)))
        usleep(256_000)
      }
      return chain.finish()
    }
    #expect(run.closing == [])
    expectTrueBooks(try run.rows(), produced: 18 * 2048)
  }

  @Test func `--queue makes the room; --lossless drops nothing`() async throws {
    let stop = { @Sendable (options: String) in
      try await aside {
        let chain = try Chain([
          "sm-capture --tone --realtime --duration 2.5 \(options)", "sm-render json",
        ])
        chain.wait { chain.arrived.count > 3 }
        chain.signal(1, SIGSTOP)
        usleep(1_500_000)
        chain.signal(1, SIGCONT)
        return chain.finish()
      }
    }
    async let room = stop("--queue 5000")
    async let waits = stop("--lossless")
    async let none = stop("--queue 1 -b 4800")
    for run in [try await room, try await waits] {
      #expect(run.closing == [])
      expectTrueBooks(try run.rows(), produced: 120_000)
      #expect(try run.rows().last?.lost == 0)
    }
    let rows = try await none.rows()
    expectTrueBooks(rows, produced: 120_000)
    #expect(rows.last?.lost ?? 0 >= 48_000)
  }

  @Test func `a source that never waits: the reader that is stopped at the end gets the end`()
    async throws
  {
    let run = try await aside {
      let chain = try Chain(["sm-capture --tone --realtime --duration 2", "sm-render json"])
      chain.wait { chain.arrived.count > 3 }
      chain.signal(1, SIGSTOP)
      sleep(3)
      chain.signal(1, SIGCONT)
      return chain.finish()
    }
    #expect(run.statuses == [0, 0])
    expectTrueBooks(try run.rows(), produced: 96_000)
    #expect(run.closing.count == 1)
  }
}

@Suite struct `A stored live stream` {
  @Test func `was live, and is read in full`() async throws {
    let run = try await shellAside(
      """
      sm-capture --tone --realtime --duration 2 > x.sm
      sm-capture --tone --realtime --duration 2 --queue 60000 | cat > live.sm
      sm-render json -i x.sm; sm-render json -i live.sm
      for f in x live; do
        sm-loudness -i $f.sm | (sleep 1; sm-render csv --fields frames,lost | tail -1)
        cat $f.sm | sm-loudness --lossless | (sleep 1; sm-render csv --fields position,lost | tail -1)
      done
      """)
    #expect(run.errors == "")
    let rows = try run.lines.filter { $0.hasPrefix("{") }
      .map { try Row(Chain.Line(seconds: 0, text: $0)) }
    #expect(rows.count == 2 * 48)
    expectTrueBooks(Array(rows[..<48]), produced: 96_000)
    expectTrueBooks(Array(rows[48...]), produced: 96_000)
    #expect(rows.allSatisfy { !$0.isLive && $0.utc != nil && $0.lost == 0 })
    #expect(run.lines.suffix(4) == ["0,0", "96000,0", "0,0", "96000,0"])
  }

  @Test func `bits of a file, and of a pipe`() async throws {
    let run = try await shellAside(
      """
      flags() { od -An -tu2 -j6 -N2; }
      sm-capture --tone --realtime --duration 0.2 > x.sm; flags < x.sm
      sm-capture --tone --realtime --duration 0.2 | flags
      cat x.sm | sm-capture - | flags
      sm-capture --tone --duration 0.2 | sm-loudness --live | flags
      sm-capture x.sm --realtime | flags
      """)
    #expect(run.errors == "")
    #expect(
      run.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["18", "3", "18", "3", "3"])
  }

  @Test func `--live on a file is refused`() async throws {
    for line in [
      "sm-capture --live x.wav", "sm-capture --live - < x.wav", "sm-loudness --live -i x.wav",
      "sm-render json --live < x.wav",
    ] {
      let run = try await shellAside(line, files: ["x.wav": wav(ramp(4800), channels: 2)])
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("--realtime"))
    }
  }

  @Test func `WAV as arecord writes it is live on a pipe and none as a file`() async throws {
    var bytes = [UInt8](wav(ramp(4800), channels: 2))
    bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0x80])
    let run = try await shellAside(
      "cat x.wav | sm-capture - | sm-render json; sm-capture x.wav | sm-render json",
      files: ["x.wav": Data(bytes)])
    #expect(run.errors == "")
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    #expect(rows.count == 8)
    #expect(rows.prefix(4).allSatisfy { $0.isLive && $0.utc != nil })
    #expect(rows.suffix(4).allSatisfy { !$0.isLive })
    expectTrueBooks(Array(rows.prefix(4)), produced: 4800)
    expectTrueBooks(Array(rows.suffix(4)), produced: 4800)
  }
}
