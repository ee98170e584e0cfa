import CSndfile

/// What kind of sound file to write: its format and that of its samples.
public struct SoundTarget: Equatable, Sendable {
  public let container: SoundContainer
  /// What the samples become.
  public let samples: SoundSampleFormat

  /// - Parameters:
  ///   - path: its suffix says which format.
  ///   - samples: nil for 16-bit integers, or what the codec does.
  /// - Throws: `unknownSuffix`; `noSuchSamples` for samples that the format does not have.
  public init(path: String, samples: SoundSampleFormat? = nil) throws(SoundFileError) {
    guard let container = SoundContainer(suffixOf: path) else { throw .unknownSuffix }
    self.container = container
    let possible = container.sampleFormats
    if let samples, !possible.contains(samples) {
      throw .noSuchSamples(samples, container)
    }
    switch container {
    case .ogg: self.samples = .vorbis
    case .opus: self.samples = .opus
    case .mp3: self.samples = .mp3
    default: self.samples = samples ?? .s16
    }
  }

  /// Whether such a file can hold a sound.
  ///
  /// - Parameters:
  ///   - rate: Hz.
  ///   - channels: of a frame.
  /// - Throws: `cannotHold`, naming what the format takes.
  public func check(rate: Double, channels: Int) throws(SoundFileError) {
    if let rates = container.refusal(ofRate: rate) {
      throw .cannotHold(container, what: "\(Self.text(rate)) Hz", takes: rates)
    }
    guard 1...container.mostChannels ~= channels else {
      throw .cannotHold(
        container, what: "\(channels) channels", takes: "1 to \(container.mostChannels) channels")
    }
    var info = SF_INFO()
    info.format = word
    info.channels = Int32(channels)
    info.samplerate = Int32(rate)
    guard unsafe sf_format_check(&info) != 0 else {
      throw .cannotHold(
        container, what: "\(Self.text(rate)) Hz with \(channels) channels of \(samples.rawValue)",
        takes: "other combinations")
    }
  }

  /// Bits of a sample that becomes an integer, else nil.
  var integerBits: Int? {
    switch samples {
    case .s16: 16
    case .s24: 24
    case .s32: 32
    default: nil
    }
  }

  /// The same in libsndfile's words.
  ///
  /// WAV is opened as RF64, which libsndfile turns into RIFF up to 4 GiB.
  var word: Int32 {
    let codec =
      switch samples {
      case .s24: SF_FORMAT_PCM_24
      case .s32: SF_FORMAT_PCM_32
      case .f32: SF_FORMAT_FLOAT
      case .f64: SF_FORMAT_DOUBLE
      default: SF_FORMAT_PCM_16
      }
    let both =
      switch container {
      case .wav: SF_FORMAT_RF64 | codec
      case .flac: SF_FORMAT_FLAC | codec
      case .aiff: SF_FORMAT_AIFF | codec
      case .caf: SF_FORMAT_CAF | codec
      case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
      case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
      case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
      }
    return Int32(both)
  }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() && abs(rate) < 1e15 ? String(Int64(rate)) : String(rate)
  }
}
