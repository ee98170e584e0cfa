/// How a sample is stored: in a file, on a pipe, or where the sound came from.
///
/// The numbers are the codes of SRCE `format`.
public enum SampleFormat: UInt32, Sendable {
  case unknown, u8, s8, s16, s24, s32, f32, f64
  case ulaw, alaw, adpcm, vorbis, opus, mp3, alac, other

  /// The words of the codes, in JSON and CSV.
  static let words = [
    "unknown", "u8", "s8", "s16", "s24", "s32", "f32", "f64",
    "ulaw", "alaw", "adpcm", "vorbis", "opus", "mp3", "alac", "other",
  ]

  /// Its word.
  public var word: String { Self.words[Int(rawValue)] }

  /// The format of a word; `other` for a word that is none.
  init(word: String) {
    let code = Self.words.firstIndex(of: word).map(UInt32.init)
    self = code.flatMap(SampleFormat.init(rawValue:)) ?? .other
  }

  /// Bytes of a sample, or nil for a format that is no plain number.
  public var byteCount: Int? {
    switch self {
    case .u8, .s8: 1
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    case .f64: 8
    default: nil
    }
  }

  /// Bits of a sample that is an integer, else nil.
  public var integerBits: Int? {
    switch self {
    case .u8, .s8: 8
    case .s16: 16
    case .s24: 24
    case .s32: 32
    default: nil
    }
  }

  private static let names: [String: SampleFormat] = [
    "f32": .f32, "f32le": .f32, "float": .f32, "float_le": .f32, "f32_le": .f32, "floatle": .f32,
    "s16": .s16, "s16le": .s16, "s16_le": .s16,
    "s24": .s24, "s24le": .s24, "s24_3le": .s24,
    "s32": .s32, "s32le": .s32, "s32_le": .s32,
    "u8": .u8,
    "f64": .f64, "f64le": .f64, "float64_le": .f64, "f64_le": .f64,
  ]

  /// The format that a user means, by its short name, ffmpeg's or ALSA's.
  ///
  /// - Parameter name: such as `s16`, `f32le`, `FLOAT_LE`; case does not matter.
  public init?(name: String) {
    guard let format = Self.names[name.lowercased()] else { return nil }
    self = format
  }

  /// A format that a tool writes, as `init(name:)`; unsigned bytes are none.
  init?(written name: String) {
    guard let format = SampleFormat(name: name), format != .u8 else { return nil }
    self = format
  }

  /// The canonical names that `-f` takes.
  static let rawNames = ["f32", "s16", "s24", "s32", "u8", "f64"]

  /// Those that a tool writes.
  static let writtenNames = ["f32", "s16", "s24", "s32", "f64"]

  /// ALSA's name for the format, as `aplay -f` takes it.
  public var alsaName: String {
    switch self {
    case .u8: "U8"
    case .s8: "S8"
    case .s16: "S16_LE"
    case .s24: "S24_3LE"
    case .s32: "S32_LE"
    case .f64: "FLOAT64_LE"
    default: "FLOAT_LE"
    }
  }
}
