/// Why a sound file could not be opened, read, searched or written.
public enum SoundFileError: Error, Equatable, CustomStringConvertible {
  /// The system refuses the file, for its reason.
  case cannotOpen(reason: String)
  /// The file has no bytes.
  case empty
  /// The first bytes are of no format that libsndfile knows.
  case notSound
  /// The format is known, the way its samples are coded is not.
  case unsupportedEncoding
  /// The decoder gave up, for its reason.
  case damaged(reason: String)
  /// The file ends before the length that it announces; all frames before were delivered.
  case truncated(frames: Int64, of: Int64)
  /// The decoder ends before the file does; all frames before were delivered.
  ///
  /// libsndfile guesses the length of an MP3 file that does not state it, and reads no further.
  case stopsEarly(frames: Int64)
  /// A pipe cannot go back.
  case notSeekable
  /// There is no such frame.
  case beyondEnd(frame: Int64)
  /// No format that can be written has the suffix.
  case unknownSuffix
  /// The format has no such samples.
  case noSuchSamples(SoundSampleFormat, SoundContainer)
  /// The format has no such rate or so many channels.
  case cannotHold(SoundContainer, what: String, takes: String)
  /// The system or the encoder refuses to go on, for its reason.
  case cannotWrite(reason: String)
  /// The sizes of the format end here.
  case tooLong(SoundContainer)

  /// The half sentence after "sm-capture: FILE: ".
  public var description: String {
    switch self {
    case .cannotOpen(let reason): reason
    case .empty: "the file is empty"
    case .notSound: "not a sound file that libsndfile can read"
    case .unsupportedEncoding: "the samples are coded in a way that libsndfile cannot read"
    case .damaged(let reason): "cannot be decoded: \(reason)"
    case .truncated(let frames, let all): "the file ends after \(frames) of \(all) frames"
    case .stopsEarly(let frames):
      "libsndfile stops after \(frames) frames, the file goes on: an MP3 without a length header"
    case .notSeekable: "a pipe cannot go back"
    case .beyondEnd(let frame): "the sound ends before frame \(frame)"
    case .unknownSuffix:
      "its suffix names no format that can be written; use \(SoundContainer.suffixes)"
    case .noSuchSamples(let samples, let container):
      container.sampleFormats.isEmpty
        ? "\(container.name) has a codec of its own and no \(samples.rawValue) samples"
        : "\(container.name) has no \(samples.rawValue) samples; it has "
          + container.sampleFormats.map(\.rawValue).joined(separator: ", ")
    case .cannotHold(let container, let what, let takes):
      "\(container.name) cannot hold \(what); it takes \(takes)"
    case .cannotWrite(let reason): reason
    case .tooLong(let container): "\(container.name) cannot hold more than 4 GiB"
    }
  }
}
