/// Which names can stand in a record.
extension RecordFields {
  /// Whether a name such as `loudness.integrated` or `levels.1.peak` can stand in a record.
  public static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return headerNames.contains(name) }
    if let layout = groups[parts[0]] { return layout.hasKey(parts.dropFirst()) }
    guard let layout = rowGroups[parts[0]] else { return false }
    return isNumber(parts[1]) && layout.hasKey(parts.dropFirst(2))
  }

  private static let groups: [String: Layout] = [
    "source": .source, "weighted": .weighted, "loudness": .loudness, "spectrum": .spectrum,
    "beat": .beat, "scope": .scope,
  ]

  private static let rowGroups: [String: Layout] = [
    "levels": .levels, "spectra": .spectrum, "scopes": .scope, "tally": .tally,
  ]

  /// The names that most records have: those of the header and of single fields, of rows the first.
  public static var names: [String] {
    let single = groups.flatMap { group, layout in layout.keys.map { "\(group).\($0)" } }
    let rows = rowGroups.flatMap { group, layout in layout.keys.map { "\(group).1.\($0)" } }
    return (headerNames + single + rows).filter(isName).sorted()
  }

  fileprivate static func isNumber(_ text: String) -> Bool { Int(text).map { $0 >= 1 } ?? false }

  private static let headerNames: Set<String> = [
    "position", "time", "utc", "rate", "channels", "frames", "lost", "live", "gap", "end",
    "session_end",
  ]
}

extension Layout {
  /// The keys in order; a word of flags has a key for each flag.
  var keys: [String] {
    fields.flatMap { field in
      if case .flags(let names) = field.storage { return names }
      return [field.name]
    }
  }

  /// Whether a dotted name, split, is one of the keys.
  func hasKey(_ parts: ArraySlice<String>) -> Bool {
    guard let first = parts.first else { return false }
    let rest = parts.dropFirst()
    return fields.contains { field in
      switch field.storage {
      case .flags(let names): names.contains(first) && rest.isEmpty
      case .list: field.name == first && rest.count == 1 && RecordFields.isNumber(rest.last ?? "")
      case .slots(_, let layout):
        field.name == first && RecordFields.isNumber(rest.first ?? "")
          && layout.hasKey(rest.dropFirst())
      default: field.name == first && rest.isEmpty
      }
    }
  }
}
