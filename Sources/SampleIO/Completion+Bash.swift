/// A script for bash: a function that looks at the words of the line.
extension Completion {
  var bash: String {
    let shared = options.filter { targets(of: $0).isEmpty }
    return """
      # bash completion for \(tool), made by: \(origin) bash
      \(function)() {
        local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
        # bash takes --option=value apart.
        if [[ $cur = '=' ]]; then
          cur=
        elif [[ $prev = '=' ]]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        COMPREPLY=()
        case $prev in
      \(bashValues)  esac
      \(bashTarget)  if [[ $cur = -* ]]; then
          local options=\(bashList(shared.flatMap(\.spellings)))
      \(bashTargetOptions)    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
          return
        fi
      \(bashOperands)}
      complete -F \(function) \(tool)

      """
  }

  /// Words with line ends between, since IFS is one.
  private func bashList(_ words: [String]) -> String {
    "$'" + words.joined(separator: "\\n") + "'"
  }

  /// What stands behind an option.
  private var bashValues: String {
    let valued = options.filter { $0.value != nil }
    let free = valued.filter { $0.takesNextWord && $0.expected == .anything }
    var text = ""
    for option in valued where option.expected != .anything {
      text += "  \(option.spellings.joined(separator: " | ")))\n"
      text += bash(option.expected).map { "    \($0)\n" }.joined() + "    return\n    ;;\n"
    }
    guard !free.isEmpty else { return text }
    return text + "  \(free.flatMap(\.spellings).joined(separator: " | "))) return ;;\n"
  }

  private func bash(_ expected: Expected) -> [String] {
    switch expected {
    case .anything: []
    case .file: ["compopt -o default"]
    case .folder: ["compopt -o dirnames"]
    case .words(let words):
      ["mapfile -t COMPREPLY < <(compgen -W \(bashList(words)) -- \"$cur\")"]
    case .list(let words):
      [
        "local before=",
        "if [[ $cur = *,* ]]; then before=${cur%,*},; fi",
        "compopt -o nospace",
        "mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \(bashList(words)) -- \"${cur##*,}\")",
      ]
    case .printed(let command):
      [
        "local word",
        "compopt -o default",
        "while read -r word; do",
        "  if [[ $word = \"$cur\"* ]]; then COMPREPLY+=(\"$(printf %q \"$word\")\"); fi",
        "done < <(\(command) 2>/dev/null)",
      ]
    }
  }

  // MARK: targets

  /// Finds the target: the first operand.
  private var bashTarget: String {
    guard !targets.isEmpty else { return "" }
    let valued = options.filter(\.takesNextWord).flatMap(\.spellings).joined(separator: " | ")
    return """
        local target='' skip='' word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $skip$word in
          \(valued)) skip=: ;;
          '=' | :'=') skip=: ;;
          :*) skip= ;;
          -*) ;;
          *) target=${target:-$word} ;;
          esac
        done

      """
  }

  private var bashTargetOptions: String {
    guard !targets.isEmpty else { return "" }
    let cases = targets.map { target in
      let own = options.filter { targets(of: $0).contains(target.name) }.flatMap(\.spellings)
      return "    \(target.name)) options+=\(bashList([""] + own)) ;;\n"
    }
    let all = options.filter { !targets(of: $0).isEmpty }.flatMap(\.spellings)
    return "    case $target in\n" + cases.joined()
      + "    '') options+=\(bashList([""] + all)) ;;\n    esac\n"
  }

  private var bashOperands: String {
    guard !targets.isEmpty else {
      return operands.map { bash($0).map { "  \($0)\n" }.joined() } ?? ""
    }
    let cases = targets.compactMap { target in
      target.operands.map {
        "  \(target.name))\n" + bash($0).map { "    \($0)\n" }.joined() + "    ;;\n"
      }
    }
    let names = bash(.words(targets.map(\.name))).joined()
    return "  case $target in\n  '') \(names) ;;\n" + cases.joined() + "  esac\n"
  }
}
