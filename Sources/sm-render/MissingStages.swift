import SampleIO

/// Which stages the wanted fields come from, and which of those the stream has not been through.
struct MissingStages {
  /// A stage, what it writes, and the first words of the fields that come from it.
  private struct Stage {
    let tool: String
    let section: String
    let tags: [Tag]
    let groups: [String]
  }

  private static let all = [
    Stage(
      tool: "sm-loudness", section: "LOUD", tags: [.levels, .loudness],
      groups: ["levels", "weighted", "loudness"]),
    Stage(
      tool: "sm-fft", section: "SPEC", tags: [.spectrum, .beat],
      groups: ["spectrum", "spectra", "beat"]),
    Stage(tool: "sm-scope", section: "SCOP", tags: [.scope], groups: ["scope", "scopes"]),
  ]

  private let target: String
  private var missing: [Stage]
  private var hasSource = false

  /// - Parameters:
  ///   - target: of sm-render.
  ///   - names: of fields.
  init(_ target: String, _ names: [String]) {
    self.target = target
    let groups = Set(names.map { String($0.prefix { $0 != "." }) })
    missing = Self.all.filter { !groups.isDisjoint(with: $0.groups) }
  }

  /// Looks at what a record has.
  mutating func look(_ record: borrowing Record) {
    guard !missing.isEmpty, !record.header.isUnread else { return }
    hasSource = true
    missing.removeAll { stage in stage.tags.contains { record.has($0) } }
  }

  /// Whether a field comes from a stage that no record so far has been through.
  func explains(_ name: String) -> Bool {
    missing.contains { $0.groups.contains(String(name.prefix { $0 != "." })) }
  }

  /// What to put into the chain, a line each; none where no source could be read.
  var words: [String] {
    hasSource
      ? missing.map { "\(target) needs \($0.section): … | \($0.tool) | sm-render \(target)" } : []
  }
}
