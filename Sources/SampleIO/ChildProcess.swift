import Glibc

/// A program that runs beside this one, with its standard output and error in our hands.
struct ChildProcess: ~Copyable {
  /// Its standard output, for reading; belongs to whoever reads it.
  let output: Int32
  private let errors: Int32
  private let identifier: pid_t
  private let name: String
  private var pending: [UInt8] = []
  private var hasEnded = false

  /// Starts a program found on the PATH, in the C locale, with nothing on its standard input.
  ///
  /// The corresponding C function is `posix_spawnp`.
  ///
  /// - Parameter words: name and arguments.
  /// - Throws: `system` when it cannot be started.
  init(_ words: [String]) throws(SampleError) {
    let started = try Started(words)
    output = started.output
    errors = started.errors
    identifier = started.identifier
    name = words.first ?? ""
    Attention.watch(child: identifier)
  }

  /// The lines that it has written on standard error since the last question.
  mutating func newErrorLines() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while System.canRead(errors) {
      let got = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(errors, $0.baseAddress, $0.count)
      }
      guard got > 0 else { break }
      pending.append(contentsOf: buffer[..<got])
    }
    var lines: [String] = []
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: pending[..<end], as: UTF8.self))
      pending.removeSubrange(...end)
    }
    return lines
  }

  /// Waits for its end; a program that does not end within a second is ended.
  ///
  /// - Parameter isAsked: whether SIGTERM is sent first.
  /// - Returns: its status; 128 and the signal's number when a signal ended it.
  mutating func end(isAsked: Bool) -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    if isAsked { kill(identifier, SIGTERM) }
    var status: Int32 = 0
    // It may have closed its output and live on.
    for _ in 0..<100 {
      let ended = unsafe waitpid(identifier, &status, WNOHANG)
      if ended == identifier || ended < 0 && errno != EINTR { break }
      usleep(10_000)
    }
    if kill(identifier, 0) == 0 { kill(identifier, SIGKILL) }
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    Attention.watch(child: 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  deinit {
    if !hasEnded {
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      _ = unsafe waitpid(identifier, &status, 0)
    }
    close(errors)
  }

  /// What starting gives.
  private struct Started {
    let output: Int32
    let errors: Int32
    let identifier: pid_t

    init(_ words: [String]) throws(SampleError) {
      let (out, err) = (try System.pipe(), try System.pipe())
      var actions = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&actions)
      defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, out.writing, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, err.writing, 2)
      var argv: [UnsafeMutablePointer<CChar>?] =
        unsafe words.map { unsafe strdup($0.forSystem) } + [nil]
      var names = unsafe ChildProcess.environment().map { unsafe strdup($0.forSystem) } + [nil]
      defer {
        unsafe argv.indices.forEach { unsafe free(argv[$0]) }
        unsafe names.indices.forEach { unsafe free(names[$0]) }
      }
      var child = pid_t()
      let failure = unsafe posix_spawnp(&child, words[0], &actions, nil, &argv, &names)
      close(out.writing)
      close(err.writing)
      guard failure == 0 else {
        close(out.reading)
        close(err.reading)
        throw .system(
          call: "start", on: words[0], reason: unsafe String(cString: strerror(failure)))
      }
      (output, errors, identifier) = (out.reading, err.reading, child)
    }
  }

  /// Our environment, but with messages in English.
  private static func environment() -> [String] {
    var names: [String] = []
    var place = unsafe environ
    while let name = unsafe place.pointee {
      let text = unsafe String(system: name)
      if !text.hasPrefix("LC_ALL=") { names.append(text) }
      unsafe place += 1
    }
    return names + ["LC_ALL=C"]
  }
}
