/// What somebody may have meant who mistyped a word.
public enum Nearest {
  /// The word that comes nearest.
  ///
  /// - Parameters:
  ///   - typed: what is no known word.
  ///   - words: those that are.
  /// - Returns: a word that begins so, or else the one with the fewest slips of the finger between, case apart;
  ///   nil where all are farther than a third of what was typed, or have other digits.
  public static func word(to typed: String, among words: [String]) -> String? {
    guard typed.count > 1 else { return nil }
    let typed = typed.lowercased()
    // 12 is no slip for 16, and 5.2 none for 5.1.
    let words = words.filter { digits($0) == digits(typed) }
    if typed.count > 2, let whole = words.filter({ $0.hasPrefix(typed) }).min(by: isShorter) {
      return whole
    }
    let most = min(max(typed.count / 3, 1), 3)
    return words.map { (word: $0, slips: slips(typed, $0.lowercased())) }
      .filter { $0.slips <= most }.min { $0.slips < $1.slips }?.word
  }

  /// The end of a message about a word that is not known: "; did you mean hann?", or what else there is to say.
  public static func question(_ typed: String, among words: [String], or other: String) -> String {
    word(to: typed, among: words).map { "; did you mean \($0)?" } ?? other
  }

  private static func digits(_ word: String) -> String { word.filter(\.isNumber) }
  private static func isShorter(_ one: String, _ other: String) -> Bool { one.count < other.count }

  /// Letters left out, put in, changed, or swapped with their neighbour.
  ///
  /// Source: F. J. Damerau, A technique for computer detection and correction of spelling errors (1964), as the
  /// optimal string alignment.
  static func slips(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one), Array(other))
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}

extension UsageError {
  /// A word that is none of those that are known.
  ///
  /// - Parameters:
  ///   - place: what stands before it in the message, such as "--window: ".
  ///   - word: as typed.
  ///   - words: those that are known.
  ///   - more: behind the list of words, such as " or a number".
  public init(_ place: String = "", unknown word: String, of words: [String], more: String = "") {
    let list = "; one of \(words.joined(separator: ", "))\(more)"
    self.init("\(place)'\(word)' is unknown" + Nearest.question(word, among: words, or: list))
  }
}
