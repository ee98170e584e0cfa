import SampleIO

/// Moves the sources of a stream to another rate: blocks of as many frames, at their new places.
///
/// A gap ends a stretch: what the filter holds comes out, and a new one begins at
/// round(position × ratio).
struct ResampleStage: ~Copyable {
  private let request: ResampleRequest
  private var change = RateChange(from: 1, to: 1)
  private var engine: RateEngine?
  private var blockFrames = 1
  private var channels = 1

  /// What the latest record says, at the new rate.
  private var frame = Record()
  private var made = Record()
  private var clock = StretchClock()
  private var samples: [Float] = []
  private var ready = SampleQueue()

  /// Where the next frame stands.
  private var next: Int64 = 0
  /// Where the stretch began.
  private var stretchStart: Int64 = 0
  private var gap: Int64 = 0
  private var isFirst = true

  init(_ request: ResampleRequest) { self.request = request }

  /// Takes a record and writes those that are ready.
  ///
  /// - Parameters:
  ///   - record: the next of the stream; used up.
  ///   - emit: writes a record.
  /// - Throws: what `emit` throws; `failed` for records without sound and impossible rates.
  mutating func take(
    _ record: inout Record, emit: (inout Record) throws -> Void
  ) throws {
    if record.startsSource { try begin(record) }
    guard change.from != change.to else { return try emit(&record) }
    if record.gapFrames > 0 {
      let start = change.frames(record.header.position)
      try flush(before: start, emit)
      gap = max(start - next, 0)
      try beginStretch(at: max(start, next))
    }
    record.copyFrame(into: &frame, change)
    if request.way == .sinc, record.expectedFrames ?? 0 > 0 {
      frame.expectedFrames = max(1, change.frames(record.expectedFrames ?? 0))
    }
    if record.header.isEnd { try flush(before: nil, emit) }
    guard !record.header.isEnd, record.header.frames > 0 else {
      // A record without sound says what it says between two blocks.
      return try send(frames: 0, emit)
    }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to resample; "
          + "a stage before this one was told --no-pcm")
    }
    blockFrames = max(blockFrames, record.header.frames)
    clock.note(record.header)
    engine?.process(samples, frames: record.header.frames, into: &ready.samples)
    while ready.frames(channels) >= blockFrames { try send(frames: blockFrames, emit) }
    ready.tidy()
  }

  private mutating func begin(_ record: borrowing Record) throws {
    change = try request.change(from: record.header.rate)
    channels = record.header.channels
    blockFrames = 1
    isFirst = true
    gap = 0
    guard change.from != change.to else { return }
    try beginStretch(at: change.frames(record.header.position))
  }

  private mutating func beginStretch(at start: Int64) throws {
    engine = try RateEngine(request.way, change, channels: channels)
    (next, stretchStart) = (start, start)
    clock = StretchClock()
  }

  /// Writes what the filter holds, the last block as short as it is.
  private mutating func flush(
    before start: Int64?, _ emit: (inout Record) throws -> Void
  ) throws {
    engine?.finish(into: &ready.samples, most: start.map { max($0 - stretchStart, 0) })
    while ready.frames(channels) > 0 {
      try send(frames: min(blockFrames, ready.frames(channels)), emit)
    }
    ready.tidy()
  }

  /// Writes the next so many frames.
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
