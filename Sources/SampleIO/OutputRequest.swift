/// What a tool was asked to write, and how: the output options of its command line.
public struct OutputRequest: Sendable {
  /// What a stream goes into.
  enum Kind: String, Sendable { case records, wav, au, raw }

  /// nil: what the tool writes unless told.
  var kind: Kind?
  /// How samples are stored where the stream is not records.
  var format = SampleFormat.f32

  /// Records, whatever the command line says: what the analysers write.
  public static let records = OutputRequest()

  private init() { kind = .records }

  /// - Parameter arguments: `--type` and `--to`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    if let word = arguments.text("type") {
      guard let kind = Kind(rawValue: word) else {
        throw UsageError("--type: '\(word)' is unknown; one of records, wav, au or raw")
      }
      self.kind = kind
    }
    guard let name = arguments.text("to") else { return }
    guard let format = SampleFormat(name: name), format != .u8 else {
      throw UsageError("--to: '\(name)' is unknown; one of f32, s16, s24, s32 or f64")
    }
    if format != .f32, kind == nil || kind == .records {
      throw UsageError("--to \(name): records hold Float32; add --type wav, au or raw")
    }
    self.format = format
  }
}

extension Option {
  /// The options of tools that write sound in any container.
  public static let output = [
    Option("type", "t", "TYPE", "write records, wav, au or raw"),
    Option("to", nil, "FORMAT", "samples of wav, au or raw: f32 (default), s16, s24, s32 or f64"),
  ]
}
