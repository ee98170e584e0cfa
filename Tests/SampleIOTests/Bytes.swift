import Foundation

@testable import SampleIO

/// Little-endian bytes of a number.
func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Big-endian bytes of a number.
func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

/// An input that holds bytes: a regular file, or a pipe whose writer has gone.
///
/// - Parameters:
///   - bytes: at most 60,000 for a pipe.
///   - pipe: which of the two.
/// - Returns: the input, at its first byte.
/// - Throws: what keeps it from being made.
func input(_ bytes: [UInt8], pipe: Bool) throws -> ByteInput {
  if pipe {
    let ends = Pipe()
    try ends.fileHandleForWriting.write(contentsOf: Data(bytes))
    try ends.fileHandleForWriting.close()
    return try ByteInput(path: "/dev/fd/\(ends.fileHandleForReading.fileDescriptor)")
  }
  let path = NSTemporaryDirectory() + "/sampleio-" + UUID().uuidString
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try ByteInput(path: path)
}

/// The error that ends a piece of work, if any.
func fault(_ body: () throws -> Void) -> SampleError? {
  do { try body() } catch { return error as? SampleError }
  return nil
}

/// Byte and words of a `malformed` or `truncated`.
func place(_ error: SampleError?) -> (byte: Int64, what: String)? {
  switch error {
  case .malformed(_, let byte, let what), .truncated(_, let byte, let what): (byte, what)
  default: nil
  }
}

/// Random numbers that are the same in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
