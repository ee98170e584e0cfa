extension Arguments {
  /// What an option's word stands for.
  ///
  /// - Parameters:
  ///   - name: of the option; the table has the words that it knows.
  ///   - make: nil for a word that is none.
  /// - Returns: nil when the option was not given.
  /// - Throws: `UsageError` with the word that may be meant, or all of them.
  public func choice<T>(_ name: String, _ make: (String) -> T?) throws -> T? {
    guard let text = text(name) else { return nil }
    guard let value = make(text) else { throw unknown(name) }
    return value
  }

  /// The error of an option's word that is none of those that it knows.
  ///
  /// - Parameters:
  ///   - name: of the option.
  ///   - more: what else it takes, such as " or a number".
  /// - Returns: with the word that may be meant, or all of them.
  public func unknown(_ name: String, more: String = "") -> UsageError {
    let words = options.first { $0.long == name }?.expected.words ?? []
    return UsageError("--\(name): ", unknown: text(name) ?? "", of: words, more: more)
  }
}
