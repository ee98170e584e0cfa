/// What a tool was asked to read, and how: the input options of its command line.
public struct InputRequest {
  /// Files in order; none is standard input, as is "-".
  var files: [String]
  /// Raw input without looking at it.
  var format: SampleDecoder?
  /// Hz, if the user said.
  var rate: Double?
  /// Channels, if the user said.
  var channels: Int?
  /// Frames of a block, if the user said.
  var block: Int?
  /// A sound card to read, by ALSA's name.
  public var device: String?
  /// After how long a sound card that has gone is tried again, s; nil never.
  public var retrySeconds: Double?
  /// Whether the input cannot wait, whatever it says.
  var isLive = false
  /// After how long a silent live input is reported, s.
  var stallSeconds = 2.0
  /// Whether the closing account of what came is wanted.
  var isWordy = false
  /// The first frame that is wanted, s.
  public var startSeconds = 0.0
  /// How much is wanted, s; nil all.
  public var durationSeconds: Double?
  /// Whether samples of a file that are no number become zero instead of ending the tool.
  public var scrub = false
  /// What SRCE shall remember.
  public var note = ""
  /// Whether SRCE keeps the file's name to itself.
  public var anonymous = false

  /// - Parameters:
  ///   - arguments: `--input`, `--rate`, `--channels`, `--format`, `--block`.
  ///   - files: operands that name files; the option `--input` names one too.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments, files: [String] = []) throws {
    if let file = arguments.text("input"), !files.isEmpty {
      throw UsageError("--input \(file): files are named already (\(files[0])); use one way")
    }
    self.files = arguments.text("input").map { [$0] } ?? files
    rate = try arguments.number("rate", in: 1...10_000_000, unit: "Hz")
    channels = try arguments.integer("channels", in: 1...RecordHeader.mostChannels)
    block = try arguments.integer("block", in: 16...65_536)
    isLive = arguments.has("live")
    isWordy = arguments.has("verbose")
    stallSeconds = try arguments.number("stall", in: 0.01...86_400, unit: "s") ?? 2
    if let name = arguments.text("format") {
      guard let format = SampleDecoder(rawName: name) else {
        throw arguments.unknown("format", more: ", or ALSA's names")
      }
      self.format = format
    }
  }

  /// A request for one other file beside this input; it says itself what it is, or is raw Float32 of
  /// the rate and the channels given.
  public func beside(_ file: String) -> InputRequest {
    var other = self
    other.files = [file]
    other.format = nil
    other.block = nil
    other.isLive = false
    other.isWordy = false
    return other
  }

  /// Frames of a block.
  public var blockFrames: Int { block ?? 2048 }

  /// The header of raw input.
  ///
  /// - Parameter name: of the input.
  /// - Returns: rate, channels and format as given.
  /// - Throws: `UsageError` with the command that would work when rate or channels are missing.
  func rawHeader(_ name: String) throws -> PCMHeader {
    guard let rate, let channels else {
      let given = CommandLine.words.dropFirst().map(Container.quoted)
      var missing: [String] = []
      if rate == nil { missing += ["-r", "48000"] }
      if channels == nil { missing += ["-c", "2"] }
      if format == nil { missing += ["-f", "f32"] }
      let command = ([Diagnostics.tool] + missing + given).joined(separator: " ")
      let start =
        name == "standard input"
        ? "no stream that says its rate and channels"
        : "no kind of sound that is known here; \(Container.ffmpegAdvice(name))"
      throw UsageError("\(name): \(start); if it is raw sound, say so: \(command)")
    }
    return PCMHeader(
      decoder: format ?? SampleDecoder(format: .f32, bigEndian: false), rate: rate,
      channels: channels, dataBytes: nil)
  }

  /// What to ask a sound card for: 48,000 Hz, 2 channels and 32 bits unless the user said.
  var deviceHeader: PCMHeader {
    PCMHeader(
      decoder: format ?? SampleDecoder(format: .s32, bigEndian: false), rate: rate ?? 48_000,
      channels: channels ?? 2, dataBytes: nil, isLive: true)
  }

  /// Checks what the user said against what a header says.
  ///
  /// - Parameters:
  ///   - found: Hz, of the header.
  ///   - count: channels of the header.
  ///   - name: of the input.
  /// - Throws: `UsageError` with both values.
  func check(rate found: Double, channels count: Int, _ name: String) throws {
    if let rate, rate != found {
      throw UsageError("\(name): says \(plain(found)) Hz, --rate says \(plain(rate))")
    }
    if let channels, channels != count {
      throw UsageError("\(name): has \(count) channels, --channels says \(channels)")
    }
  }
}
