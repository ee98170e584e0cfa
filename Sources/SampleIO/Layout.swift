/// What a number in a section stands for: decides how it is printed.
public enum Quantity: Sendable {
  /// dB, dBFS, dBTP, LU, LUFS: 4 decimals.
  case level
  /// Hz: 3 decimals.
  case frequency
  /// A sample rate, Hz: as it is.
  case rate
  /// A place between two frames: 4 decimals.
  case frame
  /// Anything else: 6 significant digits.
  case other
}

/// One field of a section: a JSON key, a CSV column, a place in the payload.
public struct Field: Sendable {
  /// How a field is stored.
  public enum Storage: Sendable {
    case float32(Quantity)
    case float64(Quantity)
    /// −1 is unknown.
    case int64
    case uint32
    /// A UInt32 that stands for a word; a number beyond the list is printed as such, all ones are unknown.
    case code([String])
    /// A UInt32 of flags, bit 0 first: each is a key of its own.
    case flags([String])
    /// UTF-8, padded with zeros to this many bytes.
    case text(Int)
    /// Float32s in a row.
    case list(Quantity, Count)
    /// A fixed number of rows; those in use stand first, and their first field has a value.
    case slots(Int, Layout)

    /// How many numbers a list has.
    public enum Count: Sendable {
      case fixed(Int)
      /// As many as an Int64 field says that stands before it.
      case field(String)
    }

    /// Bytes, nil where a field of the section decides.
    var byteCount: Int? {
      switch self {
      case .float32, .uint32, .code, .flags: 4
      case .float64, .int64: 8
      case .text(let count): count
      case .list(_, .fixed(let count)): 4 * count
      case .list(_, .field): nil
      case .slots(let count, let layout): count * layout.byteCount
      }
    }
  }

  public let name: String
  public let storage: Storage

  init(_ name: String, _ storage: Storage) {
    self.name = name
    self.storage = storage
  }
}

/// The fields of a section, or of a row of one, in the order in which they are stored.
///
/// Fields stand without gaps; later versions only append. This table is the one source of
/// offsets, JSON keys and CSV columns.
public struct Layout: Sendable {
  public let fields: [Field]
  /// Of each field, as if lists whose length another field decides were empty.
  let offsets: [Int]
  /// Bytes of the whole, as if such lists were empty.
  public let byteCount: Int

  init(_ fields: Field...) {
    self.fields = fields
    var offsets: [Int] = []
    var next = 0
    for field in fields {
      offsets.append(next)
      next += field.storage.byteCount ?? 0
    }
    self.offsets = offsets
    byteCount = next
  }

  /// Bytes of a section.
  ///
  /// - Parameter counts: numbers in the lists whose length a field decides, by that field's name.
  /// - Returns: bytes of the payload.
  public func byteCount(_ counts: [String: Int]) -> Int {
    fields.reduce(byteCount) { sum, field in
      guard case .list(_, .field(let name)) = field.storage else { return sum }
      return sum + 4 * (counts[name] ?? 0)
    }
  }

  /// Where a field stands that no list of variable length precedes, bytes from the beginning.
  func offset(of name: String) -> Int {
    guard let place = fields.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("no field is called \(name)")
    }
    return offsets[place]
  }

  /// SRCE: what the stream started with.
  public static let source = Layout(
    Field("kind", .code(["unknown", "file", "device", "pipe", "generator"])),
    Field("mask", .uint32),
    Field("format", .code(SampleFormat.words)),
    Field("rate", .float64(.rate)),
    Field("channels", .uint32),
    Field("frames", .int64),
    Field("bytes", .int64),
    Field("name", .text(256)),
    Field("note", .text(256)))

  /// LEVL, the row of a channel.
  public static let levels = Layout(
    Field("rms", .float32(.level)),
    Field("display", .float32(.level)),
    Field("display_slow", .float32(.level)),
    Field("peak", .float32(.level)),
    Field("held_peak", .float32(.level)),
    Field("true_peak", .float32(.level)),
    Field("true_peak_max", .float32(.level)),
    Field("clip_events", .int64),
    Field("state", .flags(["clipped"])),
    Field("dc", .float32(.other)),
    Field("mean_square", .float32(.other)))

  /// LEVL, what stands behind the rows.
  public static let weighted = Layout(
    Field("a_fast", .float32(.level)),
    Field("a_slow", .float32(.level)),
    Field("laeq", .float32(.level)))

  /// LOUD.
  public static let loudness = Layout(
    Field("momentary", .float32(.level)),
    Field("short_term", .float32(.level)),
    Field("integrated", .float32(.level)),
    Field("range", .float32(.level)),
    Field("range_low", .float32(.level)),
    Field("range_high", .float32(.level)),
    Field("momentary_max", .float32(.level)),
    Field("short_term_max", .float32(.level)),
    Field("true_peak_max", .float32(.level)),
    Field("psr", .float32(.level)),
    Field("plr", .float32(.level)),
    Field("crest", .float32(.level)),
    Field("headroom", .float32(.level)),
    Field("floor_p10", .float32(.level)),
    Field("snr_estimate", .float32(.level)),
    Field("target", .float32(.level)),
    Field("target_delta", .float32(.level)),
    Field("absolute_threshold", .float32(.level)),
    Field("relative_threshold", .float32(.level)),
    Field("range_threshold", .float32(.level)),
    Field("measured_seconds", .float32(.other)),
    Field("blocks_excluded", .int64),
    Field(
      "flags", .flags(["range_provisional", "gap_momentary", "gap_short_term", "dual_mono"])),
    Field("layout", .code(layoutWords)))

  /// The layouts by their code in LOUD.
  public static let layoutWords = [
    "custom", "mono", "stereo", "2.1", "3.0", "3.1", "4.0", "quad", "5.0", "5.1", "5.0(side)",
    "5.1(side)", "6.0", "6.1", "7.0", "7.1", "5.1.2", "5.1.4", "7.1.2", "7.1.4",
  ]

  /// TALY, the row of a process.
  public static let tally = Layout(
    Field("stage", .text(16)),
    Field("rate", .float64(.rate)),
    Field("lost", .int64),
    Field("gaps", .int64),
    Field("longest_gap", .int64),
    Field("non_finite", .int64),
    Field("clipped", .int64),
    Field("stalls", .int64),
    Field("stalled_seconds", .float32(.other)),
    Field("skipped_bytes", .int64),
    Field("flags", .flags(["loss_estimated"])))
}
