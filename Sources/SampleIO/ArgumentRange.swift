extension Arguments {
  /// A range of numbers, written LO:HI.
  ///
  /// - Parameters:
  ///   - name: of the option.
  ///   - limits: what both ends lie in.
  ///   - example: for the message.
  /// - Returns: nil when the option was not given.
  /// - Throws: `UsageError` for anything else than two numbers of which the second is higher.
  public func range(
    _ name: String, in limits: ClosedRange<Double>, example: String
  ) throws -> ClosedRange<Double>? {
    guard let text = text(name) else { return nil }
    let ends = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { Self.parse(String($0)) }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low < high else {
      throw UsageError("--\(name): '\(text)' is no range such as \(example)")
    }
    guard limits.contains(low), limits.contains(high) else {
      throw UsageError("--\(name): \(text) is outside \(limits.lowerBound) to \(limits.upperBound)")
    }
    return low...high
  }
}
