/// Numbers as people of all countries write them into preset files.
enum PresetNumber {
  /// A number; a decimal comma is a point, and a no-break space nothing.
  static func value(_ text: Substring) -> Double? {
    let plain = withPoint(text)
    let allowed = plain.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    guard allowed, let value = Double(plain), value.isFinite else { return nil }
    return value
  }

  /// A frequency, where five or more characters with a separator before the last three are thousands.
  ///
  /// - Returns: Hz, and whether that rule was used.
  static func frequency(_ text: Substring) -> (hertz: Double, isThousands: Bool)? {
    let plain = withPoint(text)
    guard let value = value(Substring(plain)) else { return nil }
    let digits = Array(plain)
    let isThousands =
      digits.count >= 5 && digits[digits.count - 4] == "."
      && digits.suffix(3).allSatisfy { ("0"..."9").contains($0) }
    return (isThousands ? value * 1000 : value, isThousands)
  }

  /// With one decimal point: of several separators the last is it, if it differs from the others.
  private static func withPoint(_ text: Substring) -> String {
    // The typographical minus is one too.
    let joined = text.filter { !$0.isNoBreakSpace }.map { $0 == "\u{2212}" ? "-" : $0 }
    let separators = joined.filter { $0 == "," || $0 == "." }
    guard separators.count > 1, let last = separators.last else {
      return String(joined.map { $0 == "," ? "." : $0 })
    }
    let isDecimal = separators.dropLast().allSatisfy { $0 != last }
    let place = joined.lastIndex { $0 == last }
    var plain = ""
    for index in joined.indices {
      let character = joined[index]
      if character != ",", character != "." {
        plain.append(character)
      } else if isDecimal, index == place {
        plain.append(".")
      }
    }
    return plain
  }

  /// A number at the start of a word, and what follows it.
  static func leading(_ word: Substring) -> (number: Substring, rest: Substring)? {
    var end = word.firstIndex { !($0.isNumberPart || $0.isNoBreakSpace) } ?? word.endIndex
    guard end > word.startIndex, word[..<end].contains(where: \.isWholeNumber) else { return nil }
    if let letter = word[end...].first, letter == "e" || letter == "E" {
      let exponent = word[word.index(after: end)...]
      let digits = exponent.first == "+" || exponent.first == "-" ? exponent.dropFirst() : exponent
      let rest = digits.drop { ("0"..."9").contains($0) }
      if rest.startIndex > digits.startIndex { end = rest.startIndex }
    }
    return (word[..<end], word[end...])
  }

  /// The shortest text that reads back as the same number; whole numbers without a point.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), value.magnitude < 1e15 {
      return String(Int64(value))
    }
    return value.description
  }
}

extension Character {
  /// Whether a number can hold it.
  var isNumberPart: Bool {
    self == "+" || self == "-" || self == "\u{2212}" || self == "." || self == ","
      || ("0"..."9").contains(self)
  }

  /// U+00A0 and its narrow sister.
  var isNoBreakSpace: Bool { self == "\u{A0}" || self == "\u{202F}" }
}
