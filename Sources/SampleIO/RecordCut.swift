/// Cuts a stored source at whole blocks: what `--start` and `--duration` do to records.
///
/// The blocks that touch the wanted stretch pass with their sections. The end record of a cut
/// source loses its measurements: they describe the whole.
struct RecordCut {
  private let startSeconds: Double
  private let durationSeconds: Double?
  private var delivered = false
  private var closed = false
  /// The frame behind the last one delivered.
  private(set) var end: Int64 = 0

  /// What happens to a record: `beyond` is the end of a source that ends before the stretch.
  enum Decision { case pass, skip, finish, beyond }

  init(_ request: InputRequest) {
    startSeconds = request.startSeconds
    durationSeconds = request.durationSeconds
  }

  private var isActive: Bool { startSeconds > 0 || durationSeconds != nil }

  /// Decides on a record and changes what follows from the cut.
  ///
  /// - Parameter record: as it was read.
  /// - Returns: `finish` for the first block behind the stretch: the source is to be ended.
  mutating func decide(_ record: inout Record) -> Decision {
    guard isActive, !record.header.isUnread else { return .pass }
    if record.startsSource { (delivered, closed) = (false, false) }
    if closed { return .skip }
    let (rate, position) = (record.header.rate, record.header.position)
    let first = Int64((startSeconds * rate).rounded())
    let last = durationSeconds.map { first + Int64(($0 * rate).rounded()) } ?? .max
    if record.header.isEnd {
      if !delivered, first > position { return .beyond }
      // Nothing was there to deliver: the end record is the whole source.
      mark(&record)
      record.dropMeasurements()
      if delivered, position > end { record.header.move(to: end) }
      return .pass
    }
    if position + Int64(record.header.frames) <= first { return .skip }
    if position >= last {
      closed = true
      if !delivered { end = last }
      return .finish
    }
    mark(&record)
    end = position + Int64(record.header.frames)
    return .pass
  }

  /// The first record that is delivered begins the source.
  private mutating func mark(_ record: inout Record) {
    guard !delivered else { return }
    delivered = true
    record.header.flags.insert(.first)
    record.startsSource = true
    record.gapFrames = 0
  }
}
