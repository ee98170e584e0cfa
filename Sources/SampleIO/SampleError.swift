/// What went wrong with a stream: a state of the world, not of the program.
///
/// `description` is the rest of the line after "sm-tool: "; the tool ends with status 1.
public enum SampleError: Error, Equatable, CustomStringConvertible {
  /// A system call failed on a named thing (a path, "standard input").
  case system(call: String, on: String, reason: String)
  /// The bytes are not what they claim to be: what, where, and at which byte of the input.
  case malformed(input: String, byte: Int64, what: String)
  /// The input stopped before it said it would.
  case truncated(input: String, byte: Int64, what: String)
  /// A foreign or compressed stream: its name and the command that reads it.
  case foreign(input: String, kind: String, advice: String)
  /// A sample that is not a number, in a file, where it is refused.
  case nonFinite(input: String, frame: Int64, channel: Int)
  /// The reader of the output has gone; ends the process as SIGPIPE would.
  case closedPipe
  /// A signal wanted the tool to end, and its reader took no more: ends it without a message.
  case interrupted
  /// Something else that no retry will cure.
  case failed(String)

  public var description: String {
    switch self {
    case .system(let call, let thing, let reason):
      "\(thing): \(call): \(reason)"
    case .malformed(let input, let byte, let what):
      "\(input): byte \(byte): \(what)"
    case .truncated(let input, let byte, let what):
      "\(input): ends at byte \(byte): \(what)"
    case .foreign(let input, let kind, let advice):
      "\(input): \(kind); \(advice)"
    case .nonFinite(let input, let frame, let channel):
      "\(input): frame \(frame), channel \(channel): not a finite number; "
        + "sm-capture --scrub replaces such samples by zero and counts them"
    case .closedPipe:
      "the reader of the output has gone"
    case .interrupted:
      "interrupted"
    case .failed(let what):
      what
    }
  }
}

/// What the user typed cannot be done as typed: one line and status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, and what to type instead.
  public let description: String

  public init(_ description: String) { self.description = description }
}
