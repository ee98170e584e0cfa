import Glibc
import Synchronization

private let listening = Atomic<Int32>(-1)
private let ringing = Atomic<Int32>(-1)

/// Wakes the tool where it waits: the handlers of signals ring it.
///
/// A signal that comes between a look at what it asked for and the call that waits would be heard with the next
/// byte only; the bell goes on ringing until somebody has looked. It is a pipe to the process itself, since a
/// handler may write. Source: D. J. Bernstein, the self-pipe trick.
enum Bell {
  /// Readable while it rings; -1 where there is none, which `poll` passes over.
  static var descriptor: Int32 { listening.load(ordering: .relaxed) }

  /// Makes it, once.
  static func hang() {
    guard descriptor < 0, let ends = try? System.pipe() else { return }
    let placed = [ends.reading, ends.writing].map { end in
      // Never in the place of a standard stream that is closed.
      let high = fcntl(end, F_DUPFD_CLOEXEC, 3)
      close(end)
      _ = fcntl(high, F_SETFL, O_NONBLOCK)
      return high
    }
    ringing.store(placed[1], ordering: .relaxed)
    listening.store(placed[0], ordering: .relaxed)
  }

  /// Rings it; what a handler of a signal may do.
  static func ring() {
    let kept = errno
    var byte: UInt8 = 0
    _ = unsafe write(ringing.load(ordering: .relaxed), &byte, 1)
    errno = kept
  }

  /// Ends the ringing, before a look at what was asked for.
  static func silence() {
    var bytes: UInt64 = 0
    while unsafe read(descriptor, &bytes, 8) == 8 {}
  }
}
