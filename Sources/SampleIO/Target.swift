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
