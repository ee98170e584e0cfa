import SampleIO

/// Changes the sources of a stream: blocks of as many frames, at their new places, and behind each
/// source its own tail.
///
/// A gap ends a stretch of time and pitch, and a new one begins at round(position / tempo).
struct EffectStage: ~Copyable {
  private let request: EffectRequest
  private var change = RateChange(from: 1, to: 1)
  private var engine: EffectEngine?
  private var samples: [Float] = []
  private var blocks = MovedBlocks()
  private var hasSound = false

  init(_ request: EffectRequest) { self.request = request }

  /// Takes a record and writes those that are ready.
  ///
  /// - Parameters:
  ///   - record: the next of the stream; used up.
  ///   - emit: writes a record.
  /// - Throws: what `emit` throws; `failed` for records without sound.
  mutating func take(
    _ record: inout Record, emit: (inout Record) throws -> Void
  ) throws {
    guard !request.isNeutral, !record.header.isUnread else { return try emit(&record) }
    if record.startsSource { begin(record) }
    if record.gapFrames > 0 { try leap(record, emit) }
    blocks.follow(record)
    if let frames = record.expectedFrames { blocks.expectedFrames = length(frames) }
    if record.header.isEnd { try end(record.header.end, emit) }
    guard !record.header.isEnd, record.header.frames > 0 else {
      // A record without sound says what it says between two blocks.
      return try blocks.sendFrame(emit)
    }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to change; "
          + "a stage before this one was told --no-pcm")
    }
    hasSound = true
    blocks.note(record.header)
    engine?.process(&samples, frames: record.header.frames, into: &blocks.samples)
    try blocks.sendBlocks(emit)
  }

  private mutating func begin(_ record: borrowing Record) {
    let rate = record.header.rate
    change = RateChange(tempo: request.tempo, rate: rate)
    blocks.begin(record, change)
    engine = EffectEngine(request, rate: rate, channels: record.header.channels)
    hasSound = false
  }

  /// Frames that so many become, with the tail.
  private func length(_ frames: Int64) -> Int64 {
    frames > 0 ? change.frames(frames) + request.tailFrames(rate: change.to) : 0
  }

  /// Goes over a gap.
  private mutating func leap(
    _ record: borrowing Record, _ emit: (inout Record) throws -> Void
  ) throws {
    let start = change.frames(record.header.position)
    engine?.finish(into: &blocks.samples, most: max(start - blocks.stretchStart, 0))
    try blocks.sendAll(emit)
    engine?.resume(after: max(start - blocks.next, 0))
    blocks.beginStretch(at: start)
  }

  /// Writes what is held back, and the tail unless somebody wants the end now.
  private mutating func end(
    _ reason: RecordHeader.End, _ emit: (inout Record) throws -> Void
  ) throws {
    engine?.finish(into: &blocks.samples, most: nil)
    var left = hasSound && reason != .interrupted ? request.tailFrames(rate: change.to) : 0
    if left > 0 {
      try blocks.sendBlocks(emit)
      // The tail comes at once, not in its time: for once the reader is waited for.
      blocks.leaveLive()
    }
    while left > 0 {
      let count = Int(min(left, 2048))
      engine?.ring(count, left: left, into: &blocks.samples)
      left -= Int64(count)
      try blocks.sendBlocks(emit)
    }
    try blocks.sendAll(emit)
  }
}
