import Glibc

/// Puts the terminal back when this process is killed before it can.
///
/// A shell waits at the other end of a pipe: a word tells it that all is well, the pipe's end without one
/// that nobody is left to tidy up.
struct TerminalGuard: ~Copyable {
  private let pipe: Int32
  private let child: pid_t

  /// Starts to wait; nil where no shell can be started.
  ///
  /// - Parameters:
  ///   - terminal: descriptor of the terminal.
  ///   - settings: to be put back.
  ///   - text: to be written then.
  init?(_ terminal: Int32, _ settings: termios, writing text: String) {
    guard let pipe = try? System.pipe() else { return nil }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe.reading, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, terminal, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let script =
      "trap '' INT TERM HUP QUIT TSTP TTOU TTIN; read -r word && exit; stty \"$1\" <&1; "
      + "printf '%b' \"$2\""
    let words = ["sh", "-c", script, "sm-terminal", Self.text(settings), text]
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.indices.forEach { unsafe free(argv[$0]) } }
    var identifier = pid_t()
    let failure = unsafe posix_spawnp(&identifier, "sh", &actions, nil, &argv, environ)
    close(pipe.reading)
    guard failure == 0 else {
      close(pipe.writing)
      return nil
    }
    (self.pipe, child) = (pipe.writing, identifier)
    Attention.watch(guardBehind: pipe.writing, identifier)
  }

  /// The terminal is as it was.
  deinit {
    Attention.watch(guardBehind: -1, 0)
    unsafe [UInt8(ascii: "\n")].withUnsafeBytes {
      _ = unsafe Glibc.write(pipe, $0.baseAddress, 1)
    }
    close(pipe)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// Settings as `stty -g` prints them and stty takes them.
  private static func text(_ settings: termios) -> String {
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
    return (flags.map { String($0, radix: 16) } + characters.map { String($0, radix: 16) })
      .joined(separator: ":")
  }
}
