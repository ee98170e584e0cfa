import Glibc

/// A filter: what its main file consists of.
///
/// `main` is the only place that prints an error and ends the process: status 0 done, 1 failed,
/// 2 wrong usage; a reader that has gone ends it as SIGPIPE does. Done means that the sources were
/// whole, too: an end record that tells of an error makes it 1, so the last stage's status is the chain's.
public protocol Tool {
  /// What the tool does, one line without a full stop.
  static var summary: String { get }
  /// Its options, beside those of all tools.
  static var options: [Option] { get }
  /// Its operands as in a usage line, or empty.
  static var operands: String { get }
  /// What its first operand may ask for, where that is one of several things.
  static var targets: [Target] { get }
  /// What other operands may be, nil for none.
  static var expectedOperands: Expected? { get }
  /// The libraries that do its work, each with its version, beside the one that reads sound files.
  static var libraries: [String] { get }
  /// Does the work.
  static func run(_ arguments: Arguments) throws
}

extension Tool {
  public static var targets: [Target] { [] }
  public static var expectedOperands: Expected? { operands.contains("FILE") ? .file : nil }
  public static var libraries: [String] { [] }

  public static func main() {
    do {
      let table = (Option.common + options).sorted(by: Usage.comesBefore)
      if let shell = wantedShell { return try printOut(try completion(for: shell, table)) }
      let arguments = try Arguments(Array(CommandLine.words.dropFirst()), options: table)
      if arguments.has("help") {
        return try printOut(Usage.help(Diagnostics.tool, summary, table, operands))
      }
      if arguments.has("version") {
        let used = ([SoundReader.library] + libraries).joined(separator: ", ")
        return try printOut("\(Diagnostics.tool) (SignalMetric) \(version)\n\(used)\n")
      }
      if arguments.has("quiet") { Diagnostics.beQuiet() }
      try run(arguments)
      endIfInterrupted()
      if Diagnostics.failureStatus > 0 { exit(Diagnostics.failureStatus) }
    } catch SampleError.interrupted {
      endIfInterrupted()
    } catch SampleError.closedPipe {
      Diagnostics.clearLine()
      // As if SIGPIPE had not been ignored: no message, status 141 in a shell.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
      exit(141)
    } catch let error as UsageError {
      Diagnostics.say("\(error)")
      exit(2)
    } catch let verdict as Verdict {
      exit(verdict.status)
    } catch {
      Diagnostics.say("\(error)")
      exit(1)
    }
  }

  /// The shell of `--completion SHELL`, which is for installing and stands in no usage line.
  private static var wantedShell: String? {
    let words = CommandLine.words
    return words.count == 3 && words[1] == "--completion" ? words[2] : nil
  }

  private static func completion(for shell: String, _ table: [Option]) throws -> String {
    let completion = Completion(
      tool: Diagnostics.tool, options: table, targets: targets, operands: expectedOperands)
    guard let script = completion.script(for: shell) else {
      throw UsageError("--completion: ", unknown: shell, of: Completion.shells)
    }
    return script
  }

  /// The status of a tidy end that a signal wanted: 130, 143 or 129.
  private static func endIfInterrupted() {
    guard Attention.isEnding else { return }
    Diagnostics.clearLine()
    exit(128 + Attention.ending)
  }

  private static func printOut(_ text: String) throws {
    try System.write(text, to: 1)
  }
}

/// Ends a tool with a status and no message: it has said what there is to say.
public struct Verdict: Error {
  let status: Int32

  public init(status: Int32) { self.status = status }
}
