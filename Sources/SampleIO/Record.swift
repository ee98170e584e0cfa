/// One block of the signal with everything known of it, laid out as it goes through a pipe.
///
/// A record is made once by a tool and used again for every block: its memory grows to the
/// largest block seen and no further.
@safe public struct Record: ~Copyable {
  /// One section: its name and where its payload lies behind the start of the record.
  struct Section {
    var tag: Tag
    /// Byte of the payload, counted from the start of the record's header.
    var start: Int
    /// Bytes of the payload, without padding.
    var count: Int

    /// The byte after the padding.
    var end: Int { start + Record.padded(count) }
  }

  public var header = RecordHeader()
  /// This process's row of the ledger, written behind those of the stages before.
  public var tally = Tally()

  /// Whether a new source begins here, and whatever listens begins anew; set by the reader.
  public internal(set) var startsSource = false
  /// Frames missing before this block, seen from the record before; set by the reader.
  public internal(set) var gapFrames: Int64 = 0
  /// Frames that the source will have delivered at its end, where that is certain.
  ///
  /// The reader sets it; a filter that changes the length makes it nil.
  public var expectedFrames: Int64?

  /// What the sound came in; set by the reader.
  var container = OutputRequest.Kind.records

  var storage = AlignedBytes(capacity: 1 << 15)
  private(set) var sections: [Section] = []
  /// Bytes of header and sections.
  private(set) var byteCount = RecordHeader.byteCount

  public init() {}

  /// Takes all sections out.
  mutating func removeAll() {
    sections.removeAll(keepingCapacity: true)
    byteCount = RecordHeader.byteCount
  }

  static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  /// Whether a section is there.
  public func has(_ tag: Tag) -> Bool { sections.contains { $0.tag == tag } }

  /// How many sections of a name are there.
  public func count(of tag: Tag) -> Int { sections.count { $0.tag == tag } }

  /// Where a section's payload lies, nil where there is no such section.
  func range(of tag: Tag) -> Range<Int>? {
    sections.first { $0.tag == tag }.map { $0.start..<$0.start + $0.count }
  }

  /// Copies header and sections into memory that is used again.
  func copyAll(into target: inout [UInt8]) {
    target.removeAll(keepingCapacity: true)
    unsafe target.append(contentsOf: storage.bytes[..<byteCount])
  }

  /// Reads a section's payload.
  ///
  /// - Parameters:
  ///   - tag: which section.
  ///   - index: which of several of that name.
  ///   - body: gets the payload, without padding.
  /// - Returns: what `body` returns, or nil where there is no such section.
  public func withSection<R>(
    _ tag: Tag, _ index: Int = 0, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R? {
    var left = index
    for section in sections where section.tag == tag {
      if left == 0 {
        let range = section.start..<section.start + section.count
        return unsafe try body(UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
      }
      left -= 1
    }
    return nil
  }

  /// Adds a section at its place, behind those of the same name.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - count: bytes of its payload.
  ///   - body: fills the payload, which is not cleared before.
  public mutating func insert(
    _ tag: Tag, byteCount count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let place = sections.firstIndex { $0.tag.rank > tag.rank } ?? sections.count
    let start = place > 0 ? sections[place - 1].end : RecordHeader.byteCount
    let room = 8 + Self.padded(count)
    shift(from: start, by: room)
    for later in place..<sections.count { sections[later].start += room }
    unsafe storage.bytes.put(tag.code, at: start)
    unsafe storage.bytes.put(UInt32(count), at: start + 4)
    let section = Section(tag: tag, start: start + 8, count: count)
    for padding in section.start + count..<section.end { unsafe storage.bytes[padding] = 0 }
    sections.insert(section, at: place)
    let range = section.start..<section.start + count
    unsafe body(UnsafeMutableRawBufferPointer(rebasing: storage.bytes[range]))
  }

  /// Makes the last section longer.
  ///
  /// - Parameters:
  ///   - count: bytes more.
  ///   - body: gets the section's payload as it was and the new bytes, which are not cleared.
  mutating func extendLast(
    by count: Int,
    _ body: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer) -> Void
  ) {
    guard var section = sections.popLast() else { return }
    let old = section.start + section.count
    section.count += count
    storage.reserve(section.end)
    byteCount = section.end
    sections.append(section)
    let memory = unsafe storage.bytes
    unsafe memory.put(UInt32(section.count), at: section.start - 4)
    for padding in section.start + section.count..<section.end { unsafe memory[padding] = 0 }
    unsafe body(
      UnsafeMutableRawBufferPointer(rebasing: memory[section.start..<old]),
      UnsafeMutableRawBufferPointer(rebasing: memory[old..<old + count]))
  }

  /// Takes out every section of a name.
  public mutating func remove(_ tag: Tag) {
    while let place = sections.firstIndex(where: { $0.tag == tag }) { remove(at: place) }
  }

  /// Takes out what no longer describes the signal: for whoever changes it.
  public mutating func dropMeasurements() {
    while let place = sections.firstIndex(where: { $0.tag.describesSignal }) { remove(at: place) }
  }

  private mutating func remove(at place: Int) {
    let gone = sections.remove(at: place)
    let room = gone.end - gone.start + 8
    shift(from: gone.end, by: -room)
    for later in place..<sections.count { sections[later].start -= room }
  }

  /// Moves everything from a byte on, forward or back.
  private mutating func shift(from start: Int, by distance: Int) {
    storage.reserve(byteCount + max(distance, 0))
    let tail = unsafe storage.bytes[start..<byteCount]
    if unsafe !tail.isEmpty {
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: storage.bytes[start + distance..<byteCount + distance])
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: tail))
    }
    byteCount += distance
  }

  /// Takes the sections that a reader has put behind the header.
  mutating func adopt(_ found: [Section], byteCount: Int) {
    sections.removeAll(keepingCapacity: true)
    sections.append(contentsOf: found)
    self.byteCount = byteCount
  }
}
