/// Where the sections of a record are.
struct SectionIndex {
  /// In their order; memory that is used again.
  private(set) var found: [Record.Section] = []

  /// Finds the sections and checks that they fill the record exactly, in their order.
  ///
  /// - Parameters:
  ///   - bytes: of the whole record.
  ///   - header: of it.
  ///   - name: of the input, for messages.
  ///   - start: byte of the input where the record begins.
  /// - Throws: `malformed` with the byte of the first section that is wrong.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ header: RecordHeader, _ name: String, at start: Int64
  ) throws(SampleError) {
    func malformed(_ byte: Int64, _ what: String) -> SampleError {
      .malformed(input: name, byte: byte, what: what)
    }
    let total = bytes.count
    found.removeAll(keepingCapacity: true)
    var place = RecordHeader.byteCount
    var rank = 0
    for _ in 0..<header.sectionCount {
      let at = start + Int64(place)
      guard place + 8 <= total else {
        throw malformed(at, "\(header.sectionCount) sections do not fit the record")
      }
      let tag = unsafe Tag(code: bytes.get(UInt32.self, at: place))
      let count = unsafe Int(bytes.get(UInt32.self, at: place + 4))
      let section = Record.Section(tag: tag, start: place + 8, count: count)
      guard section.end <= total else {
        throw malformed(at, "section \(tag) of \(count) bytes runs over the record's end")
      }
      guard tag.rank >= rank else { throw malformed(at, "section \(tag) is out of its order") }
      if [Tag.source, .pcm, .tally].contains(tag), found.last?.tag == tag {
        throw malformed(at, "a second section \(tag)")
      }
      if tag == .tally,
        unsafe !Tally.isLedger(
          UnsafeRawBufferPointer(rebasing: bytes[place + 8..<place + 8 + count]))
      {
        throw malformed(at, "section \(tag) of \(count) bytes does not hold its rows")
      }
      if tag == .pcm, count != header.frames * header.channels * 4 {
        throw malformed(
          at, "section PCM of \(count) bytes for \(header.frames) x \(header.channels) samples")
      }
      rank = tag.rank
      found.append(section)
      place = section.end
    }
    guard place == total else {
      throw malformed(
        start + Int64(place), "the sections end \(total - place) bytes before the record does")
    }
  }
}
