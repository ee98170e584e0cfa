/// Values of YAML that stand in a line: scalars, plain or quoted, and lists and maps in brackets.
enum YAMLFlow {
  /// The value of a text, all of it.
  static func value(_ text: Substring, _ line: Int) throws(YAMLText.Fault) -> YAMLText.Node.Value {
    var rest = text
    let value = try part(&rest, line, depth: 0, inside: false)
    guard rest.trimmed.isEmpty else {
      throw YAMLText.Fault(line: line, text: "'\(rest)' is too much")
    }
    return value
  }

  private static func part(
    _ rest: inout Substring, _ line: Int, depth: Int, inside: Bool
  ) throws(YAMLText.Fault) -> YAMLText.Node.Value {
    guard depth < YAMLText.deepest else {
      throw YAMLText.Fault(line: line, text: "too deeply nested")
    }
    rest = rest.trimmed
    switch rest.first {
    case "[":
      var items: [YAMLText.Node] = []
      try eachItem(&rest, line, end: "]") { (rest: inout Substring) throws(YAMLText.Fault) in
        items.append(
          YAMLText.Node(value: try part(&rest, line, depth: depth + 1, inside: true), line: line))
      }
      return .list(items)
    case "{":
      var pairs: [(key: String, node: YAMLText.Node)] = []
      try eachItem(&rest, line, end: "}") { (rest: inout Substring) throws(YAMLText.Fault) in
        guard let colon = rest.firstIndex(of: ":") else {
          throw YAMLText.Fault(line: line, text: "a key without its value")
        }
        let key = unquoted(rest[..<colon].trimmed)
        rest = rest[rest.index(after: colon)...]
        pairs.append(
          (
            key,
            YAMLText.Node(value: try part(&rest, line, depth: depth + 1, inside: true), line: line)
          )
        )
      }
      return .map(pairs)
    case let quote? where quote == "'" || quote == "\"":
      let body = rest.dropFirst()
      guard let end = body.firstIndex(of: quote) else {
        throw YAMLText.Fault(line: line, text: "a quote that does not end")
      }
      rest = body[body.index(after: end)...]
      return .scalar(String(body[..<end]))
    default:
      let end = inside ? rest.firstIndex { ",]}".contains($0) } ?? rest.endIndex : rest.endIndex
      let word = rest[..<end].trimmed
      rest = rest[end...]
      return .scalar(String(word))
    }
  }

  private static func eachItem(
    _ rest: inout Substring, _ line: Int, end: Character,
    _ item: (inout Substring) throws(YAMLText.Fault) -> Void
  ) throws(YAMLText.Fault) {
    rest = rest.dropFirst().trimmed
    while let first = rest.first {
      if first == end {
        rest = rest.dropFirst()
        return
      }
      try item(&rest)
      rest = rest.trimmed
      if rest.first == "," { rest = rest.dropFirst().trimmed } else if rest.first != end { break }
    }
    throw YAMLText.Fault(line: line, text: "a bracket that is not closed")
  }

  /// A key without the quotes around it.
  static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}
