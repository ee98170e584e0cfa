import Glibc
internal import SoundFile
import Synchronization

/// A recording under way: a queue, and one thread that writes it to a file.
///
/// A disk can stall and a stream must not: this is the one thread beside a tool's own.
public final class Recording: Sendable {
  /// How a recording ended.
  public struct Outcome: Sendable {
    /// Frames in the file.
    public var frames: Int64 = 0
    /// Whether `frames` is exact: a codec cut short keeps some to itself.
    public var isExact = true
    /// Samples that were limited to full scale.
    public var clipped: Int64 = 0
    /// What the storage had to say; nil when all went well.
    public var fault: String?
    /// Whether there is a file of the name asked for.
    public var isWhole = false
  }

  /// Hz.
  public let rate: Double
  public let channels: Int

  private let queue: RecordingQueue
  private let file: PartFile
  private let writer: Mutex<SoundFileWriter?>
  private let result = Mutex<Outcome?>(nil)
  private let thread = Atomic<UInt>(0)

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - request: as the command line asks.
  ///   - file: empty; gets its name at the end.
  ///   - record: the first with sound.
  /// - Returns: a recording whose thread runs.
  /// - Throws: `failed` when the format cannot hold the sound; `system`.
  public static func start(
    _ request: RecordingRequest, _ file: PartFile, _ record: borrowing Record
  ) throws(SampleError) -> Recording {
    let recording = try Recording(request, file, record)
    try recording.startThread()
    return recording
  }

  private init(
    _ request: RecordingRequest, _ file: PartFile, _ record: borrowing Record
  ) throws(SampleError) {
    self.file = file
    rate = record.header.rate
    channels = record.header.channels
    queue = try RecordingQueue()
    do {
      writer = Mutex(
        try SoundFileWriter(
          descriptor: file.descriptor, request.target, rate: rate, channels: channels,
          mask: record.channelMask))
    } catch {
      throw .failed("\(request.path): \(error)")
    }
  }

  private func startThread() throws(SampleError) {
    // Signals are for the thread of the stream, whose waiting they end.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var made = pthread_t()
    let context = unsafe Unmanaged.passRetained(self)
    let code = unsafe pthread_create(
      &made, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Recording>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      throw .system(
        call: "pthread_create", on: file.path, reason: unsafe String(cString: strerror(code)))
    }
    thread.store(UInt(made), ordering: .relaxed)
  }

  // MARK: the stream's side

  /// What became of a block.
  public enum Acceptance: Sendable { case accepted, overflow, ended }

  /// Gives whole frames to the writer.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1.
  ///   - canWait: false for a live source, which never waits for a disk.
  /// - Returns: `overflow` when 64 blocks wait already.
  public func put(_ samples: [Float], canWait: Bool) -> Acceptance {
    put(.sound(samples), canWait)
  }

  /// Gives silence to the writer.
  ///
  /// - Parameters:
  ///   - frames: how much.
  ///   - canWait: as for sound.
  /// - Returns: as for sound.
  public func putSilence(frames: Int64, canWait: Bool) -> Acceptance {
    put(.silence(frames: frames), canWait)
  }

  private func put(_ block: RecordingQueue.Block, _ canWait: Bool) -> Acceptance {
    switch queue.put(block, canWait: canWait, interrupted: Attention.answer) {
    case .accepted: .accepted
    case .full: .overflow
    case .closed: .ended
    }
  }

  /// Takes no more; what was accepted is still written.
  public func close() { queue.close() }

  /// How it ended; nil while it has not.
  public var outcome: Outcome? { result.withLock { $0 } }

  /// Waits until all that was accepted is written and the file has its name.
  public func finish() -> Outcome {
    queue.close()
    let made = pthread_t(thread.exchange(0, ordering: .relaxed))
    if made != 0 { pthread_join(made, nil) }
    return outcome ?? Outcome()
  }

  // MARK: the writer's side

  private func run() {
    guard var writer = writer.withLock({ $0.take() }) else { return }
    var outcome = Outcome()
    do throws(SoundFileError) {
      try drain(into: &writer)
    } catch {
      outcome.fault = "\(error)"
      queue.close()
    }
    (outcome.frames, outcome.clipped) = (writer.frames, writer.clipped)
    outcome.isExact = outcome.fault == nil || writer.isPlain
    do throws(SoundFileError) {
      try writer.close()
    } catch {
      outcome.fault = "\(error)"
    }
    if outcome.frames == 0 {
      file.discard()
    } else {
      do throws(SampleError) {
        try file.commit()
        outcome.isWhole = true
      } catch {
        outcome.fault = outcome.fault ?? "\(error)"
      }
    }
    result.withLock { $0 = outcome }
  }

  /// Writes what comes until the queue is closed and empty, and makes the header true every
  /// second.
  private func drain(into writer: inout SoundFileWriter) throws(SoundFileError) {
    var silence: [Float] = []
    var nextSeconds = System.monotonicSeconds() + 1
    var isBehind = false
    while true {
      let left = nextSeconds - System.monotonicSeconds()
      if isBehind, left <= 0 {
        writer.updateHeader()
        isBehind = false
        nextSeconds += 1 - left
      }
      let next = queue.next(within: isBehind ? Int32(max(left, 0) * 1000) + 1 : -1)
      if next.isOver { return }
      switch next.block {
      case .sound(let samples): try writer.write(samples)
      case .silence(var frames):
        if silence.isEmpty { silence = Array(repeating: 0, count: 4096 * channels) }
        while frames > 0 {
          let count = Int(min(frames, 4096))
          try writer.write(count == 4096 ? silence : Array(silence[..<(count * channels)]))
          frames -= Int64(count)
        }
      case nil: continue
      }
      isBehind = true
    }
  }
}
