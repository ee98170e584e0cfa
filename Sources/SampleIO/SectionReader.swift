/// One value of a section, as programs and people are shown it.
public enum Value: Equatable, Sendable {
  /// A measure, and whether it is stored as Float32: decides its shortest text.
  case number(Double, Quantity, isSingle: Bool)
  case count(Int64)
  /// Seconds, to the microsecond.
  case time(Double)
  case flag(Bool)
  case text(String)
  /// Not known, or without a finite value.
  case missing
}

extension Quantity: Equatable {}

/// Reads a payload by its layout; fields that an older writer did not know are missing.
@safe public struct SectionReader {
  private let bytes: UnsafeRawBufferPointer
  private let layout: Layout

  init(_ bytes: UnsafeRawBufferPointer, _ layout: Layout) {
    unsafe self.bytes = bytes
    self.layout = layout
  }

  /// Calls `body` for every key in order; a word of flags gives a key for each flag.
  public func forEach(_ body: (String, Value) -> Void) {
    for (field, offset) in zip(layout.fields, layout.offsets) {
      if case .flags(let names) = field.storage {
        for (bit, name) in names.enumerated() {
          body(name, word(at: offset).map { .flag($0 >> bit & 1 == 1) } ?? .missing)
        }
      } else {
        body(field.name, value(of: field, at: offset))
      }
    }
  }

  private func word(at offset: Int) -> UInt32? {
    unsafe offset + 4 <= bytes.count ? bytes.get(UInt32.self, at: offset) : nil
  }

  private func value(of field: Field, at offset: Int) -> Value {
    guard unsafe offset + field.storage.byteCount <= bytes.count else { return .missing }
    switch field.storage {
    case .float32(let quantity):
      let value = unsafe Float(bitPattern: bytes.get(UInt32.self, at: offset))
      return value.isFinite ? .number(Double(value), quantity, isSingle: true) : .missing
    case .float64(let quantity):
      let value = unsafe Double(bitPattern: bytes.get(UInt64.self, at: offset))
      return value.isFinite ? .number(value, quantity, isSingle: false) : .missing
    case .int64:
      let value = unsafe bytes.get(Int64.self, at: offset)
      return value < 0 ? .missing : .count(value)
    case .uint32, .flags:
      return unsafe .count(Int64(bytes.get(UInt32.self, at: offset)))
    case .code(let words):
      let code = unsafe Int(bytes.get(UInt32.self, at: offset))
      return code < words.count ? .text(words[code]) : .count(Int64(code))
    case .text(let size):
      let field = unsafe bytes[offset..<offset + size].prefix { $0 != 0 }
      return unsafe .text(String(decoding: field, as: UTF8.self))
    }
  }
}

extension Record {
  /// Reads a section of one layout.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - layout: its fields.
  ///   - body: gets the reader.
  /// - Returns: what `body` returns, nil where there is no such section.
  public func read<R>(
    _ tag: Tag, _ layout: Layout, _ body: (SectionReader) throws -> R
  ) rethrows -> R? {
    try unsafe withSection(tag) { try body(unsafe SectionReader($0, layout)) }
  }

  /// How many rows a section of rows holds whole.
  public func rows(of tag: Tag) -> Int {
    unsafe withSection(tag) { bytes in
      guard let size = unsafe Self.rowBytes(bytes) else { return 0 }
      return unsafe min(Int(bytes.get(UInt32.self, at: 4)), (bytes.count - 8) / size)
    } ?? 0
  }

  /// Reads one row of a section of rows.
  ///
  /// - Parameters:
  ///   - tag: the section.
  ///   - row: less than `rows(of:)`; the row behind the last one is what follows the rows.
  ///   - layout: the fields.
  ///   - body: gets the reader.
  /// - Returns: what `body` returns, nil where there is no such row.
  public func read<R>(
    _ tag: Tag, row: Int, _ layout: Layout, _ body: (SectionReader) throws -> R
  ) rethrows -> R? {
    let last = rows(of: tag)
    let found: R?? = unsafe try withSection(tag) { bytes in
      guard let size = unsafe Self.rowBytes(bytes), row <= last else { return R?.none }
      let start = 8 + row * size
      let end = row < last ? start + size : bytes.count
      return unsafe try body(
        SectionReader(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), layout))
    }
    return found ?? nil
  }

  static func rowBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let size = unsafe Int(bytes.get(UInt32.self, at: 0))
    return size > 0 ? size : nil
  }
}
