/// Reads what stands behind "Copy:": L=0.5*L+0.5*R R=L, factors also as -6dB*L.
enum CopyLine {
  /// The terms; all sources are the channels before.
  ///
  /// - Returns: nil with the word that is not understood.
  static func terms(_ text: Substring) -> Result<[CopyTerm], FilterLine.Fault> {
    var joined = text.replacing("\t", with: " ")
    for sign in ["+", "=", "*"] {
      while joined.contains(" " + sign) { joined = joined.replacing(" " + sign, with: sign) }
      while joined.contains(sign + " ") { joined = joined.replacing(sign + " ", with: sign) }
    }
    var terms: [CopyTerm] = []
    for word in joined.split(separator: " ") {
      guard let term = term(word) else {
        return .failure(.init(text: "'\(word)' is no copy of the kind L=0.5*L+0.5*R"))
      }
      terms.append(term)
    }
    guard !terms.isEmpty else { return .failure(.init(text: "nothing to copy")) }
    return .success(terms)
  }

  private static func term(_ word: Substring) -> CopyTerm? {
    let sides = word.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, let target = ChannelName(String(sides[0])) else { return nil }
    var parts: [CopyTerm.Part] = []
    for share in sides[1].split(separator: "+", omittingEmptySubsequences: false) {
      let factors = share.split(separator: "*", omittingEmptySubsequences: false)
      switch factors.count {
      case 1:
        if let source = ChannelName(name: factors[0]) {
          parts.append(.init(factor: 1, source: source))
        } else if PresetNumber.value(factors[0]) != 0 {
          return nil
        }
      case 2:
        guard let factor = factor(factors[0]), let source = ChannelName(String(factors[1])) else {
          return nil
        }
        parts.append(.init(factor: factor, source: source))
      default: return nil
      }
    }
    return CopyTerm(target: target, parts: parts)
  }

  private static func factor(_ text: Substring) -> Double? {
    if text.lowercased().hasSuffix("db") {
      return PresetNumber.value(text.dropLast(2)).map(Decibels.ratio)
    }
    return PresetNumber.value(text)
  }
}

extension ChannelName {
  /// A channel where a bare 0 or 0.0 would be a constant: numbers from 1 are channels.
  fileprivate init?(name: Substring) {
    self.init(String(name))
  }
}
