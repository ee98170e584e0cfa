import Glibc
import Synchronization

/// A queue of 64 blocks between a stream and the thread that writes them to a file.
///
/// Two pipes hold a byte for each free place and for each block that waits, so that either side
/// can wait for the other with `poll`.
final class RecordingQueue: Sendable {
  /// What is to be written next.
  enum Block: Sendable {
    /// Whole frames, interleaved.
    case sound([Float])
    /// So many frames of silence.
    case silence(frames: Int64)
  }

  /// What became of a block.
  enum Outcome { case accepted, full, closed }

  /// Blocks that can wait.
  static let capacity = 64

  private struct State {
    var blocks = [Block?](repeating: nil, count: RecordingQueue.capacity)
    var first = 0
    var count = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let free: Counter
  private let waiting: Counter

  /// - Throws: `system` when there are no descriptors left.
  init() throws(SampleError) {
    free = try Counter()
    waiting = try Counter()
    for _ in 0..<Self.capacity { free.add() }
  }

  /// Adds a block.
  ///
  /// - Parameters:
  ///   - block: what to write.
  ///   - canWait: whether to wait for a free place.
  ///   - interrupted: called when a signal arrives while waiting.
  /// - Returns: `full` when there is no place and no waiting; `closed` when nothing is taken any
  ///   more.
  func put(_ block: Block, canWait: Bool, interrupted: () -> Void = {}) -> Outcome {
    while !free.take() {
      guard canWait else { return isClosed ? .closed : .full }
      free.wait(milliseconds: -1)
      interrupted()
    }
    let isAccepted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.blocks[(state.first + state.count) % Self.capacity] = block
      state.count += 1
      return true
    }
    guard isAccepted else {
      free.add()
      return .closed
    }
    waiting.add()
    return .accepted
  }

  /// Takes no more blocks; those accepted stay.
  func close() {
    state.withLock { $0.isClosed = true }
    // Both sides may wait: the writer for a block, the stream for a place.
    waiting.add()
    free.add()
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Waits for the next block.
  ///
  /// - Parameter milliseconds: how long at most, −1 without end.
  /// - Returns: the block, and whether more can come; no block after the time.
  func next(within milliseconds: Int32) -> (block: Block?, isOver: Bool) {
    waiting.wait(milliseconds: milliseconds)
    guard waiting.take() else { return (nil, false) }
    let (block, isOver) = state.withLock { state -> (Block?, Bool) in
      guard state.count > 0 else { return (nil, state.isClosed) }
      let block = state.blocks[state.first].take()
      state.first = (state.first + 1) % Self.capacity
      state.count -= 1
      return (block, false)
    }
    if block != nil { free.add() }
    return (block, isOver)
  }
}

/// A number that a thread can wait for: a pipe with so many bytes in it.
private final class Counter: Sendable {
  private let out: Int32
  private let into: Int32

  init() throws(SampleError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw System.failure("pipe", "the recording") }
    (out, into) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(out)
    close(into)
  }

  /// Adds 1.
  func add() {
    var byte: UInt8 = 0
    _ = unsafe write(into, &byte, 1)
  }

  /// Takes 1 away, if there is any.
  func take() -> Bool {
    var byte: UInt8 = 0
    return unsafe read(out, &byte, 1) == 1
  }

  /// Waits until there is something to take, a signal arrives, or the time is over.
  func wait(milliseconds: Int32) {
    var entry = pollfd(fd: out, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&entry, 1, milliseconds)
  }
}
