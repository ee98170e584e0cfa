/// Bytes on standard output.
public enum StandardOutput {
  /// Writes all of them.
  ///
  /// - Throws: `closedPipe`, `system`.
  public static func write(_ bytes: [UInt8]) throws(SampleError) {
    try System.write(bytes, to: 1, name: "standard output")
  }
}
