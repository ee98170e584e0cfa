import Foundation
import Testing

@testable import SampleIO

@Suite struct `What a live input does` {
  @Test func `a stall is said once, and counted in the next record`() async throws {
    let run = try await aside {
      let chain = try Chain(
        [
          "sm-capture --live -r 48000 -c 2 -f f32 --stall 0.5", "sm-loudness --stall 0.6",
          "sm-render json",
        ],
        isFed: true)
      chain.write(raw(ramp(4096)))
      sleep(2)
      chain.write(raw(ramp(4096)))
      return chain.finish()
    }
    let rows = try run.rows()
    #expect(run.statuses == [0, 0, 0])
    #expect(run.errors[0] == "sm-capture: the input has stalled: nothing for 0.5 s\n")
    #expect(run.errors[1] == "sm-loudness: the input has stalled: nothing for 0.6 s\n")
    expectTrueBooks(rows, produced: 8192)
    #expect(rows.map { $0.tally[0].stalls } == [0, 0, 1, 1, 1])
    #expect(rows.map { $0.tally[1].stalls } == [0, 0, 1, 1, 1])
    for stage in 0..<2 {
      let seconds = rows.last?.tally[stage].stalledSeconds ?? 0
      #expect(seconds > 1.5 && seconds < 6)
    }
  }

  @Test func `silence is measured, and is no stall`() async throws {
    let run = try await aside {
      try Chain([
        "sm-capture --silence --realtime --duration 3", "sm-loudness", "sm-render json --stall 2",
      ]).finish()
    }
    #expect(run.errors.joined() == "")
    let rows = try run.rows()
    expectTrueBooks(rows, produced: 144_000)
    #expect(rows.allSatisfy { $0.tally.allSatisfy { $0.stalls == 0 } })
  }

  @Test func `no stall of what is not live`() async throws {
    let run = try await aside {
      let chain = try Chain(
        ["sm-capture -r 48000 -c 2 -f f32 --stall 0.1", "sm-render json"], isFed: true)
      chain.write(raw(ramp(4096)))
      usleep(500_000)
      return chain.finish()
    }
    #expect(run.errors.joined() == "")
  }

  @Test(arguments: [false, true]) func `an idle chain uses no CPU`(_ isStopped: Bool) async throws {
    let used = try await aside {
      let chain = try Chain(
        [
          "sm-capture --live -r 48000 -c 2 -f f32 --stall 0.5", "sm-loudness", "sm-capture -",
          "sm-render json",
        ],
        isFed: true)
      if isStopped { chain.signal(3, SIGSTOP) }
      chain.write(raw(ramp(8 * 2048)))
      usleep(1_000_000)
      let before = (0..<4).map { chain.ticks($0) }
      sleep(2)
      let used = (0..<4).map { chain.ticks($0) - before[$0] }
      chain.signal(3, SIGCONT)
      _ = chain.finish()
      return used
    }
    #expect(used.allSatisfy { $0 <= 1 })
  }

  @Test func `an idle chain of files that wait uses no CPU`() async throws {
    let used = try await aside {
      let chain = try Chain(["sm-capture --demo --duration 600", "sm-loudness", "sm-render json"])
      chain.wait { !chain.arrived.isEmpty }
      chain.signal(2, SIGSTOP)
      sleep(2)
      let before = (0..<3).map { chain.ticks($0) }
      sleep(1)
      let used = (0..<3).map { chain.ticks($0) - before[$0] }
      chain.signalAll(SIGKILL)
      return used
    }
    #expect(used.allSatisfy { $0 <= 1 })
  }

  @Test func `pipes that somebody made non-blocking`() async throws {
    let live = try await aside {
      let chain = try Chain(
        [
          "sm-capture --tone --realtime --duration 2", "sm-loudness", "sm-capture -",
          "sm-render json",
        ],
        isNonblocking: true)
      chain.wait { chain.arrived.count > 3 }
      chain.signal(2, SIGSTOP)
      sleep(1)
      chain.signal(2, SIGCONT)
      return chain.finish()
    }
    #expect(live.statuses == [0, 0, 0, 0])
    expectTrueBooks(try live.rows(), produced: 96_000)

    let stored = try await aside {
      let chain = try Chain(
        ["sm-capture --tone --duration 30", "sm-loudness", "sm-capture - -t raw"],
        isNonblocking: true, isRead: false)
      usleep(500_000)
      chain.startReading()
      return chain.finish()
    }
    #expect(stored.statuses == [0, 0, 0])
    #expect(stored.bytes.count == 30 * 48_000 * 8)
    let plain = try await shellAside("sm-capture --tone --duration 30 -t raw")
    #expect(Data(stored.bytes) == plain.output)

    let fed = try await aside {
      let chain = try Chain(
        ["sm-capture --live -r 48000 -c 2 -f f32", "sm-render json"], isFed: true,
        isNonblocking: true)
      for _ in 0..<4 {
        chain.write(raw(ramp(4096)))
        usleep(50_000)
      }
      return chain.finish()
    }
    expectTrueBooks(try fed.rows(), produced: 16_384)
  }

  // MARK: gaps

  @Test func `a gap in loudness: no value until the window is whole again`() async throws {
    let stream = try records(
      blocks: Array(repeating: 2400, count: 160), lost: [80: 4800],
      { Float(sin(Double($0) * 2 * .pi * 997 / 48_000)) / 4 }
    ).stream
    let run = try await shellAside(
      "cat live.sm | sm-loudness --lossless | sm-render json", files: ["live.sm": stream])
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 161 * 2400 + 2400)
    #expect(rows[80].hasGap)
    // 400 ms are eight blocks of 50 ms, 3 s are sixty
    #expect(rows[79].momentary != nil && rows[79].shortTerm != nil)
    for index in 80..<87 {
      #expect(rows[index].momentary == nil)
      #expect(rows[index].gapMomentary == true)
    }
    #expect(rows[88].momentary != nil)
    #expect(rows[88].gapMomentary == false)
    for index in 80..<139 {
      #expect(rows[index].shortTerm == nil)
      #expect(rows[index].gapShortTerm == true)
    }
    #expect(rows[140].shortTerm != nil)
    #expect(rows[140].gapShortTerm == false)
    #expect(rows[79].blocksExcluded == 0)
    #expect(rows.last?.blocksExcluded ?? 0 > 0)
    let level = try #require(rows[79].integrated)
    #expect(abs((rows.last?.integrated ?? 0) - level) < 0.01)
  }

  private static let gappy: [(Int, String, Int)] = [
    // frames lost, options, frames written
    (4800, "--gaps fill", 24_800), (4800, "--gaps join", 20_000), (4800, "", 20_000),
    (1, "--gaps fill", 20_001), (1, "--gaps join", 20_000), (700_000, "--gaps fill", 500_000),
    (700_000, "--gaps join", 20_000),
  ]

  @Test(arguments: gappy) func `sound without records: fill and join`(
    _ lost: Int, _ options: String, _ frames: Int
  ) async throws {
    let stream = try records(blocks: Array(repeating: 2000, count: 10), lost: [4: lost]).stream
    let run = try await shellAside(
      """
      cat live.sm | sm-capture - --lossless -t raw \(options) | wc -c
      cat live.sm | sm-capture - -t raw --queue 60000 \(options) | wc -c
      cat live.sm | sm-capture - --lossless -t wav --to s16 \(options) | tail -c +45 | wc -c
      cat live.sm | sm-capture - --lossless -t wav \(options) > x.wav
      sm-capture x.wav --probe | awk '/^frames/ { print $2 }'
      """, files: ["live.sm": stream])
    let filled = options.isEmpty ? 24_800 : frames
    #expect(run.lines.count == 4)
    #expect(run.lines[0] == "\(frames * 8)")
    #expect(run.lines[1] == "\(frames * 8)")
    // a WAV header may be longer than 44 bytes
    #expect((Int(run.lines[2]) ?? 0) - frames * 4 >= 0)
    #expect((Int(run.lines[2]) ?? 0) - frames * 4 < 64)
    #expect(run.lines[3] == "\(filled)")
    #expect(run.errors == "")
  }

  @Test func `fill keeps time and does not click`() async throws {
    let stream = try records(blocks: Array(repeating: 2400, count: 6), lost: [3: 2400]) { _ in 0.5 }
    let run = try await shellAside(
      """
      cat live.sm | sm-capture - --lossless -t raw --gaps fill
      cat live.sm | sm-capture - --lossless -t raw --gaps join
      """, files: ["live.sm": stream.stream])
    let samples = run.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count == 2 * (7 + 6) * 2400)
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    let (filled, joined) = (left[..<16_800], left[16_800...])
    #expect(zip(filled, filled.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(filled[7200 + 240..<9600 - 240].allSatisfy { $0 == 0 })
    #expect(filled[..<7200].allSatisfy { $0 == 0.5 } && filled[9600...].allSatisfy { $0 == 0.5 })
    #expect(joined.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  // MARK: damage

  /// A byte of the header; the first byte of a section's length.
  @Test(arguments: [20, 62, 64 + 4]) func `damaged records of a live stream are passed over`(
    _ byte: Int
  ) async throws {
    var pieces = try records(blocks: Array(repeating: 1000, count: 12))
    pieces[5][byte] ^= 0x40
    let size = pieces[5].count
    let run = try await shellAside(
      "cat live.sm | sm-capture - --lossless | sm-render json",
      files: ["live.sm": pieces.stream])
    #expect(run.status == 0)
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 12_000)
    #expect(rows.count == 12)
    #expect(rows[5].hasGap && rows[5].position == 6000)
    #expect(rows.last?.lost == 1000)
    #expect(rows.last?.tally.map(\.skipped) == [0, size])
    #expect(rows.last?.tally.map(\.gaps) == [0, 1])
    #expect(rows.last?.end == "eof")
    #expect(run.errors.contains("passed over \(size) bytes"))
    #expect(run.errors.contains("1000 lost"))
  }

  @Test func `several in a row, at the end, and a torn one`() async throws {
    let whole = try records(blocks: Array(repeating: 1000, count: 12))
    var pieces = whole
    for index in 3...5 { pieces[index][30] ^= 1 }
    pieces[8] = pieces[8].prefix(3000)
    let run = try await shellAside(
      "cat live.sm | sm-capture - --lossless | sm-render json", files: ["live.sm": pieces.stream])
    #expect(run.status == 0)
    expectTrueBooks(
      try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }, produced: 12_000)
    // the last block: seen from the end record; the end record: it is missing
    pieces = whole
    pieces[11][30] ^= 1
    let last = try await shellAside(
      "cat live.sm | sm-capture - --lossless | sm-render json", files: ["live.sm": pieces.stream])
    expectTrueBooks(
      try last.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }, produced: 12_000)
    pieces = whole
    pieces[12][30] ^= 1
    let end = try await shellAside(
      "cat live.sm | sm-capture - --lossless | sm-render json; echo ${PIPESTATUS[1]} >&2",
      files: ["live.sm": pieces.stream])
    let rows = try end.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 12_000)
    #expect(rows.last?.end == "no_end_record")
    #expect(end.errors.hasSuffix("\n1\n"))
  }

  @Test(arguments: [false, true]) func `on a stored stream damage is an error, with its byte`(
    _ wasLive: Bool
  ) async throws {
    var pieces = try records(blocks: Array(repeating: 1000, count: 12), isLive: wasLive)
    let byte = pieces[..<5].stream.count
    pieces[5][20] ^= 0x40
    let run = try await shellAside(
      "sm-capture \(wasLive ? "live.sm" : "- < live.sm") | sm-render json; echo ${PIPESTATUS[0]} >&2",
      files: ["live.sm": pieces.stream])
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 5000)
    #expect(rows.last?.end == "error")
    #expect(run.errors.contains("byte \(byte)"))
    #expect(run.errors.hasSuffix("\n1\n"))
  }
}
