/// What a tool was asked to write, and how: the output options of its command line.
public struct OutputRequest: Sendable {
  /// What a stream goes into.
  enum Kind: String, Sendable, CaseIterable { case records, wav, au, raw }

  /// nil: what the tool writes unless told.
  var kind: Kind?
  /// Whether the stream goes out as it came in, where nobody says otherwise.
  private(set) var followsInput = false
  /// How samples are stored where the stream is not records.
  var format = SampleFormat.f32

  /// What becomes of gaps where only sound goes on, if the user said.
  var gaps: GapFiller.Way?
  /// Whether the writer waits for its reader even if the stream is live.
  var isLossless = false
  /// How much of a live stream may wait for the reader, s.
  var queueSeconds = 0.25
  /// Whether somebody may change what comes out while it plays: then little of it waits in the pipe.
  public var isChangeable = false
  /// Whether the closing ledger is wanted also when nothing was lost.
  var isWordy = false

  /// WAV of some samples.
  init(sound format: SampleFormat, gaps: GapFiller.Way?) {
    kind = .wav
    self.format = format
    self.gaps = gaps
  }

  /// Records, whatever the tool reads: what the analysers write.
  ///
  /// - Parameter arguments: `--lossless`, `--queue` and `--verbose`.
  /// - Returns: the request.
  /// - Throws: `UsageError` for values that cannot be.
  public static func records(_ arguments: Arguments) throws -> OutputRequest {
    var request = try OutputRequest(arguments)
    request.kind = .records
    return request
  }

  /// What a filter writes: the container that it reads, unless the command line says otherwise.
  ///
  /// - Parameter arguments: as for `init`.
  /// - Returns: the request.
  /// - Throws: `UsageError` for values that cannot be.
  public static func likeInput(_ arguments: Arguments) throws -> OutputRequest {
    try OutputRequest(arguments, followsInput: true)
  }

  /// - Parameter arguments: `--type`, `--to`, `--gaps`, `--lossless`, `--queue`, `--verbose`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    try self.init(arguments, followsInput: false)
  }

  private init(_ arguments: Arguments, followsInput: Bool) throws {
    self.followsInput = followsInput
    isLossless = arguments.has("lossless")
    isWordy = arguments.has("verbose")
    if isLossless, arguments.has("queue") {
      throw UsageError("--queue and --lossless: nothing waits where nothing is dropped")
    }
    if let milliseconds = try arguments.number("queue", in: 1...60_000, unit: "ms") {
      queueSeconds = milliseconds / 1000
    }
    gaps = try arguments.choice("gaps", GapFiller.Way.init)
    kind = try arguments.choice("type", Kind.init)
    guard let format = try arguments.choice("to", SampleFormat.init(written:)) else { return }
    self.format = format
    if kind != nil || !followsInput { try checkFormat() }
  }

  /// Records hold nothing but Float32.
  private func checkFormat() throws {
    guard format != .f32, kind == nil || kind == .records else { return }
    throw UsageError("--to \(format.word): records hold Float32; add --type wav, au or raw")
  }

  /// The request with its container, once the input is known.
  ///
  /// - Parameter found: what the record came in.
  /// - Returns: the same with a kind.
  /// - Throws: `UsageError` for a format that it cannot hold.
  func settled(_ found: Kind) throws -> OutputRequest {
    var settled = self
    settled.kind = kind ?? (followsInput ? found : .records)
    try settled.checkFormat()
    return settled
  }

  /// Whether bare sound goes into a pipe, where a player or a recorder takes it as it is.
  ///
  /// - Parameter record: of the input.
  /// - Returns: whether it does.
  public func feedsPlayer(_ record: borrowing Record) -> Bool {
    (kind ?? (followsInput ? record.container : .records)) != .records && System.isPipe(1)
  }
}

extension Option {
  /// The options of tools that write records, beside those of their input.
  public static let records = [
    Option("lossless", nil, nil, "wait for the reader even if the stream is live"),
    Option("queue", nil, "MS", "let so much of a live stream wait for a slow reader (250)"),
  ]

  /// The options of tools that write sound in any container.
  public static let output =
    records + [
      Option(
        "type", "t", "TYPE", "write records, wav, au or raw",
        .words(OutputRequest.Kind.allCases.map(\.rawValue))),
      Option(
        "to", nil, "FORMAT", "samples of wav, au or raw: f32 (default), s16, s24, s32 or f64",
        .words(SampleFormat.writtenNames)),
      Option(
        "gaps", nil, "fill|join",
        "lost sound in wav, au or raw: fill with silence, or join the ends (live to a player)"),
    ]
}
