/// A script for zsh: specifications for its `_arguments`.
extension Completion {
  var zsh: String {
    var text = "#compdef \(tool)\n# zsh completion for \(tool), made by: \(origin) zsh\n"
    text += zshTarget + "local -a specs\nspecs=(\n"
    for option in options where targets(of: option).isEmpty { text += "  \(zsh(option))\n" }
    text += ")\n"
    for option in options {
      let names = targets(of: option)
      guard !names.isEmpty else { continue }
      text +=
        "[[ -n $target && $target != (\(names.joined(separator: "|"))) ]] || "
        + "specs+=(\(zsh(option)))\n"
    }
    return text + zshOperands + "_arguments -s -S $specs\n"
  }

  /// One word for `_arguments`, or two for an option with a letter.
  private func zsh(_ option: Option) -> String {
    var text = "[" + Self.escaped(option.help, "\\[]:") + "]"
    if let value = option.value {
      let colons = option.fallback == nil ? ":" : "::"
      text += "\(colons)\(Self.escaped(value, "\\:")):\(zshAction(option.expected))"
    }
    let long = "--\(option.long)" + (option.value == nil ? "" : "=")
    guard let letter = option.short else {
      return Self.quoted((option.repeats ? "*" : "") + long + text)
    }
    let short = "-\(letter)" + (option.value == nil ? "" : "+")
    let others =
      option.repeats ? "'*'" : Self.quoted("(\(option.spellings.joined(separator: " ")))")
    return "\(others){\(short),\(long)}\(Self.quoted(text))"
  }

  private func zshAction(_ expected: Expected) -> String {
    switch expected {
    case .anything: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_sequence compadd - \(words.joined(separator: " "))"
    case .printed(let command):
      "{compadd -- ${(f)\"$(\(Self.escaped(command, "\\:")) 2>/dev/null)\"}; _files}"
    }
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    text.map { characters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  // MARK: targets

  /// Finds the target: the first operand that is one.
  private var zshTarget: String {
    guard !targets.isEmpty else { return "" }
    let names = targets.map(\.name).joined(separator: "|")
    let valued = options.filter(\.takesNextWord).flatMap(\.spellings).joined(separator: "|")
    return """
      local target word before
      for word in ${words[2,CURRENT-1]}; do
        [[ $before = (\(valued)) || $word != (\(names)) || -n $target ]] || target=$word
        before=$word
      done

      """
  }

  private var zshOperands: String {
    guard !targets.isEmpty else {
      return operands.map { "specs+=(\(Self.quoted("*:operand:\(zshAction($0))")))\n" } ?? ""
    }
    let names = targets.map { target in
      "\(target.name)\\:\"\(Self.escaped(target.help, "\\:\""))\""
    }
    var text = "specs+=(\(Self.quoted("1:target:((\(names.joined(separator: " "))))")))\n"
    text += "case $target in\n"
    for target in targets {
      guard let operands = target.operands else { continue }
      text += "\(target.name)) specs+=(\(Self.quoted("*:operand:\(zshAction(operands))"))) ;;\n"
    }
    return text + "esac\n"
  }
}
