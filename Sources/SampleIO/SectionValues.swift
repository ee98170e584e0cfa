/// Single values and lists out of a section, by name: for those who need a few of them, and fast.
extension Record {
  /// A number of a section.
  ///
  /// - Parameters:
  ///   - name: of a field that stands alone.
  ///   - tag: the section.
  ///   - index: which of several of that name.
  ///   - layout: its fields.
  /// - Returns: NaN where there is none, −∞ where the section says so.
  public func number(_ name: String, _ tag: Tag, index: Int = 0, _ layout: Layout) -> Double {
    unsafe withSection(tag, index) { bytes in
      guard let (field, place) = unsafe layout.find(name, in: bytes) else { return .nan }
      return unsafe Self.number(field, place, bytes)
    } ?? .nan
  }

  /// The numbers of a row: the same names for each.
  ///
  /// - Parameters:
  ///   - names: of fields that stand alone.
  ///   - tag: a section of rows.
  ///   - row: from 0; the one behind the last is what follows the rows.
  ///   - layout: the fields of a row.
  /// - Returns: NaN where there is none.
  public func numbers(_ names: [String], _ tag: Tag, row: Int, _ layout: Layout) -> [Double] {
    let last = rows(of: tag)
    let found: [Double]? = unsafe withSection(tag) { bytes in
      guard let size = unsafe Self.rowBytes(bytes), row <= last else { return [] }
      let start = 8 + row * size
      let end = row < last ? start + size : bytes.count
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      return names.map { name in
        guard let (field, place) = unsafe layout.find(name, in: part) else { return .nan }
        return unsafe Self.number(field, place, part)
      }
    }
    guard let found, found.count == names.count else {
      return Array(repeating: .nan, count: names.count)
    }
    return found
  }

  /// Copies a list of a section.
  ///
  /// - Parameters:
  ///   - name: of the list.
  ///   - tag: the section.
  ///   - index: which of several of that name.
  ///   - layout: its fields.
  ///   - target: gets the numbers, and nothing else.
  public func copyList(
    _ name: String, _ tag: Tag, index: Int = 0, _ layout: Layout, into target: inout [Float]
  ) {
    target.removeAll(keepingCapacity: true)
    unsafe withSection(tag, index) { bytes in
      guard let (field, place) = unsafe layout.find(name, in: bytes),
        case .list(_, let kind) = field.storage
      else { return }
      let count = unsafe layout.count(kind, in: bytes)
      guard place + 4 * count <= bytes.count else { return }
      unsafe target.append(
        contentsOf: UnsafeRawBufferPointer(rebasing: bytes[place..<place + 4 * count])
          .bindMemory(to: Float.self))
    }
  }

  private static func number(
    _ field: Field, _ place: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Double {
    switch field.storage {
    case .float32: unsafe Double(Float(bitPattern: bytes.get(UInt32.self, at: place)))
    case .float64: unsafe Double(bitPattern: bytes.get(UInt64.self, at: place))
    case .int64: unsafe Double(bytes.get(Int64.self, at: place))
    case .uint32, .code, .flags: unsafe Double(bytes.get(UInt32.self, at: place))
    case .text, .list, .slots: .nan
    }
  }
}

extension Layout {
  /// A field and where it begins, nil where the payload does not hold it.
  func find(_ name: String, in bytes: UnsafeRawBufferPointer) -> (Field, Int)? {
    var offset = 0
    for field in fields {
      let size: Int
      if let fixed = field.storage.byteCount {
        size = fixed
      } else if case .list(_, let kind) = field.storage {
        size = unsafe 4 * count(kind, in: bytes)
      } else {
        size = 0
      }
      guard offset + size <= bytes.count else { return nil }
      if field.name == name { return (field, offset) }
      offset += size
    }
    return nil
  }

  /// How many numbers a list has; never more than there is room for.
  func count(_ kind: Field.Storage.Count, in bytes: UnsafeRawBufferPointer) -> Int {
    switch kind {
    case .fixed(let number): return number
    case .field(let name):
      guard let (_, place) = unsafe find(name, in: bytes) else { return 0 }
      return unsafe min(max(Int(clamping: bytes.get(Int64.self, at: place)), 0), bytes.count / 4)
    }
  }
}

extension Record {
  /// The numbers of the slots in use.
  ///
  /// - Parameters:
  ///   - name: of the slots.
  ///   - names: of the fields wanted of each.
  ///   - tag: the section.
  ///   - index: which of several of that name.
  ///   - layout: its fields.
  /// - Returns: a list for each slot whose first field has a value.
  public func slots(
    _ name: String, _ names: [String], _ tag: Tag, index: Int = 0, _ layout: Layout
  ) -> [[Double]] {
    unsafe withSection(tag, index) { bytes in
      guard let (field, place) = unsafe layout.find(name, in: bytes),
        case .slots(let count, let row) = field.storage
      else { return [] }
      return (0..<count).compactMap { slot -> [Double]? in
        let range = place + slot * row.byteCount..<place + (slot + 1) * row.byteCount
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
        let read = { (name: String) in
          unsafe row.find(name, in: part).map { unsafe Self.number($0, $1, part) } ?? .nan
        }
        guard let first = row.fields.first, read(first.name).isFinite else { return nil }
        return names.map(read)
      }
    } ?? []
  }

  /// Where and which newest spectrum a record holds: the index of the section.
  public var newestSpectrum: Int { RecordFields.newestSpectrum(self) }

  /// The frame behind which a spectrum's window ends, −1 where it is not known.
  ///
  /// - Parameter index: which of several.
  public func spectrumPosition(_ index: Int) -> Int64 {
    count("position", .spectrum, index, .spectrum) ?? -1
  }

  /// A text of SRCE.
  ///
  /// - Parameter name: `name`, `note`, `kind` or `format`.
  /// - Returns: nil where there is none.
  public func sourceText(_ name: String) -> String? {
    var found: String?
    _ = read(.source, .source) { reader in
      reader.forEach { key, value in
        if key == name, case .text(let text) = value, !text.isEmpty { found = text }
      }
    }
    return found
  }

  /// Frames of the source as it was found, nil where that is not known.
  public var framesOfSource: Int64? { sourceFrames }

  /// What each process of the chain has lost, replaced and waited for.
  public var tallies: [(stage: String, lost: Double, gaps: Double, stalls: Double)] {
    (0..<rows(of: .tally)).map { row in
      var stage = ""
      _ = read(.tally, row: row, .tally) { reader in
        reader.forEach { name, value in
          if name == "stage", case .text(let text) = value { stage = text }
        }
      }
      let found = numbers(["lost", "gaps", "stalls"], .tally, row: row, .tally)
      return (stage, max(found[0], 0), max(found[1], 0), max(found[2], 0))
    }
  }
}

/// The name of a note.
///
/// - Parameter code: as in SPEC, its number in MIDI.
/// - Returns: nil for no note.
public func noteName(_ code: Double) -> String? {
  guard code.isFinite, code >= 0, code < Double(Layout.noteWords.count) else { return nil }
  return Layout.noteWords[Int(code)]
}
