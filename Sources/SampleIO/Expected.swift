/// What may stand for a value or an operand: what shells offer, and what a wrong word is compared with.
public enum Expected: Sendable, Equatable {
  /// A number or a text that nobody can guess.
  case anything
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// One of these words; what else there may be cannot be listed.
  case words([String])
  /// Several of these words, with commas between.
  case list([String])
  /// A word that this command prints, one a line, or the path of a file.
  case printed(by: String)

  /// The words that are known.
  var words: [String] {
    switch self {
    case .words(let words), .list(let words): words
    default: []
    }
  }

  /// What the name of a value says by itself: FILE, DIR, or the words of `white|pink`.
  init(valueName name: String?) {
    let words = (name ?? "").split(separator: "|").map(String.init)
    if words.contains("FILE") {
      self = .file
    } else if words == ["DIR"] {
      self = .folder
    } else if words.count > 1, words.allSatisfy({ $0 == $0.lowercased() }) {
      self = .words(words)
    } else {
      self = .anything
    }
  }
}
