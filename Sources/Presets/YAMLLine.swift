/// A line of YAML that says something, without its comment.
struct YAMLLine {
  var indent: Int
  var text: Substring
  var number: Int

  /// The lines of a text; a flow value that goes on is one line.
  static func split(_ text: String) throws(YAMLText.Fault) -> [YAMLLine] {
    var lines: [YAMLLine] = []
    var number = 0
    for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = Self.withoutComment(raw)
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent).trimmed
      guard !content.isEmpty, content != "---", content != "..." else { continue }
      if content.first == "\t" || line.dropFirst(indent).first == "\t" {
        throw YAMLText.Fault(line: number, text: "a tab where YAML wants spaces")
      }
      // A flow value that goes on is one line.
      if let last = lines.last, Self.openBrackets(last.text) > 0 {
        lines[lines.count - 1].text = Substring(last.text + " " + content)
      } else {
        lines.append(YAMLLine(indent: indent, text: content, number: number))
      }
    }
    return lines
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var quote: Character?
    var before: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if (character == "'" || character == "\"")
        && (before == " " || "[{,:".contains(before))
      {
        quote = character
      } else if character == "#", before == " " || before == "\t" {
        return line[..<index]
      }
      before = character
    }
    return line
  }

  private static func openBrackets(_ text: Substring) -> Int {
    var open = 0
    for character in text {
      if character == "[" || character == "{" { open += 1 }
      if character == "]" || character == "}" { open -= 1 }
    }
    return open
  }
}
