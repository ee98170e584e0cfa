/// Fills a payload field by field, in the order of its layout.
@safe public struct SectionWriter {
  private let bytes: UnsafeMutableRawBufferPointer
  /// Bytes written so far.
  private(set) var count = 0

  init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = bytes }

  /// A measure; a value that is not known is NaN.
  public mutating func put(_ value: Float) { put(bits: value.bitPattern) }

  public mutating func put(_ value: Double) { put(bits: value.bitPattern) }

  public mutating func put(_ value: Int64) { put(bits: value) }

  public mutating func put(_ value: UInt32) { put(bits: value) }

  /// A list of measures.
  public mutating func put(_ values: [Float]) {
    let size = 4 * values.count
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + size])
    unsafe values.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    count += size
  }

  /// Flags, the first as bit 0.
  public mutating func put(flags: Bool...) {
    put(bits: flags.reversed().reduce(UInt32(0)) { $0 << 1 | ($1 ? 1 : 0) })
  }

  /// Text, cut at a character's end and padded with zeros.
  ///
  /// - Parameters:
  ///   - text: without NUL.
  ///   - size: bytes of the field.
  public mutating func put(_ text: String, size: Int) {
    let text = text.asText
    var kept = 0
    for byte in text.utf8.count < size ? Substring(text).utf8 : Self.cut(text, size - 1).utf8 {
      if byte == 0 { break }
      unsafe bytes[count + kept] = byte
      kept += 1
    }
    for index in kept..<size { unsafe bytes[count + index] = 0 }
    count += size
  }

  /// The characters that fit, whole.
  private static func cut(_ text: String, _ size: Int) -> Substring {
    var kept = text[...]
    while kept.utf8.count > size { kept.removeLast() }
    return kept
  }

  private mutating func put<I: FixedWidthInteger>(bits: I) {
    unsafe bytes.put(bits, at: count)
    count += MemoryLayout<I>.size
  }
}

extension Record {
  /// Adds a section of one layout.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - layout: its fields.
  ///   - fill: puts each field, in order.
  public mutating func insert(
    _ tag: Tag, _ layout: Layout, _ fill: (inout SectionWriter) -> Void
  ) {
    insert(tag, fieldBytes: layout.byteCount, fill)
  }

  /// Adds a section whose lists make its size: see `Layout.byteCount(_:)`.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - count: bytes of all fields.
  ///   - fill: puts each field, in order.
  public mutating func insert(
    _ tag: Tag, fieldBytes count: Int, _ fill: (inout SectionWriter) -> Void
  ) {
    unsafe insert(tag, byteCount: count) { bytes in
      var writer = unsafe SectionWriter(bytes)
      fill(&writer)
      precondition(writer.count == count, "\(tag): fields do not fit their layout")
    }
  }

  /// Adds a section of rows: bytes of a row and number of rows (UInt32 each), the rows, and what
  /// follows them.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - rows: how many.
  ///   - layout: the fields of a row.
  ///   - last: the fields behind the rows.
  ///   - fill: puts each row's fields in order, then the last ones.
  public mutating func insert(
    _ tag: Tag, rows: Int, of layout: Layout, then last: Layout? = nil,
    _ fill: (inout SectionWriter) -> Void
  ) {
    let count = 8 + rows * layout.byteCount + (last?.byteCount ?? 0)
    unsafe insert(tag, byteCount: count) { bytes in
      var writer = unsafe SectionWriter(bytes)
      writer.put(UInt32(layout.byteCount))
      writer.put(UInt32(rows))
      fill(&writer)
      precondition(writer.count == count, "\(tag): rows do not fit their layout")
    }
  }
}
