internal import SoundFile

/// A recording as the command line asks for it: what goes to a file while the stream goes on.
public struct RecordingRequest: Sendable {
  /// Of the file.
  public let path: String
  /// The most that is recorded, s; nil all.
  public let limitSeconds: Double?
  /// Whether the recording goes on when the stream's reader has gone.
  public let keepsOn: Bool
  let target: SoundTarget
  private let replaces: Bool

  /// nil when nothing shall be recorded.
  ///
  /// - Parameter arguments: with the options `Option.recording`.
  /// - Throws: `UsageError` for values that cannot be.
  public init?(_ arguments: Arguments) throws {
    guard let path = arguments.text("record") else {
      for option in Option.recording where arguments.has(option.long) {
        throw UsageError("--\(option.long) goes with --record FILE")
      }
      return nil
    }
    guard !path.isEmpty, path != "-" else {
      throw UsageError("--record needs the name of a file; the stream itself is --type wav")
    }
    self.path = path
    limitSeconds = try arguments.number("record-limit", in: 0.001...1e9, unit: "s")
    keepsOn = arguments.has("keep-recording")
    replaces = arguments.has("force")
    let samples = try arguments.choice("record-format") { name in
      SampleFormat(written: name).flatMap { SoundSampleFormat(rawValue: $0.word) }
    }
    do {
      target = try SoundTarget(path: path, samples: samples)
    } catch {
      throw UsageError("--record \(path): \(error)")
    }
  }

  /// Begins the file, before there is any sound.
  ///
  /// - Throws: `failed` when the name is taken, `system`.
  public func makeFile() throws(SampleError) -> PartFile {
    try PartFile(path, replacing: replaces)
  }
}

extension Option {
  /// The options of a tool that can record.
  public static let recording = [
    Option("record", nil, "FILE", "write the sound to a .wav .flac .ogg .opus .aiff .caf or .mp3"),
    Option(
      "record-format", nil, "FORMAT", "samples of FILE: s16 (default), s24, s32, f32 or f64",
      .words(SampleFormat.writtenNames)),
    Option("record-limit", nil, "SECONDS", "close FILE after so much; the stream goes on"),
    Option("force", nil, nil, "replace FILE if it exists"),
    Option("keep-recording", nil, nil, "record on when the reader of the stream has gone"),
  ]
}
