import Foundation
import Testing

/// The shells themselves say what they would offer.
@Suite struct CompletionTests {
  /// A line, what is offered among others, and what is not.
  static let cases: [(line: String, offered: [String], not: [String])] = [
    ("sm-fft --win", ["--window"], ["--bins"]),
    ("sm-fft --window ", ["hann", "flattop"], ["--window", "file.wav"]),
    ("sm-fft --window fl", ["flattop"], ["hann"]),
    ("sm-fft -n ", [], ["file.wav", "--window"]),
    ("sm-fft -i f", ["file.wav"], ["--fold"]),
    ("sm-capture f", ["file.wav"], []),
    ("sm-capture --noise ", ["white", "pink"], ["file.wav"]),
    ("sm-capture --tone --sweep --re", ["--realtime", "--record", "--retry"], []),
    ("sm-resample 4", ["44100", "48000"], ["8000"]),
    ("sm-effect slow re", ["reverb"], ["slow"]),
    ("sm-eq -p a -p ", ["mine", "file.wav"], []),
    ("sm-eq --show m", ["mine"], []),
    ("sm-render ", ["monitor", "csv", "check"], ["file.wav"]),
    ("sm-render picofox --pro", ["--profile"], []),
    ("sm-render json --pro", [], ["--profile"]),
    ("sm-render json --fi", [], ["--fields"]),
    ("sm-render csv --fi", ["--fields"], []),
    ("sm-render -t wav --as-", ["--as-device"], []),
    ("sm-render -t wav preview --fade", ["--fade-in", "--fade-out"], []),
    ("sm-render compare f", ["file.wav"], []),
    ("sm-render check loudness.integ", ["loudness.integrated"], []),
  ]

  /// The word behind the last comma, without what a shell puts in front: --option=, what stands before.
  private func bare(_ word: String) -> String {
    String(word.split(separator: ",").last?.split(separator: "=").last ?? "")
  }

  private func expect(
    _ program: String, _ one: (line: String, offered: [String], not: [String]), from script: String
  ) throws {
    let outcome = try shell(
      """
      mkdir -p conf/signalmetric/presets; echo 'Preamp: -1 dB' >conf/signalmetric/presets/mine
      export XDG_CONFIG_HOME=$PWD/conf TMPDIR=$PWD; touch file.wav
      line=$LINE; set -- $line
      \(script)
      """, environment: ["LINE": one.line])
    #expect(outcome.status == 0, "\(program): \(outcome.errors)")
    let found = Set(outcome.lines.map(bare))
    for word in one.offered { #expect(found.contains(word), "\(program): \(one.line): \(found)") }
    for word in one.not { #expect(!found.contains(word), "\(program): \(one.line): \(found)") }
  }

  // Without a terminal: the function is called with the words as bash cuts them, and what
  // readline would do by itself is done by compgen.
  private static let bash = """
    $1 --completion bash >script; . ./script
    default=''
    compopt() { default="$default $*"; }
    read -ra COMP_WORDS <<<"${line//=/ = }"
    case $line in *' ') COMP_WORDS+=('') ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    "$(complete -p $1 | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
    case $default in *default) compgen -f -- "${COMP_WORDS[COMP_CWORD]}" ;; esac
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  @Test(arguments: cases)
  func `bash offers what fits`(one: (line: String, offered: [String], not: [String])) throws {
    try expect("bash", one, from: Self.bash)
  }

  @Test(.enabled(if: has("fish"), "fish is not installed"), arguments: cases)
  func `fish offers what fits`(one: (line: String, offered: [String], not: [String])) throws {
    try expect(
      "fish", one,
      from: """
        export HOME=$PWD; $1 --completion fish >script
        fish --no-config -c 'source script; complete -C "$LINE"' | cut -f 1
        """)
  }

  // An interactive zsh on a terminal of its own; compadd tells a file what it was given.
  private static let zsh = """
    mkdir functions; $1 --completion zsh >functions/_$1
    cat >drive <<'END'
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'PS1=; fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -d dump'
    zpty -w z 'compadd() { if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
      typeset -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >>offered; builtin compadd "$@" }'
    zpty -w z 'finish() { : >ended }; zle -N finish; bindkey "^Xq" finish; bindkey "^I" list-choices'
    zpty -n -w z "$LINE"$'\\t\\x18q'
    repeat 400; do zpty -r -t z text; [[ -e ended ]] && break; sleep 0.05; done >/dev/null
    zpty -d z; [[ -e ended ]]
    END
    touch offered; zsh -f drive </dev/null >/dev/null && cat offered
    """

  @Test(.enabled(if: has("zsh"), "zsh is not installed"), arguments: cases)
  func `zsh offers what fits`(one: (line: String, offered: [String], not: [String])) throws {
    try expect("zsh", one, from: Self.zsh)
  }

  @Test func `a list goes on behind its comma`() throws {
    try expect(
      "bash", ("sm-render csv --fields time,loudness.integ", ["loudness.integrated"], []),
      from: Self.bash)
  }

  @Test func `the value behind an equals sign is completed too`() throws {
    try expect("bash", ("sm-fft --window=fl", ["flattop"], ["hann"]), from: Self.bash)
    try expect("bash", ("sm-fft --window=", ["flattop", "hann"], []), from: Self.bash)
  }

  @Test func `a preset's name is never run as a command`() throws {
    let outcome = try shell(
      """
      mkdir -p conf/signalmetric/presets; export XDG_CONFIG_HOME=$PWD/conf
      touch 'conf/signalmetric/presets/a $(touch bad)'
      line='sm-eq -p '; set -- $line
      \(Self.bash)
      test -e bad && echo BAD
      """)
    #expect(outcome.text.contains(#"a\ \$\(touch\ bad\)"#))
    #expect(!outcome.text.contains("BAD"))
  }

  @Test(arguments: ManualTests.tools, ["bash", "zsh", "fish"])
  func `each tool has a script that its shell reads`(tool: String, program: String) throws {
    let outcome = try shell("\(tool) --completion \(program) >script && cat script")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("--input") || outcome.text.contains("-l input"))
    guard has(program) else { return }
    #expect(try shell("\(tool) --completion \(program) >s; \(program) -n s").errors == "")
  }

  @Test func `another shell is refused`() throws {
    try shell("sm-eq --completion fissh").expectRefusal(2, "sm-eq", "did you mean fish?")
    try shell("sm-eq --completion").expectRefusal(2, "sm-eq", "unknown option --completion")
  }
}
