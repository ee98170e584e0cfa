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

  /// Visits every key in order; a word of flags has a key for each flag.
  ///
  /// - Parameter visit: gets values, lists, and slots as groups of rows.
  func walk(_ visit: (RecordFields.Event) -> Void) {
    var offset = 0
    var counts: [String: Int] = [:]
    for field in layout.fields {
      switch field.storage {
      case .flags(let names):
        for (bit, name) in names.enumerated() {
          visit(.value(name, word(at: offset).map { .flag($0 >> bit & 1 == 1) } ?? .missing))
        }
      case .list(let quantity, let count):
        let numbers =
          switch count {
          case .fixed(let number): number
          case .field(let name): counts[name] ?? 0
          }
        list(field.name, quantity, numbers, at: offset, visit)
        if field.storage.byteCount == nil { offset += 4 * numbers }
      case .slots(let number, let row):
        slots(field.name, number, row, at: offset, visit)
      default:
        let value = value(of: field, at: offset)
        if case .count(let count) = value { counts[field.name] = fitting(Int(clamping: count)) }
        visit(.value(field.name, value))
      }
      offset += field.storage.byteCount ?? 0
    }
  }

  /// Calls `body` for every key with a single value, in order.
  public func forEach(_ body: (String, Value) -> Void) {
    walk { event in
      if case .value(let name, let value) = event { body(name, value) }
    }
  }

  /// How many numbers of a list can be there at most: sizes in a file decide nothing by themselves.
  private func fitting(_ count: Int) -> Int { unsafe min(count, bytes.count / 4) }

  private func list(
    _ name: String, _ quantity: Quantity, _ count: Int, at offset: Int,
    _ visit: (RecordFields.Event) -> Void
  ) {
    let isThere = unsafe count > 0 && offset + 4 * count <= bytes.count
    visit(.beginList(name, count: isThere ? count : 0))
    for index in 0..<(isThere ? count : 0) {
      visit(.element(single(at: offset + 4 * index, quantity)))
    }
    visit(.endList)
  }

  private func slots(
    _ name: String, _ count: Int, _ layout: Layout, at offset: Int,
    _ visit: (RecordFields.Event) -> Void
  ) {
    let isThere = unsafe offset + count * layout.byteCount <= bytes.count
    visit(.begin(name, rows: count, isThere: isThere))
    for slot in 0..<(isThere ? count : 0) {
      let start = offset + slot * layout.byteCount
      let range = start..<start + layout.byteCount
      let reader = unsafe SectionReader(UnsafeRawBufferPointer(rebasing: bytes[range]), layout)
      visit(.row(slot + 1, isUsed: reader.value(of: layout.fields[0], at: 0) != .missing))
      reader.walk(visit)
      visit(.endRow)
    }
    visit(.end)
  }

  private func word(at offset: Int) -> UInt32? {
    unsafe offset + 4 <= bytes.count ? bytes.get(UInt32.self, at: offset) : nil
  }

  private func single(at offset: Int, _ quantity: Quantity) -> Value {
    let value = unsafe Float(bitPattern: bytes.get(UInt32.self, at: offset))
    return value.isFinite ? .number(Double(value), quantity, isSingle: true) : .missing
  }

  private func value(of field: Field, at offset: Int) -> Value {
    guard let size = field.storage.byteCount, unsafe offset + size <= bytes.count else {
      return .missing
    }
    switch field.storage {
    case .float32(let quantity):
      return single(at: offset, quantity)
    case .float64(let quantity):
      let value = unsafe Double(bitPattern: bytes.get(UInt64.self, at: offset))
      return value.isFinite ? .number(value, quantity, isSingle: false) : .missing
    case .int64:
      let value = unsafe bytes.get(Int64.self, at: offset)
      return value < 0 ? .missing : .count(value)
    case .uint32:
      return unsafe .count(Int64(bytes.get(UInt32.self, at: offset)))
    case .code(let words):
      let code = unsafe bytes.get(UInt32.self, at: offset)
      if code == .max { return .missing }
      return code < words.count ? .text(words[Int(code)]) : .count(Int64(code))
    case .text(let size):
      let field = unsafe bytes[offset..<offset + size].prefix { $0 != 0 }
      return unsafe .text(String(decoding: field, as: UTF8.self))
    case .flags, .list, .slots:
      return .missing
    }
  }
}

extension Record {
  /// Reads a section of one layout.
  ///
  /// - Parameters:
  ///   - tag: its name.
  ///   - index: which of several of that name.
  ///   - layout: its fields.
  ///   - body: gets the reader.
  /// - Returns: what `body` returns, nil where there is no such section.
  public func read<R>(
    _ tag: Tag, index: Int = 0, _ layout: Layout, _ body: (SectionReader) throws -> R
  ) rethrows -> R? {
    try unsafe withSection(tag, index) { try body(unsafe SectionReader($0, layout)) }
  }

  /// An Int64 of one of several sections, which no list precedes.
  func count(_ name: String, _ tag: Tag, _ index: Int, _ layout: Layout) -> Int64? {
    let offset = layout.offset(of: name)
    return unsafe withSection(tag, index) { bytes in
      unsafe offset + 8 <= bytes.count ? bytes.get(Int64.self, at: offset) : nil
    } ?? nil
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
