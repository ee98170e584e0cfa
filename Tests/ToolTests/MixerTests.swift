import Foundation
import Testing

/// The sliders of sm-eq in a terminal of 80 × 24 that tmux provides.
@Suite(.enabled(if: has("tmux"), "tmux is not installed"), .serialized)
struct MixerTests {
  /// Runs a chain in a terminal, presses keys, and looks at the screen.
  ///
  /// - Parameters:
  ///   - chain: the chain; standard output goes to the file `out`.
  ///   - keys: as tmux names them, a word of its own for each step.
  ///   - after: shell that runs at the end, with the screen in the file `screen` and the one after
  ///     the chain in `rest`.
  ///   - environment: of the chain, as shell words.
  ///   - size: of the terminal, as tmux is told.
  /// - Returns: what `after` prints.
  /// - Throws: when no shell can be run.
  func terminal(
    _ chain: String, keys: [String], after: String, environment: String = "LC_ALL=C",
    size: String = "-x 80 -y 24"
  ) throws -> Outcome {
    let steps = keys.map { "tmux -S ./t send-keys \($0); sleep 0.2" }.joined(separator: "\n")
    let script = """
      export \(environment) PATH='\(products.path)':$PATH XDG_CONFIG_HOME=$PWD/conf
      \(chain)
      echo "status ${PIPESTATUS[*]}" >status
      stty -a >tty
      echo "sane again"
      sleep 1
      """
    return try shell(
      """
      tmux -S ./t -f /dev/null new-session -d \(size) 'bash ./script'
      for i in $(seq 50); do tmux -S ./t capture-pane -p | grep -qE 'keys move|mixer needs' && break; sleep 0.1; done
      \(steps)
      tmux -S ./t capture-pane -p >screen
      tmux -S ./t send-keys C-c
      for i in $(seq 50); do [ -e tty ] && break; sleep 0.1; done
      sleep 0.2
      tmux -S ./t capture-pane -p >rest
      tmux -S ./t kill-server
      \(after)
      """, files: ["script": Data(script.utf8)])
  }

  static let source = "sm-capture -q --no-progress --tone 1024 --level -20 --duration 60 --realtime"

  @Test func `arrows move a band, tab chooses a side, s saves, the terminal is put back`() throws {
    let run = try terminal(
      "\(Self.source) | sm-eq --mixer --save evening >out",
      keys: ["Up Up Up", "Right PageUp", "Tab", "Down", "s"],
      after: "cat screen; cat status tty rest conf/signalmetric/presets/evening")
    #expect(run.text.contains("sm-eq  2kHz  L +2.5 dB  R +3.0 dB  keys move L"))
    #expect(run.text.contains("saved as evening"))
    #expect(run.text.contains("[2k]"))
    #expect(run.text.contains("left 0 0 0 0 0 0 0 1.5 2.5 0 0 0 0 0 right 0 0 0 0 0 0 0 1.5 3 0"))
    #expect(run.text.contains("status 130 130"))
    #expect(run.text.contains("sane again"))
    #expect(run.text.contains(" icanon") && run.text.contains(" echo "))
    #expect(run.text.contains("susp = ^Z"))
  }

  @Test func `the picture fits 80 columns and 24 rows, in ASCII without a locale`() throws {
    let chain = "\(Self.source) | sm-eq --mixer >out"
    let plain = try terminal(chain, keys: ["Up"], after: "cat screen")
    #expect(plain.text.utf8.allSatisfy { $0 < 128 })
    #expect(plain.lines.allSatisfy { $0.count <= 80 })
    #expect(plain.lines.count <= 24)
    #expect(plain.text.contains("O"))
    let rich = try terminal(chain, keys: ["Up"], after: "cat screen", environment: "LC_ALL=C.UTF-8")
    #expect(rich.text.contains("█"))
  }

  @Test(arguments: [(80, 24), (100, 30), (60, 20), (30, 10), (20, 8)])
  func `every size of terminal says how to leave, or how large it should be`(
    columns: Int, rows: Int
  ) throws {
    let shown = try terminal(
      "\(Self.source) | sm-eq --mixer >out", keys: [], after: "cat screen",
      size: "-x \(columns) -y \(rows)")
    #expect(shown.lines.count <= rows && shown.lines.allSatisfy { $0.count <= columns })
    let words = shown.text.split { $0.isWhitespace }.joined(separator: " ")
    if columns >= 80 {
      #expect(words.contains("q leave") && words.contains("s save r reset"), "\(shown.text)")
    } else {
      let said = "sm-eq: the mixer needs 80 columns and 24 rows; this is \(columns) x \(rows)"
      #expect(words.contains(said), "\(shown.text)")
    }
  }

  @Test func `what the sliders do is heard, and space takes it away`() throws {
    let run = try terminal(
      "\(Self.source) | sm-eq --mixer -t raw >out",
      keys: ["PageUp PageUp", "Space", "Space", "Space"], after: "cat out; cat screen >&2")
    #expect(run.errors.contains("BYPASS"))
    let samples = run.output.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        Double(bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Float.self))
      }
    }
    // The peaks of each tenth of a second: 0.1 and, 6 dB more, 0.2; and nothing above.
    let peaks = stride(from: 0, to: samples.count - 4800, by: 4800).map { start in
      samples[start..<start + 4800].reduce(0) { max($0, $1.magnitude) }
    }
    #expect(peaks.contains { abs($0 - 0.1) < 1e-4 })
    #expect(peaks.contains { abs($0 - 0.19953) < 1e-4 })
    #expect(peaks.allSatisfy { $0 < 0.2 })
    #expect(abs((peaks.last ?? 0) - 0.1) < 1e-4)
  }

  @Test func `keys are heard while no sound comes`() throws {
    let run = try terminal(
      "(\(Self.source) | head -c 200000; sleep 20) | sm-eq --mixer >out",
      keys: ["Up", "Up", "Left"],
      after: "cat screen")
    #expect(run.text.contains("[512]"))
    #expect(run.text.contains("L 0.0 dB"))
  }

  @Test func `the terminal is put back even if the mixer is killed`() throws {
    let run = try terminal(
      """
      trap '' INT
      \(Self.source) --duration 3 | { sm-eq --mixer <&0 >out & sleep 1.5; kill -9 $!; wait; }
      sleep 0.5
      """, keys: ["Up", "Right"], after: "cat screen tty rest")
    #expect(run.text.contains("[2k]"))
    #expect(run.text.contains("sane again"))
    #expect(run.text.contains(" icanon") && run.text.contains(" echo "))
    #expect(run.text.contains("susp = ^Z"))
  }

  @Test func `the second of a chain is told who has the terminal, and goes on`() throws {
    let run = try terminal(
      "\(Self.source) | sm-eq --mixer 2>first | (sleep 0.7; sm-eq --mixer 2>second) >out",
      keys: Array(repeating: "Up", count: 8), after: "cat second first; wc -c <out")
    #expect(run.text.contains("sm-eq: --mixer: the terminal is in use by sm-eq (process "))
    #expect((Int(run.lines.last ?? "") ?? 0) > 10_000)
  }

  @Test func `without a terminal the sound goes on, and that is said`() throws {
    let run = try shell(
      "sm-capture --tone 100 --duration 0.5 | setsid -w sm-eq --mixer --band 1k=3 | wc -c")
    #expect(run.status == 0)
    #expect(run.errors.contains("--mixer: there is no terminal"))
    #expect((Int(run.lines.first ?? "") ?? 0) > 100_000)
    let dumb = try terminal(
      "\(Self.source) --duration 0.5 | TERM=dumb sm-eq --mixer 2>said >out", keys: [],
      after: "cat said")
    #expect(dumb.text.contains("cannot be drawn on"))
  }
}
