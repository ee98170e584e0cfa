/// Text on standard output, written as soon as a line or a record of it is complete.
public struct TextOutput {
  /// What is to be written next.
  public var text = NumberText()

  public init() {}

  /// Writes what has gathered.
  ///
  /// - Throws: `closedPipe` or `system`.
  public mutating func flush() throws {
    unsafe try text.bytes.span.withUnsafeBytes { (bytes) throws(SampleError) in
      try unsafe System.write(1, bytes, name: "standard output")
    }
    text.clear()
  }
}
