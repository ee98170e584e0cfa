/// The source that an input has begun, until something of it leaves.
///
/// Where a fault lets nothing of it through, the stream would look whole without it. One that is under
/// way has no end record, which says enough.
struct ExpectedSource {
  /// The header of the record before; nil before the first.
  private var last: RecordHeader?
  private var expected: (header: RecordHeader, source: [UInt8])?

  /// Learns which source comes next.
  mutating func expect(_ record: borrowing Record) {
    var source: [UInt8] = []
    record.copy(.source, into: &source)
    expected = (record.header, source)
  }

  /// Learns what leaves.
  mutating func note(_ record: borrowing Record) {
    last = record.header
    if record.startsSource { expected = nil }
  }

  /// Makes the record that ends a source of which nothing has left.
  ///
  /// - Parameter record: becomes it.
  /// - Returns: false where there is no such source.
  func end(_ record: inout Record) -> Bool {
    guard last?.isEnd ?? false, let (header, source) = expected else { return false }
    record.header = header
    record.header.flags.formUnion([.first, .end])
    record.header.frames = 0
    record.header.end = .error
    record.tally.rate = header.rate
    unsafe record.insert(.source, byteCount: source.count) { unsafe $0.copyBytes(from: source) }
    return true
  }
}
