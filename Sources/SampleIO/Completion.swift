/// What a shell has to know to complete a tool's command line, as a script for it.
struct Completion {
  let tool: String
  /// Sorted.
  let options: [Option]
  let targets: [Target]
  /// What operands may be where there are no targets; nil for none.
  let operands: Expected?

  /// The shells that are served.
  static let shells = ["bash", "zsh", "fish"]

  /// The script for a shell, to be read by it when the tool's command line is completed first; nil for no shell of
  /// ours.
  func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// The names of the targets that an option is for, none for all.
  func targets(of option: Option) -> [String] {
    option.targets.flatMap { name in
      targets.filter { $0.name == name || $0.group == name }.map(\.name)
    }
  }

  /// A name for functions.
  var function: String { "_" + tool.replacing("-", with: "_") }

  /// First line of every script.
  var origin: String { "\(tool) --completion" }

  /// A text as one word of sh, bash or zsh.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Words as one word.
  static func quoted(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }
}

extension Option {
  /// How it is typed: "--input", and "-i" in front of it if there is a letter.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  /// Whether the next word belongs to it.
  var takesNextWord: Bool { value != nil && fallback == nil }
}
