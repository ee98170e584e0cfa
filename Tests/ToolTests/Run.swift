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
  // A file that somebody has open for writing cannot be run: no child may inherit one.
  starting.lock()
  do {
    defer { starting.unlock() }
    for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
  }
  let inputFile = folder.appendingPathComponent(".stdin")
  try input.write(to: inputFile)
  let (out, err) = (
    folder.appendingPathComponent(".stdout"), folder.appendingPathComponent(".stderr")
  )
  let environment = ProcessInfo.processInfo.environment
    .merging(["PATH": products.path + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]) { $1 }
    .merging(environment) { $1 }
    // a make that runs the tests is none of theirs
    .filter { !["MAKEFLAGS", "MAKELEVEL", "MFLAGS"].contains($0.key) }
  let status = try run(
    ["/bin/bash", "-c", "cd \"$0\" && exec /bin/bash -c \"$1\"", folder.path, line],
    input: inputFile.path, output: out.path, errors: err.path, environment)
  return Outcome(
    status: status, output: try Data(contentsOf: out),
    errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
}

/// Runs a program to its end: that of the program, not of what it leaves running behind.
///
/// Foundation's Process waits until nobody holds a certain descriptor any more, and so for ever
/// where a daemon was started.
private func run(
  _ words: [String], input: String, output: String, errors: String, _ environment: [String: String]
) throws -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
  for (number, path) in [(1, output), (2, errors)] {
    posix_spawn_file_actions_addopen(
      &actions, Int32(number), path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  var (all, none) = (sigset_t(), sigset_t())
  sigfillset(&all)
  for unchangeable in [SIGKILL, SIGSTOP] { sigdelset(&all, unchangeable) }
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for word in argv + variables { free(word) }
  }
  var child = pid_t()
  starting.lock()
  let failure = posix_spawn(&child, words[0], &actions, &attributes, &argv, &variables)
  starting.unlock()
  try #require(failure == 0, "\(words[0]) cannot be started")
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
}
