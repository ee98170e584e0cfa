/// The part of YAML that configuration files use: block and flow maps and lists, plain and quoted scalars.
///
/// No anchors, tags, or folded text. Source: YAML 1.2.2, chapters 7 and 8.
struct YAMLText {
  /// A value and its line.
  struct Node {
    enum Value {
      case scalar(String)
      case map([(key: String, node: Node)])
      case list([Node])
    }

    var value: Value
    var line: Int

    /// The value of a key, of a map.
    subscript(_ key: String) -> Node? {
      guard case .map(let pairs) = value else { return nil }
      return pairs.first { $0.key == key }?.node
    }

    var text: String? {
      guard case .scalar(let text) = value else { return nil }
      return text.isEmpty || text == "null" || text == "~" ? nil : text
    }

    var items: [Node] {
      guard case .list(let items) = value else { return [] }
      return items
    }

    var pairs: [(key: String, node: Node)] {
      guard case .map(let pairs) = value else { return [] }
      return pairs
    }
  }

  /// Why a text is no YAML that is read here.
  struct Fault: Error {
    let line: Int
    let text: String
  }

  private var lines: [YAMLLine] = []
  private var next = 0
  /// Levels of nesting that are followed.
  static let deepest = 32

  /// Parses a text.
  static func parse(_ text: String) throws(Fault) -> Node {
    var parser = YAMLText()
    parser.lines = try YAMLLine.split(text)
    guard let first = parser.lines.first else { return Node(value: .map([]), line: 1) }
    let node = try parser.block(first.indent, depth: 0)
    if parser.next < parser.lines.count {
      throw Fault(line: parser.lines[parser.next].number, text: "an indentation that fits nothing")
    }
    return node
  }

  private mutating func block(_ indent: Int, depth: Int) throws(Fault) -> Node {
    let line = lines[next]
    guard depth < Self.deepest else { throw Fault(line: line.number, text: "too deeply nested") }
    if line.text == "-" || line.text.hasPrefix("- ") { return try list(indent, depth) }
    guard Self.colon(line.text) != nil else {
      next += 1
      return Node(value: try YAMLFlow.value(line.text, line.number), line: line.number)
    }
    return try map(indent, depth)
  }

  private mutating func list(_ indent: Int, _ depth: Int) throws(Fault) -> Node {
    let start = lines[next].number
    var items: [Node] = []
    while next < lines.count, lines[next].indent == indent,
      lines[next].text == "-" || lines[next].text.hasPrefix("- ")
    {
      let rest = lines[next].text.dropFirst(1)
      let content = rest.drop { $0 == " " }
      if content.isEmpty {
        let number = lines[next].number
        next += 1
        items.append(try nested(deeperThan: indent, number, depth))
      } else {
        lines[next].indent = indent + 1 + (rest.count - content.count)
        lines[next].text = content
        items.append(try block(lines[next].indent, depth: depth + 1))
      }
    }
    return Node(value: .list(items), line: start)
  }

  private mutating func map(_ indent: Int, _ depth: Int) throws(Fault) -> Node {
    let start = lines[next].number
    var pairs: [(key: String, node: Node)] = []
    while next < lines.count, lines[next].indent == indent, let colon = Self.colon(lines[next].text)
    {
      let line = lines[next]
      let key = YAMLFlow.unquoted(line.text[..<colon].trimmed)
      let rest = line.text[line.text.index(after: colon)...].trimmed
      guard !pairs.contains(where: { $0.key == key }) else {
        throw Fault(line: line.number, text: "'\(key)' stands here twice")
      }
      next += 1
      if !rest.isEmpty {
        pairs.append((key, Node(value: try YAMLFlow.value(rest, line.number), line: line.number)))
      } else if next < lines.count, lines[next].indent == indent, lines[next].text.hasPrefix("-") {
        pairs.append((key, try list(indent, depth + 1)))
      } else {
        pairs.append((key, try nested(deeperThan: indent, line.number, depth)))
      }
    }
    return Node(value: .map(pairs), line: start)
  }

  private mutating func nested(
    deeperThan indent: Int, _ number: Int, _ depth: Int
  ) throws(Fault) -> Node {
    guard next < lines.count, lines[next].indent > indent else {
      return Node(value: .scalar(""), line: number)
    }
    return try block(lines[next].indent, depth: depth + 1)
  }

  /// The colon behind a key: followed by a space or the line's end, outside quotes and brackets.
  private static func colon(_ text: Substring) -> Substring.Index? {
    if text.hasPrefix("[") || text.hasPrefix("{") { return nil }
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if index == text.startIndex, character == "'" || character == "\"" {
        quote = character
      } else if character == ":" {
        let after = text.index(after: index)
        if after == text.endIndex || text[after] == " " { return index }
      }
    }
    return nil
  }
}
