import Glibc

/// Waiting for input while live output goes on.
enum Waiting {
  /// What ended the waiting.
  enum Outcome { case ready, timeout, signal }

  /// Waits until a descriptor can be read, or for a time; a signal that came before, and that nobody has looked at,
  /// ends it at once.
  ///
  /// - Parameters:
  ///   - input: what to read from, nil for nothing but time.
  ///   - pump: the output, written meanwhile as far as its reader takes it.
  ///   - companion: looked after meanwhile, beside what the output looks after.
  ///   - deadline: seconds of the monotonic clock, nil for no end.
  /// - Returns: why it ended.
  /// - Throws: `closedPipe` or `system` of the output.
  static func wait(
    for input: Int32?, _ pump: OutputPump?, _ companion: (any Companion)? = nil, deadline: Double?
  ) throws(SampleError) -> Outcome {
    let companion = companion ?? pump?.companion
    while true {
      // A negative descriptor is passed over by poll.
      var entries = (
        pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pump?.isBusy ?? false ? 1 : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(
          fd: companion?.descriptor ?? -1,
          events: Int16(POLLIN | (companion?.isWriting ?? false ? POLLOUT : 0)), revents: 0),
        pollfd(fd: Bell.descriptor, events: Int16(POLLIN), revents: 0)
      )
      let due = [deadline, companion?.deadline].compactMap { $0 }.min()
      let left = due.map { max($0 - System.monotonicSeconds(), 0) }
      let milliseconds = left.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
      let count = unsafe withUnsafeMutablePointer(to: &entries) { pair in
        unsafe pair.withMemoryRebound(to: pollfd.self, capacity: 4) {
          unsafe poll($0, 4, milliseconds)
        }
      }
      if count < 0 || entries.3.revents != 0 {
        Bell.silence()
        companion?.attend()
        return .signal
      }
      let isDue = companion?.deadline.map { $0 <= System.monotonicSeconds() } ?? false
      if isDue || entries.2.revents != 0 {
        let wasEnding = Attention.isEnding
        companion?.attend()
        // A key may have ended the tool.
        if Attention.isEnding, !wasEnding { return .signal }
      }
      if count == 0 {
        guard let deadline, deadline <= System.monotonicSeconds() else { continue }
        return .timeout
      }
      if entries.1.revents != 0 { try pump?.move() }
      if entries.0.revents != 0 { return .ready }
    }
  }
}
