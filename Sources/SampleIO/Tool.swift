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
  /// Does the work.
  static func run(_ arguments: Arguments) throws
}

extension Tool {
  public static func main() {
    do {
      let table = (Option.common + options).sorted(by: Usage.comesBefore)
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), options: table)
      if arguments.has("help") {
        return printOut(Usage.help(Diagnostics.tool, summary, table, operands))
      }
      if arguments.has("version") {
        return printOut("\(Diagnostics.tool) (SignalMetric) \(version)\n")
      }
      if arguments.has("quiet") { Diagnostics.beQuiet() }
      try run(arguments)
      endIfInterrupted()
      if Diagnostics.hasUpstreamFailed { exit(1) }
    } catch SampleError.interrupted {
      endIfInterrupted()
    } catch SampleError.closedPipe {
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

  /// The status of a tidy end that a signal wanted: 130, 143 or 129.
  private static func endIfInterrupted() {
    if Attention.isEnding { exit(128 + Attention.ending) }
  }

  private static func printOut(_ text: String) {
    try? System.write(text, to: 1)
  }
}

/// The version of the suite.
let version = "0.1"

/// Ends a tool with a status and no message: it has said what there is to say.
public struct Verdict: Error {
  let status: Int32

  public init(status: Int32) { self.status = status }
}
