import Foundation
import Testing

@testable import SampleIO

/// Puts an arecord of ours first on the PATH: `block` is a tenth of a second of a sine.
private func card(_ body: String) -> [String: Data] {
  let script = """
    #!/bin/bash
    here=${0%/*}
    echo $$ >> $here/pids
    echo "$@" >> $here/words
    locale > $here/locale
    echo "Recording raw data 'stdin' : Signed 32 bit Little Endian, Rate 48000 Hz, Stereo" >&2
    block() { cat $here/block || exit 1; sleep 0.1; }
    overrun() { echo "overrun!!! (at least $1 ms long)" >&2; sleep 0.05; }
    die() { echo "arecord: $1" >&2; exit 1; }
    \(body)

    """
  return ["arecord": Data(script.utf8)]
}

/// Makes the PATH; `gone` says whether an arecord is left, after giving it time to end.
private let setUp = """
  set -m
  chmod +x arecord 2> /dev/null
  export PATH=$PWD:$PATH
  sm-capture --tone 997 --duration 0.1 -t raw --to s32 > block
  gone() {
    for ((i = 0; i < 100; i++)); do
      left=0
      for pid in $(cat pids); do
        grep -qs '^State:.*[ZX] (' /proc/$pid/status || ! kill -0 $pid 2> /dev/null || left=1
      done
      [ $left = 0 ] && { echo gone; return; }
      sleep 0.1
    done
    echo left
  }

  """

@Suite struct `sm-capture -D` {
  @Test func `overruns are lost frames, estimated`() async throws {
    let run = try await shellAside(
      setUp + """
        LC_ALL=de_AT.UTF-8 sm-capture -D hw:1 -b 1200 | sm-loudness | sm-render json
        echo ${PIPESTATUS[@]} >&2; gone >&2; cat words >&2; grep LC_ALL locale >&2
        """,
      files: card(
        "block; block; overrun 12.345; block; overrun 20.000; overrun 5; block; die 'pcm_read:2221: read error: No such device'"
      ))
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    expectTrueBooks(rows, produced: 19_200 + 593 + 960 + 240)
    #expect(rows.allSatisfy { $0.isLive && $0.utc != nil && $0.name == "hw:1" })
    #expect(rows.last?.lost == 593 + 960 + 240)
    #expect(rows.last?.tally.first?.isEstimated ?? false)
    #expect(rows.first?.tally.first?.isEstimated == false)
    #expect(rows.last?.end == "error")
    #expect(run.errors.contains("19200 frames delivered, 1793 lost (0.037 s, estimated) in "))
    #expect(run.errors.contains("sm-capture: hw:1: the sound card has gone\n1 1 1\ngone\n"))
    #expect(run.errors.contains("-t raw -D hw:1 -f S32_LE -r 48000 -c 2\n"))
    #expect(run.errors.hasSuffix("LC_ALL=C\n"))
  }

  @Test func `--retry begins a new source`() async throws {
    let run = try await shellAside(
      setUp + """
        sm-capture -D hw:1 --retry 0.3 -b 4800 > x.sm & tool=$!
        for ((i = 0; i < 200; i++)); do
          [ "$(wc -l < pids 2> /dev/null)" -ge 3 ] 2> /dev/null && break
          sleep 0.1
        done
        sleep 0.15; kill -INT $tool; wait $tool; echo $? >&2; gone >&2
        sm-render json -i x.sm
        """,
      files: card(
        "block; overrun 10; block; [ $(wc -l < $here/pids) = 3 ] && sleep 60; die 'read error: No such device'"
      ))
    let rows = try run.lines.map { try Row(Chain.Line(seconds: 0, text: $0)) }
    let ends = rows.indices.filter { rows[$0].end != nil }
    #expect(ends.count == 3)
    var start = 0
    for (number, end) in ends.enumerated() {
      let source = Array(rows[start...end])
      #expect(source[0].position == 0 && source[0].lost == 0)
      expectTrueBooks(source, produced: number < 2 ? 2 * 4800 + 480 : nil)
      #expect(source.last?.end == (number < 2 ? "error" : "interrupted"))
      start = end + 1
    }
    #expect(
      run.errors.contains("sm-capture: hw:1: the sound card has gone; trying again in 0.3 s\n"))
    #expect(run.errors.hasSuffix("\n130\ngone\n"))
  }

  @Test(arguments: [
    ("die 'main:831: audio open error: No such file or directory'", "there is no such sound card"),
    ("die 'main:831: audio open error: Device or resource busy'", "busy: another program"),
    ("die 'main:831: audio open error: Permission denied'", "no permission"),
    ("die 'set_params:1352: Sample format non available'", "Sample format non available"),
    ("exit 3", "arecord ended with status 3"),
    ("kill -9 $$", "arecord ended with status 137"),
    (
      "echo 'Warning: rate is not accurate (requested = 48000Hz, got = 44100Hz)' >&2; block; block; block; sleep 60",
      "got = 44100Hz"
    ),
  ])
  func `what is wrong with a card is said in one line`(_ body: String, _ words: String)
    async throws
  {
    let run = try await shellAside(
      setUp
        + "sm-capture -D hw:7 > x.sm; echo $?; gone; sm-render csv --fields end -i x.sm | tail -1",
      files: card(body))
    #expect(run.lines == ["1", "gone", "error"])
    #expect(run.errors.hasPrefix("sm-capture: hw:7: "))
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  @Test func `without arecord`() async throws {
    let run = try await shellAside(
      """
      tool=$(command -v sm-capture); PATH=$PWD
      $tool -D default; echo $?; $tool --list-devices; echo $?
      """)
    #expect(run.lines == ["1", "1"])
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy { $0.contains("arecord cannot be started") && $0.contains("alsa-utils") })
  }

  @Test func `words for arecord`() async throws {
    let run = try await shellAside(
      setUp + """
        sm-capture -D plughw:0 -r 44.1k -c 1 -f s16 > x.sm 2> /dev/null
        sm-capture -D plughw:0 -f s24 > x.sm 2> /dev/null
        sm-capture -D plughw:0 -f f32 -c 8 -r 96000 > x.sm 2> /dev/null
        cat words; sm-capture --list-devices
        """, files: card("[ $1 = -L ] && { echo null; exit; }; exit 1"))
    #expect(
      run.lines == [
        "-t raw -D plughw:0 -f S16_LE -r 44100 -c 1", "-t raw -D plughw:0 -f S24_3LE -r 48000 -c 2",
        "-t raw -D plughw:0 -f FLOAT_LE -r 96000 -c 8", "null",
      ])
  }

  @Test(arguments: ["INT", "TERM", "HUP", "KILL"])
  func `no arecord is left after a signal`(_ signal: String) async throws {
    let run = try await shellAside(
      setUp + """
        sm-capture -D hw:1 > x.sm & tool=$!
        for ((i = 0; i < 100; i++)); do [ -s x.sm ] && break; sleep 0.1; done
        sleep 0.3; kill -\(signal) $tool; wait $tool 2> /dev/null; echo $?; gone
        sm-render csv --fields end -i x.sm 2> /dev/null | tail -1
        """, files: card("while :; do block; done"))
    let numbers = ["INT": "130", "TERM": "143", "HUP": "129", "KILL": "137"]
    #expect(
      run.lines == [
        numbers[signal] ?? "", "gone", signal == "KILL" ? "no_end_record" : "interrupted",
      ])
  }

  @Test func `no arecord is left after any other end`() async throws {
    let run = try await shellAside(
      setUp + """
        sm-capture -D hw:1 | head -c 50000 > x.sm; echo ${PIPESTATUS[0]}; gone
        sm-capture -D hw:1 --duration 0.3 > x.sm; echo $?; gone
        sm-render csv --fields position,end -i x.sm | tail -1
        sm-capture -D hw:1 --channel 9 > x.sm 2> /dev/null; echo $?; gone
        sm-capture -D hw:1 > /dev/full 2> /dev/null; echo $?; gone
        """, files: card("while :; do block; done"))
    #expect(
      run.lines == ["141", "gone", "0", "gone", "14400,eof", "2", "gone", "1", "gone"])
  }

  @Test func `a card that falls silent is a stall; an arecord that does not write ends, too`()
    async throws
  {
    let run = try await shellAside(
      setUp + """
        sm-capture -D hw:1 --stall 0.5 -b 4800 > x.sm & tool=$!
        sleep 2; kill -INT $tool; wait $tool; echo $?; gone
        sm-capture -D hw:1 > x.sm & tool=$!
        sleep 1; kill -STOP $(tail -1 pids); kill -TERM $tool; sleep 0.3; kill -TERM $tool
        wait $tool; echo $?
        kill -CONT $(tail -1 pids); gone
        """, files: card("block; block; exec sleep 20"))
    #expect(run.lines == ["130", "gone", "143", "gone"])
    let line = "sm-capture: the input has stalled: nothing for 0.5 s\n"
    #expect(run.errors.hasPrefix(line))
    #expect(run.errors.components(separatedBy: line).count == 2)
  }

  @Test(.enabled(if: has("arecord"), "arecord is not installed"))
  func `ALSA's null and file devices`() async throws {
    let configuration = """
      pcm.null { type null }
      pcm.taken { type file; slave.pcm null; file /dev/null; infile "in.raw"; format raw }

      """
    let run = try await shellAside(
      """
      export ALSA_CONFIG_PATH=$PWD/alsa.conf
      sm-capture --sweep --duration 2 -t raw --to s16 > in.raw
      sm-capture -D null --duration 0.5 -f s16 | sm-render csv --fields position,lost,live,end | tail -1
      sm-capture -D taken --duration 1 -f s16 --lossless -t raw --to s16 > out.raw
      cmp <(head -c 192000 in.raw) out.raw && echo same
      sm-capture -D nobody -f s16 > /dev/null; echo $?
      """, files: ["alsa.conf": Data(configuration.utf8)])
    #expect(run.lines.count == 3)
    #expect(run.lines.first?.hasPrefix("24000,") ?? false)
    #expect(run.lines.suffix(2) == ["same", "1"])
    #expect(run.errors.contains("nobody: there is no such sound card"), "\(run.errors)")
  }
}
