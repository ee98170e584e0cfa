/// A script for fish: a `complete` command for each option.
extension Completion {
  var fish: String {
    var text = "# fish completion for \(tool), made by: \(origin) fish\n"
    text += fishTargets
    if targets.isEmpty, let operands {
      text += "complete -c \(tool) \(fish(operands))\n"
    } else {
      text += "complete -c \(tool) -f\n"
    }
    for option in options { text += fish(option) + "\n" }
    return text
  }

  private func fish(_ option: Option) -> String {
    var line = "complete -c \(tool)"
    let names = targets(of: option)
    if !names.isEmpty { line += " -n '\(function)_takes \(names.joined(separator: " "))'" }
    if let letter = option.short { line += " -s \(letter)" }
    line += " -l \(option.long)"
    // Of an option whose value may be left out, the next word is no value.
    if option.takesNextWord { line += option.expected == .anything ? " -x" : " -r" }
    if option.value != nil, option.expected != .anything { line += " " + fish(option.expected) }
    return line + " -d " + Self.fishQuoted(option.help)
  }

  private func fish(_ expected: Expected) -> String {
    switch expected {
    case .anything: "-f"
    case .file: "-F"
    case .folder: "-f -a '(__fish_complete_directories)'"
    case .words(let words): "-f -a \(Self.fishQuoted(words.joined(separator: " ")))"
    case .list(let words):
      "-f -a \(Self.fishQuoted("(__fish_append , \(words.joined(separator: " ")))"))"
    case .printed(let command): "-F -k -a \(Self.fishQuoted("(\(command) 2>/dev/null)"))"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  // MARK: targets

  /// Conditions, and the targets with what follows them.
  private var fishTargets: String {
    guard !targets.isEmpty else { return "" }
    let valued = options.filter(\.takesNextWord).flatMap(\.spellings).joined(separator: " ")
    var text = """
      function \(function)_target -d 'the first operand'
        set -l before
        for word in (commandline -opc)[2..-1]
          if not contains -- "$before" \(valued)
            and contains -- $word \(targets.map(\.name).joined(separator: " "))
            echo $word
            return
          end
          set before $word
        end
      end
      function \(function)_takes -d 'whether there is no target yet, or one of these'
        set -l target (\(function)_target)
        test -z "$target"; or contains -- $target $argv
      end

      """
    for target in targets {
      text += "complete -c \(tool) -n 'test -z \"$(\(function)_target)\"' -a \(target.name)"
      text += " -d \(Self.fishQuoted(target.help))\n"
      guard let operands = target.operands else { continue }
      text += "complete -c \(tool) -n 'test \(target.name) = \"$(\(function)_target)\"'"
      text += " \(fish(operands))\n"
    }
    return text
  }
}
