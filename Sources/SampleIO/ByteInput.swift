import Glibc

/// Bytes of a file or a pipe, in order, with a look ahead at what comes next.
///
/// Reads go straight to their destination; only what was looked at, and what arrived beyond
/// a request, passes through the small buffer. Short reads are the rule, never the end.
@safe struct ByteInput: ~Copyable {
  /// What messages call it: a path, or "standard input".
  let name: String
  /// Bytes of the file from its beginning, or nil for a pipe or device.
  let fileSize: Int64?
  /// Whether this is a regular file from its first byte.
  let isWholeFile: Bool
  /// Bytes handed out or skipped so far.
  private(set) var offset: Int64 = 0
  /// How it behaves while nothing comes.
  var patience = Patience()
  /// The output that goes on meanwhile.
  var pump: OutputPump?
  /// What is looked after meanwhile, beside what the output looks after.
  var companion: (any Companion)?

  private let descriptor: Int32
  private let owned: Bool
  private var buffer = AlignedBytes(capacity: 1 << 16)
  private var start = 0
  private var end = 0
  private var ended = false

  /// Standard input.
  init() {
    descriptor = 0
    owned = false
    name = "standard input"
    fileSize = System.regularSize(0)
    isWholeFile = fileSize != nil && lseek(0, 0, SEEK_CUR) == 0
  }

  /// A file, a named pipe or a device.
  init(path: String) throws(SampleError) {
    if System.isDirectory(path) {
      throw .failed("\(path): a directory; name the files in it")
    }
    let opened = try System.open(reading: path)
    descriptor = opened
    owned = true
    name = path
    fileSize = System.regularSize(opened)
    isWholeFile = fileSize != nil
  }

  /// Something that is open already and from here on belongs to this.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    owned = true
    self.name = name
    fileSize = nil
    isWholeFile = false
  }

  deinit { if owned { close(descriptor) } }

  /// Whether a person sits at the other end.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Bytes to the end of a regular file, or nil for a pipe.
  var remaining: Int64? { fileSize.map { max($0 - offset, 0) } }

  /// Looks at the next bytes without taking them.
  ///
  /// - Parameters:
  ///   - count: how many, at most 64 KiB.
  ///   - body: gets what there is, fewer than `count` only at the end of input.
  /// - Returns: what `body` returns.
  /// - Throws: `system` when reading fails.
  mutating func peek<R>(
    _ count: Int, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(SampleError) -> R {
    while end - start < count, !ended {
      if start > 0 { compact() }
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[end...])
      end += try unsafe receive(free)
    }
    let seen = unsafe buffer.bytes[start..<min(start + count, end)]
    return unsafe body(UnsafeRawBufferPointer(rebasing: seen))
  }

  /// Whether nothing more will come.
  mutating func isAtEnd() throws(SampleError) -> Bool {
    try unsafe peek(1) { unsafe $0.isEmpty }
  }

  /// Fills memory, as far as the input goes.
  ///
  /// - Parameters:
  ///   - target: filled from its start.
  ///   - count: bytes wanted, nil for all of the target. What the same call brings beyond them,
  ///     at most 64 KiB, stands behind them and comes again with the next read.
  /// - Returns: bytes delivered, fewer than wanted only at the end of input.
  /// - Throws: `system` when reading fails.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, count: Int? = nil
  ) throws(SampleError) -> Int {
    let count = count ?? target.count
    var done = min(end - start, count)
    if done > 0 {
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: buffer.bytes[start..<start + done]))
      start += done
    }
    while done < count, !ended {
      done += try unsafe receive(UnsafeMutableRawBufferPointer(rebasing: target[done...]))
    }
    if done > count {
      (start, end) = (0, done - count)
      unsafe buffer.bytes.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: target[count..<done]))
      done = count
    }
    offset += Int64(done)
    return done
  }

  /// Passes over bytes, by seeking where the input is a file.
  ///
  /// - Parameter count: bytes.
  /// - Returns: bytes passed over, fewer than asked only at the end of input.
  /// - Throws: `system` when reading fails.
  mutating func skip(_ count: Int64) throws(SampleError) -> Int64 {
    var done = min(Int64(end - start), count)
    start += Int(done)
    if done < count, let fileSize {
      let here = offset + done
      let step = min(count - done, max(fileSize - here, 0))
      if lseek(descriptor, off_t(here + step), SEEK_SET) >= 0 { done += step }
    }
    while done < count, try !isAtEnd() {
      let step = min(Int64(end - start), count - done)
      start += Int(step)
      done += step
    }
    offset += done
    return done
  }

  /// Writes everything that is left to another descriptor.
  mutating func copy(to target: Int32) throws(SampleError) {
    while try !isAtEnd() {
      let held = unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[start..<end])
      try unsafe System.write(target, held, name: "standard output")
      _ = try skip(Int64(held.count))
    }
  }

  /// Reads and forgets what is left, so that the writer upstream ends in peace.
  mutating func drain() throws(SampleError) {
    while try skip(1 << 40) > 0 {}
  }

  /// Waits for bytes; 0 and `ended` at the end of input, or where a signal ends it.
  private mutating func receive(
    _ target: UnsafeMutableRawBufferPointer
  ) throws(SampleError) -> Int {
    while !(Attention.isEnding && patience.stopsAtSignal) {
      // A regular file never lets wait.
      if fileSize == nil || companion != nil || pump?.needsPolling ?? false {
        let deadline = patience.deadline(now: System.monotonicSeconds())
        switch try Waiting.wait(for: descriptor, pump, companion, deadline: deadline) {
        case .ready:
          break
        case .signal:
          Attention.answer()
          continue
        case .timeout:
          guard patience.goesOn(now: System.monotonicSeconds()) else {
            ended = true
            return 0
          }
          continue
        }
      }
      if let got = try unsafe System.read(descriptor, into: target, name: name) {
        if patience.isActive { patience.came(now: System.monotonicSeconds()) }
        if got == 0 { ended = true }
        return got
      }
      Attention.answer()
    }
    ended = true
    return 0
  }

  private mutating func compact() {
    let held = unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[start..<end])
    unsafe buffer.bytes.copyMemory(from: held)
    end -= start
    start = 0
  }
}
