extension RecordHeader {
  /// Whether the source failed before its first frame: a file that is not there, or is no sound.
  ///
  /// Nothing of it can be heard, and rate and channels are those of the source before it.
  public var isUnread: Bool { flags.isSuperset(of: [.first, .end]) && end == .error }
}

extension Record {
  /// Makes what a source needs; of one that could not be read it is no fault that it does not go
  /// with the user's options.
  ///
  /// - Parameter body: makes it.
  /// - Returns: nil for a source that could not be read, where `body` throws.
  /// - Throws: what `body` throws.
  public borrowing func unlessUnread<T: ~Copyable>(
    _ body: (borrowing Record) throws -> T
  ) throws -> T? {
    do {
      return try body(self)
    } catch {
      guard header.isUnread else { throw error }
      return nil
    }
  }
}
