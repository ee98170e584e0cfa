/// The way out of a stage that makes another number of frames than it gets: records for the sound
/// that is ready, in blocks of as many frames as came in, at their new places.
///
/// A source consists of stretches without gaps; each begins at the place that `change` gives it.
public struct MovedBlocks: ~Copyable {
  /// What is ready to leave: append whole frames.
  public var samples: [Float] {
    get { ready.samples }
    _modify { yield &ready.samples }
  }

  /// Where the next frame stands.
  public private(set) var next: Int64 = 0
  /// Where the stretch began.
  public private(set) var stretchStart: Int64 = 0
  /// Frames that the source will have at its end, where that is certain.
  public var expectedFrames: Int64? {
    get { frame.expectedFrames }
    set { frame.expectedFrames = newValue }
  }

  private var change = RateChange(from: 1, to: 1)
  private var blockFrames = 1
  private var channels = 1

  /// What the latest record says, behind the change.
  private var frame = Record()
  private var made = Record()
  private var clock = StretchClock()
  private var ready = SampleQueue()
  private var gap: Int64 = 0
  private var isFirst = true

  public init() {}

  /// Begins a source, and its first stretch.
  ///
  /// - Parameters:
  ///   - record: its first.
  ///   - change: where its frames go.
  public mutating func begin(_ record: borrowing Record, _ change: RateChange) {
    self.change = change
    channels = record.header.channels
    blockFrames = 1
    isFirst = true
    gap = 0
    next = change.frames(record.header.position)
    stretchStart = next
    clock = StretchClock()
  }

  /// Begins a stretch behind a gap, once everything before it has been sent.
  ///
  /// - Parameter start: its place.
  public mutating func beginStretch(at start: Int64) {
    gap = max(start - next, 0)
    next = max(start, next)
    stretchStart = next
    clock = StretchClock()
  }

  /// Takes over what the latest record says.
  public mutating func follow(_ record: borrowing Record) {
    record.copyFrame(into: &frame, change)
  }

  /// Learns how long blocks are, and when their sound was heard.
  public mutating func note(_ header: RecordHeader) {
    blockFrames = max(blockFrames, header.frames)
    clock.note(header)
  }

  /// Says that what comes from here on is not live any more, though the source was.
  public mutating func leaveLive() {
    guard frame.header.flags.remove(.live) != nil else { return }
    frame.header.flags.insert(.wasLive)
  }

  /// Sends the whole blocks.
  ///
  /// - Parameter emit: writes a record.
  /// - Throws: what `emit` throws.
  public mutating func sendBlocks(_ emit: (inout Record) throws -> Void) throws {
    while ready.frames(channels) >= blockFrames { try send(frames: blockFrames, emit) }
    ready.tidy()
  }

  /// Sends everything, the last block as short as it is.
  ///
  /// - Parameter emit: writes a record.
  /// - Throws: what `emit` throws.
  public mutating func sendAll(_ emit: (inout Record) throws -> Void) throws {
    while ready.frames(channels) > 0 {
      try send(frames: min(blockFrames, ready.frames(channels)), emit)
    }
    ready.tidy()
  }

  /// Sends a record without sound, between two blocks or as the end.
  ///
  /// - Parameter emit: writes a record.
  /// - Throws: what `emit` throws.
  public mutating func sendFrame(_ emit: (inout Record) throws -> Void) throws {
    try send(frames: 0, emit)
  }

  /// Sends the next so many frames.
  private mutating func send(
    frames: Int, _ emit: (inout Record) throws -> Void
  ) throws {
    frame.copyFrame(into: &made, RateChange(from: change.to, to: change.to))
    if frames > 0 {
      made.header.flags.subtract([.end, .sessionEnd])
      made.header.end = .endOfInput
      made.setPCM(ready.take(frames: frames, channels), frames: frames, channels: channels)
    }
    made.header.move(to: next)
    if let time = clock.time(of: next, change) { made.header.timeNanoseconds = time }
    if isFirst { made.beginSource() }
    isFirst = false
    made.followGap(gap)
    gap = 0
    next += Int64(frames)
    try emit(&made)
  }
}
