import CSndfile

/// A file format that can be written, chosen by the suffix of a name.
public enum SoundContainer: String, CaseIterable, Sendable {
  case wav, flac, ogg, opus, aiff, caf, mp3

  /// The suffixes, for messages.
  public static let suffixes = ".wav, .flac, .ogg, .opus, .aiff, .caf or .mp3"

  /// - Parameter path: its last suffix counts, in any case; .aif is .aiff, .oga is .ogg.
  public init?(suffixOf path: String) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    let others = ["aif": SoundContainer.aiff, "oga": .ogg]
    guard let found = others[suffix] ?? SoundContainer(rawValue: suffix) else { return nil }
    self = found
  }

  /// For people.
  public var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    case .ogg: "Ogg Vorbis"
    case .opus: "Ogg Opus"
    case .aiff: "AIFF"
    case .caf: "CAF"
    case .mp3: "MP3"
    }
  }

  /// The sample formats that it has; none where the codec decides.
  public var sampleFormats: [SoundSampleFormat] {
    switch self {
    case .wav, .aiff, .caf: [.s16, .s24, .s32, .f32, .f64]
    case .flac: [.s16, .s24]
    case .ogg, .opus, .mp3: []
    }
  }

  /// The most bytes of a file, where its own sizes end.
  var mostBytes: Int64? {
    switch self {
    // Headers of 32 bits; the margin is for what stands before and behind the samples.
    case .aiff: Int64(UInt32.max) - 65_536
    default: nil
    }
  }

  /// Whether libsndfile makes the header true while the file grows.
  ///
  /// FLAC gets its length at the end, and plays without; for MP3 there is `MP3Length`. libsndfile 1.2.0 damages Ogg
  /// Vorbis when it is told to, and Ogg needs nothing.
  var hasLengthInHeader: Bool { self == .wav || self == .aiff || self == .caf }

  /// Why a rate is refused; nil where it is taken.
  func refusal(ofRate rate: Double) -> String? {
    guard rate == rate.rounded(), rate >= 1 else { return "whole rates only" }
    let hertz = Int(min(rate, 1e9))
    switch self {
    case .opus:
      return [8_000, 12_000, 16_000, 24_000, 48_000].contains(hertz)
        ? nil : "8000, 12000, 16000, 24000 and 48000 Hz"
    case .mp3:
      let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
      return rates.contains(hertz)
        ? nil : "8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 and 48000 Hz"
    case .flac:
      // RFC 9639, 9.1.2: rates above 16 bits are coded in tens.
      return hertz <= 65_535 || hertz <= 655_350 && hertz % 10 == 0
        ? nil : "1 to 65535 Hz, and in steps of 10 to 655350 Hz"
    case .ogg:
      return hertz <= 200_000 ? nil : "1 to 200000 Hz"
    case .wav, .aiff, .caf:
      return hertz <= 10_000_000 ? nil : "1 to 10000000 Hz"
    }
  }

  /// The most channels.
  var mostChannels: Int {
    switch self {
    case .mp3: 2
    case .flac: 8
    default: 64
    }
  }
}
