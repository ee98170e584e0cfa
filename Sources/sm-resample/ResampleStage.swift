import SampleIO

/// Moves the sources of a stream to another rate: blocks of as many frames, at their new places.
///
/// A gap ends a stretch: what the filter holds comes out, and a new one begins at
/// round(position × ratio).
struct ResampleStage: ~Copyable {
  private let request: ResampleRequest
  private var change = RateChange(from: 1, to: 1)
  private var engine: RateEngine?
  private var channels = 1
  private var samples: [Float] = []
  private var blocks = MovedBlocks()

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
    guard !record.header.isUnread else { return try emit(&record) }
    if record.startsSource { try begin(record) }
    guard change.from != change.to else { return try emit(&record) }
    if record.gapFrames > 0 {
      let start = change.frames(record.header.position)
      try flush(before: start, emit)
      blocks.beginStretch(at: start)
      engine = try RateEngine(request.way, change, channels: channels)
    }
    blocks.follow(record)
    if request.way == .sinc, record.expectedFrames ?? 0 > 0 {
      blocks.expectedFrames = max(1, change.frames(record.expectedFrames ?? 0))
    }
    if record.header.isEnd { try flush(before: nil, emit) }
    guard !record.header.isEnd, record.header.frames > 0 else {
      // A record without sound says what it says between two blocks.
      return try blocks.sendFrame(emit)
    }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to resample; "
          + "a stage before this one was told --no-pcm")
    }
    blocks.note(record.header)
    engine?.process(samples, frames: record.header.frames, into: &blocks.samples)
    try blocks.sendBlocks(emit)
  }

  private mutating func begin(_ record: borrowing Record) throws {
    change = try request.change(from: record.header.rate)
    channels = record.header.channels
    guard change.from != change.to else { return }
    blocks.begin(record, change)
    engine = try RateEngine(request.way, change, channels: channels)
  }

  /// Writes what the filter holds.
  private mutating func flush(
    before start: Int64?, _ emit: (inout Record) throws -> Void
  ) throws {
    let most = start.map { max($0 - blocks.stretchStart, 0) }
    engine?.finish(into: &blocks.samples, most: most)
    try blocks.sendAll(emit)
  }
}
