extension Option {
  /// The targets that its help names in front of a colon: "json, csv: …; text: …"; empty for all.
  public var targets: [String] {
    help.split(separator: ";").flatMap { use -> [String] in
      guard let colon = use.firstIndex(of: ":") else { return [] }
      let words = use[..<colon].split(separator: ",").map { String($0.drop { $0 == " " }) }
      return words.contains { $0.contains(" ") } ? [] : words
    }
  }
}

extension Arguments {
  /// Refuses options that are for other targets, and that this one would pass over in silence.
  ///
  /// - Parameters:
  ///   - target: what the command line wants.
  ///   - names: what the table may call it, beside its own name.
  ///   - options: the table.
  /// - Throws: `UsageError` with the option and the targets that it goes with.
  public func refuseStrangers(to target: String, _ names: [String], in options: [Option]) throws {
    let known = Set(names + [target])
    for option in options where has(option.long) {
      let targets = option.targets
      guard !targets.isEmpty, known.isDisjoint(with: targets) else { continue }
      let list = targets.dropLast().joined(separator: ", ")
      let words = (list.isEmpty ? "" : list + " and ") + (targets.last ?? "")
      throw UsageError("--\(option.long) goes with \(words), not with \(target)")
    }
  }
}
