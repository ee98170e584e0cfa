/// One of the things that a tool's first operand may ask for.
public struct Target: Sendable {
  /// The operand.
  public let name: String
  /// What it does, a few words.
  let help: String
  /// Several of them have this name in the help texts of options, nil none.
  let group: String?
  /// What follows it, nil for nothing.
  var operands: Expected? { expectation() }
  private let expectation: @Sendable () -> Expected?

  /// - Parameters:
  ///   - name: the operand.
  ///   - help: what it does, a few words.
  ///   - group: what the help texts of options call it and its like.
  ///   - operands: what follows it.
  public init(
    _ name: String, _ help: String, group: String? = nil,
    operands: @autoclosure @escaping @Sendable () -> Expected? = nil
  ) {
    self.name = name
    self.help = help
    self.group = group
    expectation = operands
  }
}

extension Option {
  /// The targets that its help names in front of a colon, as in "json, csv: only …; wav: …".
  ///
  /// - Parameter all: that there are.
  /// - Returns: their names; none for an option of all targets.
  public func targets(among all: [Target]) -> [String] {
    var found: [String] = []
    for clause in help.split(separator: ";") {
      guard let colon = clause.firstIndex(of: ":") else { continue }
      let words = clause[..<colon].split(separator: ",").map { word in
        // "views on a terminal" are views.
        String(word.split(separator: " ").first ?? "")
      }
      let named = words.map { word in all.filter { $0.name == word || $0.group == word } }
      if named.allSatisfy({ !$0.isEmpty }) { found += named.flatMap { $0 }.map(\.name) }
    }
    return found
  }
}
