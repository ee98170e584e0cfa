import Foundation
import Testing

/// A terminal of its own, by tmux.
private func screen(_ steps: String, locale: String = "C.UTF-8", term: String = "screen-256color")
  throws -> [String]
{
  let script = """
    unset TMUX NO_COLOR COLORTERM
    socket=$PWD/tmux
    t() { tmux -S "$socket" -f /dev/null "$@"; }
    export LC_ALL=\(locale)
    trap 't kill-server 2>/dev/null' EXIT
    # The server keeps no descriptor of whoever waits for this script.
    (
      for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
      exec </dev/null >/dev/null 2>&1
      t -u new-session -d -x 80 -y 24 "env LC_ALL=\(locale) TERM=\(term) PS1='$ ' bash --norc -i"
    )
    type() { t send-keys -l "$1"; t send-keys Enter; }
    key() { t send-keys -l "$1"; }
    look() { t capture-pane -p; }
    everything() { t capture-pane -p -S -200; }
    mode() { t display-message -p '#{alternate_on}'; }
    until_seen() { for _ in $(seq 100); do look | grep -q -- "$1" && return; sleep 0.05; done; look >&2; }
    until_mode() { for _ in $(seq 100); do [ "$(mode)" = "$1" ] && return; sleep 0.05; done; }
    \(steps)
    """
  let outcome = try shell(script)
  return outcome.text.components(separatedBy: "\n")
}

private let chain =
  "sm-capture --demo --realtime --duration 600 | sm-loudness | sm-fft | sm-scope | sm-render"

@Suite(.enabled(if: has("tmux")), .serialized, .timeLimit(.minutes(1))) struct ScreenTests {
  @Test(arguments: ["C", "C.UTF-8"])
  func `four views by keys, another size, and the screen as it was`(locale: String) throws {
    let shown = try screen(
      """
      type '\(chain) monitor'
      until_seen 'Monitor .*LIVE'; sleep 0.6; look; echo ==
      key 2; until_seen 'Spectrum .*LIVE'; look; echo ==
      key 3; until_seen 'Timeline .*LIVE'; look; echo ==
      t resize-window -x 200 -y 60; sleep 0.5; look; echo ==
      key 4; until_seen 'Scope .*LIVE'; look; echo ==
      key ' '; until_seen PAUSED; key q; until_mode 0; mode; look
      """, locale: locale
    ).split(separator: "==", omittingEmptySubsequences: false).map(Array.init)
    try #require(shown.count == 6)
    #expect(shown[0].filter { !$0.isEmpty }.count >= 20)
    #expect(shown[0].contains { $0.hasPrefix("  L   ") })
    #expect(shown[1].contains { $0.contains("10k") })
    #expect(shown[3].contains { $0.count > 150 } && shown[3].count >= 60)
    #expect(shown[5].contains("0") && !shown[5].contains { $0.contains("Scope") })
    let isASCII = shown[0...4].joined().allSatisfy { $0.utf8.allSatisfy { $0 < 127 } }
    #expect(isASCII == (locale == "C"))
    #expect(shown[0].contains { $0.contains(locale == "C" ? "####" : "████") })
  }

  @Test(arguments: ["Ctrl-C", "TERM", "HUP", "INT twice", "KILL"])
  func `a signal leaves the terminal as it was`(signal: String) throws {
    // Ctrl-C reaches the whole chain; sm-render alone would drain what still comes.
    let send =
      signal == "Ctrl-C"
      ? "t send-keys C-c"
      : """
      pid=$(pgrep -n -x sm-render -s "$(t display-message -p '#{pane_pid}')")
      kill -\(signal.prefix { $0 != " " }) "$pid"
      \(signal == "INT twice" ? "sleep 0.3; mode; kill -INT $pid" : "")
      """
    let shown = try screen(
      """
      type 'stty -a | cksum; \(chain) monitor'
      until_seen 'Monitor .*LIVE'; mode
      \(send)
      until_mode 0; sleep 0.3
      type 'stty -a | cksum; echo status done'
      until_seen '^status done'; mode; everything
      """)
    let modes = shown.prefix { $0.count == 1 }
    #expect(modes == (signal == "INT twice" ? ["1", "1", "0"] : ["1", "0"]))
    let sums = shown.filter { $0.split(separator: " ").count == 2 && $0.first?.isNumber ?? false }
    #expect(sums.count == 2 && sums.first == sums.last, "\(shown)")
  }

  @Test func `an upstream that is killed leaves the terminal as it was, and its last picture`()
    throws
  {
    let shown = try screen(
      """
      type '\(chain) monitor; echo status done'
      until_seen 'Monitor .*LIVE'; mode
      pid=$(pgrep -n -x sm-scope -s "$(t display-message -p '#{pane_pid}')")
      kill -KILL "$pid"
      until_seen '^status done'; mode; everything
      """)
    #expect(Array(shown.prefix(2)) == ["1", "0"])
  }

  @Test func `the end of the input leaves the last picture on the screen`() throws {
    let shown = try screen(
      """
      type 'clear; sm-capture --tone 1000 --duration 1 | sm-loudness | sm-render monitor; echo status done'
      until_seen '^status done'; mode; everything
      """)
    #expect(shown.first == "0")
    #expect(shown.contains { $0.hasPrefix("Monitor") })
  }

  @Test func `the first tool on a terminal has it, and the second says which and goes on`() throws {
    let shown = try screen(
      """
      t resize-window -x 100 -y 30
      type 'sm-capture -q --demo --realtime | sm-eq --mixer | sm-loudness | sm-render monitor'
      until_seen 'keys move\\|Monitor '; sleep 1.5; look; echo ==
      t send-keys C-c; until_mode 0; sleep 0.5
      type 'echo status done'; until_seen '^status done'; everything
      """
    ).split(separator: "==", omittingEmptySubsequences: false).map(Array.init)
    try #require(shown.count == 2)
    // Which of the two comes first is a matter of luck.
    let isMixer = shown[0].contains { $0.hasPrefix("sm-eq  ") }
    let first = isMixer ? "sm-eq" : "sm-render"
    #expect(shown[1].contains { $0.contains("the terminal is in use by \(first) (process ") })
    #expect(shown[1].contains { $0.hasPrefix("Monitor") }, "the picture follows at the end")
  }

  @Test func `the keys lead to other views, whose options are taken on a terminal`() throws {
    let shown = try screen(
      """
      type '\(chain) monitor --colors viridis --fmax 12000 --xy'
      until_seen 'Monitor .*LIVE'; key 4; until_seen 'Scope, X-Y .*LIVE'; look; echo ==
      key q; until_mode 0
      type '\(chain) meter --xy'; until_seen 'xy goes with'; look
      """
    ).split(separator: "==", omittingEmptySubsequences: false).map(Array.init)
    try #require(shown.count == 2)
    #expect(shown[0].contains { $0.hasPrefix("Scope, X-Y") })
    #expect(shown[1].contains { $0.contains("--xy goes with scope, not with meter") })
  }

  @Test func `what the other tools say before the first record stays to be read`() throws {
    let shown = try screen(
      """
      type 'sm-capture --bogus | sm-loudness | sm-render monitor; echo status done'
      until_seen '^status done'; mode; everything
      """)
    #expect(shown.first == "0")
    #expect(shown.contains { $0.contains("--bogus") && $0.hasPrefix("sm-capture: ") }, "\(shown)")
  }

  @Test func `a pause steps back through levels where there are no spectra`() throws {
    let shown = try screen(
      """
      type 'sm-capture --demo --realtime --duration 600 | sm-loudness | sm-render monitor'
      until_seen 'Monitor .*LIVE'; sleep 1.5; key ' '; until_seen 'PAUSED$'
      t send-keys Left Left Left Left; until_seen 'PAUSED -0.5 s'; look; key q; until_mode 0
      """)
    #expect(shown.first?.hasSuffix("PAUSED -0.5 s") ?? false, "\(shown)")
  }

  @Test func `a waveform grows while the stream flows`() throws {
    let shown = try screen(
      """
      type 'sm-capture --demo --realtime --duration 600 | sm-loudness | sm-render waveform'
      until_seen 'Waveform .*LIVE'; sleep 0.8; look; echo ==; sleep 1.2; look; echo ==
      key ' '; until_seen PAUSED; look; echo ==; sleep 0.5; look; key q; until_mode 0
      """
    ).split(separator: "==", omittingEmptySubsequences: false).map(Array.init)
    try #require(shown.count == 4)
    // Two seconds are twice as long as one: the last time beneath them.
    let ends = shown.map { lines -> Double in
      let times = lines.last { $0.contains("0:0") || $0.contains(" s") } ?? ""
      return times.split(separator: " ").last { $0.contains(":") }
        .flatMap { Double($0.dropFirst(2)) } ?? 0
    }
    #expect(ends[0] < ends[1], "\(ends)")
    for lines in shown {
      let isDrawn = lines.joined().unicodeScalars.contains { 0x2801...0x28FF ~= $0.value }
      #expect(isDrawn && lines.first { !$0.isEmpty }?.hasPrefix("Waveform") ?? false)
    }
    #expect(shown[2].filter { !$0.isEmpty } == shown[3].filter { !$0.isEmpty }, "stopped")
  }

  @Test func `a silent input is waited for, and leaving is no failure`() throws {
    let shown = try screen(
      """
      type '{ sleep 2; sm-capture --tone 1000 --duration 600 --realtime; } | sm-loudness | sm-render meter; echo status $? done'
      until_seen 'waiting for the input'; look; echo ==
      until_seen 'LIVE'; key q; until_mode 0
      until_seen 'status 0 done'; look
      """
    ).split(separator: "==", omittingEmptySubsequences: false).map(Array.init)
    try #require(shown.count == 2)
    #expect(shown[0].contains { $0.contains("waiting for the input") })
    #expect(shown[0].contains { $0.contains("██████  ██████") }, "two dashes")
    #expect(shown[1].contains { $0.contains("status 0 done") })
  }

  @Test func `a dumb terminal gets one picture at the end`() throws {
    let shown = try screen(
      """
      type 'sm-capture --tone 1000 --duration 1 | sm-loudness | sm-render monitor; echo status done'
      until_seen '^status done'; mode; everything
      """, term: "dumb")
    #expect(shown.first == "0")
    #expect(
      shown.contains { $0.contains("this terminal cannot be drawn on (TERM); one picture follows") }
    )
    #expect(shown.contains { $0.hasPrefix("Monitor") } && !shown.joined().contains("\u{1B}"))
  }
}
