import Glibc

/// Text on standard output, written as soon as a line or a record of it is complete.
public struct TextOutput {
  /// What is to be written next.
  public var text = NumberText()

  /// Where a stage before may have drawn a line of progress, which is to go first.
  private let isOnTerminal =
    isatty(1) == 1 && SmallFile.environment("TERM") ?? "dumb" != "dumb"

  public init() {}

  /// Writes what has gathered.
  ///
  /// - Throws: `closedPipe` or `system`.
  public mutating func flush() throws {
    if isOnTerminal { try System.write("\u{1B}[K", to: 1) }
    unsafe try text.bytes.span.withUnsafeBytes { (bytes) throws(SampleError) in
      try unsafe System.write(1, bytes, name: "standard output")
    }
    text.clear()
  }
}
