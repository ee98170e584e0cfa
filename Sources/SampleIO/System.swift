// The system calls of this suite, each with its retries: the only file that calls libc for bytes.

import Glibc

/// Calls of the system, with EINTR and EAGAIN handled and failures named.
enum System {
  /// Reads once.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading.
  ///   - target: filled from its start.
  ///   - name: for messages.
  /// - Returns: bytes read, 0 at the end of input, nil when a signal came first.
  /// - Throws: `system` when the call fails.
  static func read(
    _ descriptor: Int32, into target: UnsafeMutableRawBufferPointer, name: String
  ) throws(SampleError) -> Int? {
    let count = unsafe Glibc.read(descriptor, target.baseAddress, target.count)
    if count >= 0 { return count }
    switch errno {
    case EINTR: return nil
    case EAGAIN:
      wait(descriptor, for: POLLIN)
      return nil
    default: throw failure("read", name)
    }
  }

  /// Writes all bytes, in as few calls as the descriptor takes.
  ///
  /// - Parameters:
  ///   - descriptor: open for writing.
  ///   - bytes: what to write.
  ///   - name: for messages.
  /// - Throws: `closedPipe` when the reader has gone, `interrupted` when a signal wants an end and
  ///   the reader takes nothing for 100 ms, `system` when the call fails.
  static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, name: String
  ) throws(SampleError) {
    var done = 0
    while done < bytes.count {
      var end = bytes.count
      if Attention.isEnding {
        guard canWrite(descriptor, withinMilliseconds: 100) else { throw .interrupted }
        end = min(end, done + 4096)
      }
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done..<end])
      let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        done += count
        continue
      }
      switch errno {
      case EINTR: Attention.answer()
      case EAGAIN:
        wait(descriptor, for: POLLOUT)
        Attention.answer()
      case EPIPE: throw .closedPipe
      default: throw failure("write", name)
      }
    }
  }

  /// Writes text on standard output or standard error.
  static func write(_ text: String, to descriptor: Int32) throws(SampleError) {
    let name = descriptor == 1 ? "standard output" : "standard error"
    try write(Array(text.utf8), to: descriptor, name: name)
  }

  /// Writes bytes.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(SampleError) {
    try unsafe bytes.span.withUnsafeBytes { (raw) throws(SampleError) in
      try unsafe write(descriptor, raw, name: name)
    }
  }

  /// Where a regular file stands that may be changed behind its writer's back; nil for pipes,
  /// devices and files opened for appending.
  static func changeableOffset(_ descriptor: Int32) -> Int64? {
    guard regularSize(descriptor) != nil, fcntl(descriptor, F_GETFL) & O_APPEND == 0 else {
      return nil
    }
    let offset = lseek(descriptor, 0, SEEK_CUR)
    return offset >= 0 ? Int64(offset) : nil
  }

  /// Writes over bytes of a regular file.
  static func overwrite(
    _ descriptor: Int32, at offset: Int64, _ bytes: UnsafeRawBufferPointer, name: String
  ) throws(SampleError) {
    let count = unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
    guard count == bytes.count else { throw failure("write", name) }
  }

  /// Waits until a descriptor is ready, or a signal arrives.
  static func wait(_ descriptor: Int32, for events: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }

  /// Opens a file for reading.
  static func open(reading path: String) throws(SampleError) -> Int32 {
    let descriptor = unsafe Glibc.open(path.forSystem, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    return descriptor
  }

  /// The length of a regular file in bytes and whether it is one; nil for pipes and devices.
  static func regularSize(_ descriptor: Int32) -> Int64? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// The length of a regular file in bytes, or nil.
  static func regularSize(of path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(path.forSystem, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// Whether a descriptor is a pipe.
  static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether a path names a directory.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path.forSystem, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Gives a pipe room for so many bytes; one that may not change stays as it is.
  ///
  /// Stages from files wait less for each other with a megabyte; what lies in the pipe of a live
  /// stage is delay. The corresponding C function is `fcntl`.
  static func setPipeSize(_ descriptor: Int32, bytes: Int32) {
    let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which needs _GNU_SOURCE
    _ = fcntl(descriptor, setPipeSize, bytes)
  }

  /// Makes a pipe that no child inherits by accident.
  static func pipe() throws(SampleError) -> (reading: Int32, writing: Int32) {
    var ends: (Int32, Int32) = (0, 0)
    let failed = unsafe withUnsafeMutablePointer(to: &ends) { pair in
      unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe Glibc.pipe($0) }
    }
    guard failed == 0 else { throw failure("pipe", "a pipe") }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Whether reading would not wait.
  static func canRead(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  /// Whether a descriptor takes a page now, or within a time.
  ///
  /// A reader that has gone counts as room: the write will say so.
  static func canWrite(_ descriptor: Int32, withinMilliseconds milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// Writes once, after `canWrite`; what is not taken is left to the caller.
  ///
  /// - Returns: bytes written, 0 when the descriptor takes none after all.
  static func writeSome(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, name: String
  ) throws(SampleError) -> Int {
    let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    if count >= 0 { return count }
    switch errno {
    case EINTR, EAGAIN: return 0
    case EPIPE: throw .closedPipe
    default: throw failure("write", name)
    }
  }

  /// Seconds of a clock that only goes forward.
  static func monotonicSeconds() -> Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// The time of day, ns since 1970-01-01T00:00:00Z.
  static func utcNanoseconds() -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// The failure that `errno` names.
  static func failure(_ call: String, _ thing: String) -> SampleError {
    .system(call: call, on: thing, reason: unsafe String(cString: strerror(errno)))
  }
}
