/// The usage line and the help text, made from a tool's table of options.
enum Usage {
  /// Letters first, in their order, then long names.
  static func comesBefore(_ first: Option, _ second: Option) -> Bool {
    switch (first.short, second.short) {
    case (let one?, let other?): one < other
    case (nil, nil): first.long < second.long
    case (let one, _): one != nil
    }
  }

  /// The line that the manual page's SYNOPSIS repeats, without line breaks.
  ///
  /// - Parameters:
  ///   - name: of the tool.
  ///   - options: sorted.
  ///   - operands: as they are shown, or empty.
  /// - Returns: letters without values together, then the rest.
  static func line(_ name: String, _ options: [Option], _ operands: String) -> String {
    let flags = options.filter { $0.value == nil }.compactMap { $0.short }.map(String.init).joined()
    let rest = options.filter { $0.value != nil || $0.short == nil }.map { "[\($0.synopsis)]" }
    let words = [name, "[-\(flags)]"] + rest + (operands.isEmpty ? [] : [operands])
    return words.joined(separator: " ")
  }

  /// What `--help` prints.
  static func help(
    _ name: String, _ summary: String, _ options: [Option], _ operands: String
  ) -> String {
    var text = wrap("usage: " + line(name, options, operands), indent: 7 + name.count + 1)
    text += "\n\(summary)\n\n"
    for option in options {
      let letter = option.short.map { "-\($0), " } ?? "    "
      let left = "  \(letter)--\(option.long)" + (option.shownValue.map { " " + $0 } ?? "")
      let isLong = left.count > 28
      text += left + (isLong ? "\n" : String(repeating: " ", count: 30 - left.count))
      let words = String(repeating: " ", count: 30) + option.help
      text += wrap(words, indent: 30).dropFirst(isLong ? 0 : 30)
    }
    return text + "\nThe manual page says more: man \(name)\n"
  }

  /// Breaks a line at spaces outside brackets, at 78 columns; spaces in front of it stay.
  private static func wrap(_ line: String, indent: Int) -> String {
    var lines: [String] = []
    var current = String(line.prefix { $0 == " " })
    var depth = 0
    var word = ""
    func flush() {
      if current.allSatisfy({ $0 == " " }) {
        current += word
      } else if current.count + 1 + word.count > 78 {
        lines.append(current)
        current = String(repeating: " ", count: indent) + word
      } else {
        current += " " + word
      }
      word = ""
    }
    for character in line.drop(while: { $0 == " " }) {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == " ", depth == 0 { flush() } else { word.append(character) }
    }
    flush()
    return (lines + [current]).joined(separator: "\n") + "\n"
  }
}
