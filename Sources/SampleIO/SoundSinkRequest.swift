internal import SoundFile

/// A finished sound file as the command line asks for it.
public struct SoundSinkRequest: Sendable {
  /// Of the file, nil for standard output.
  public let path: String?
  let target: SoundTarget
  let replaces: Bool
  let gaps: GapFiller.Way?

  /// Bits of the samples where they become integers, else nil.
  public var integerBits: Int? {
    switch target.samples {
    case .s16: 16
    case .s24: 24
    case .s32: 32
    default: nil
    }
  }

  /// - Parameter arguments: with the options `Option.soundFile`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    let name = arguments.text("output").flatMap { $0 == "-" ? nil : $0 }
    if let name, name.isEmpty { throw UsageError("--output needs the name of a file") }
    path = name
    replaces = arguments.has("force")
    if replaces, name == nil { throw UsageError("--force goes with --output FILE") }
    if name == nil, StreamOutput.isTerminal {
      throw UsageError(
        "standard output is a terminal, and this is no text; name a file with -o, or pipe it on")
    }
    gaps = try arguments.choice("gaps", GapFiller.Way.init)
    target = try Self.target(arguments, name)
  }

  /// What `--bits` takes.
  private static let bits: [String: SoundSampleFormat] = [
    "16": .s16, "24": .s24, "32": .s32, "float": .f32,
  ]

  private static func target(_ arguments: Arguments, _ name: String?) throws -> SoundTarget {
    let samples = try arguments.choice("bits") { bits[$0] }
    let last = name.map(Diagnostics.lastComponent) ?? ""
    var kind = last.dropFirst().contains(".") ? last : "x.wav"
    var subject = name.map { "--output \($0)" } ?? "wav"
    if let type = try arguments.choice("type", SoundContainer.init(rawValue:)) {
      (kind, subject) = ("x.\(type.rawValue)", "--type \(type.rawValue)")
    }
    do {
      return try SoundTarget(path: kind, samples: samples)
    } catch .unknownSuffix {
      throw UsageError("\(subject): \(SoundFileError.unknownSuffix), or say which with --type")
    } catch {
      throw UsageError("\(subject): \(error)")
    }
  }
}

extension Option {
  /// The options of what becomes a sound file.
  public static let soundFile = [
    Option(
      "output", "o", "FILE",
      "wav, picofox, preview: write FILE; views: make a picture, FILE.png, .svg or .pdf"),
    Option("force", nil, nil, "wav, preview: replace FILE if it exists"),
    Option(
      "type", "t", "TYPE", "wav, preview: wav, flac, ogg, opus, aiff, caf or mp3",
      .words(SoundContainer.allCases.map(\.rawValue))),
    Option(
      "bits", nil, "BITS", "wav, preview: samples of 16 (default), 24, 32 or float",
      .words(["16", "24", "32", "float"])),
    Option("gaps", nil, "fill|join", "wav: lost sound is filled with silence, or ends are joined"),
  ]
}
