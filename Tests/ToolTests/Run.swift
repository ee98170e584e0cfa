import Foundation
import Testing

/// What a command left behind.
struct Outcome {
  let status: Int32
  let output: Data
  let errors: String

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard output as lines.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// The folder that holds the built tools.
let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

/// The top folder of the project.
let project = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Runs a line of shell in a folder of its own, with the built tools first on the PATH.
///
/// Output goes to files, so that no amount of it can block; a signal that ended the shell's last
/// command shows as 128 + its number.
///
/// - Parameters:
///   - line: for bash, without pipefail unless it says so.
///   - input: what standard input holds; nothing by default.
///   - files: made in the folder before.
///   - environment: added to the tests' own.
/// - Returns: status, standard output and standard error.
/// - Throws: what keeps the shell from being run.
func shell(
  _ line: String, input: Data = Data(), files: [String: Data] = [:],
  environment: [String: String] = [:]
) throws -> Outcome {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("signalmetric-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
  let inputFile = folder.appendingPathComponent(".stdin")
  try input.write(to: inputFile)
  let (out, err) = (
    folder.appendingPathComponent(".stdout"), folder.appendingPathComponent(".stderr")
  )
  for file in [out, err] { try Data().write(to: file) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", line]
  process.currentDirectoryURL = folder
  process.environment = ProcessInfo.processInfo.environment
    .merging(["PATH": products.path + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]) { $1 }
    .merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: inputFile)
  process.standardOutput = try FileHandle(forWritingTo: out)
  process.standardError = try FileHandle(forWritingTo: err)
  try process.run()
  process.waitUntilExit()
  let status =
    process.terminationReason == .uncaughtSignal
    ? 128 + process.terminationStatus : process.terminationStatus
  return Outcome(
    status: status, output: try Data(contentsOf: out),
    errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
}
