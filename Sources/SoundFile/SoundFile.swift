import CSndfile

/// A sound file open for reading, of any format that libsndfile knows.
///
/// Integer samples become s / 2^(bits − 1) exactly (32 bits: rounded to Float32), floating point ones
/// stay as they are, also above 1. Channels come in the order of `channelMask` where it is known.
@safe public struct SoundFile: ~Copyable {
  /// The library's own name and version, such as "libsndfile-1.2.0".
  public static var version: String {
    unsafe String(cString: sf_version_string())
  }

  /// Hz.
  public var rate: Double { opened.rate }
  /// Channels of a frame.
  public var channels: Int { opened.channels }
  /// Frames in the file; nil where it does not say, in a pipe, and where libsndfile only guesses.
  public var frames: Int64? { opened.frames }
  /// The container, and the codec if it is a special one: "FLAC", "Ogg Vorbis", "WAV (IMA ADPCM)".
  public var formatName: String { opened.format.name }
  /// What the samples are in the file.
  public var sampleFormat: SoundSampleFormat { opened.format.samples }
  /// Loudspeakers as in WAVEFORMATEXTENSIBLE's dwChannelMask; 0 when unknown.
  public var channelMask: UInt32 { opened.order.mask }
  /// Number of the next frame that will be read.
  public private(set) var position: Int64 = 0

  private let opened: SoundOpening
  private var ending: SoundFileError?

  /// Opens a file.
  ///
  /// - Parameter path: taken as it stands; also a named pipe.
  /// - Throws: `cannotOpen`, `empty`, `notSound`, `unsupportedEncoding`; `damaged` when the decoder
  ///   refuses the beginning.
  public init(reading path: String) throws(SoundFileError) {
    opened = try SoundOpening(try SoundDescriptor(reading: path))
  }

  /// Takes over a file that is open.
  ///
  /// - Parameter descriptor: for reading, at the file's beginning; closed with this, or when it fails.
  /// - Throws: as `init(reading:)`.
  public init(taking descriptor: Int32) throws(SoundFileError) {
    opened = try SoundOpening(try SoundDescriptor(taking: descriptor))
  }

  deinit {
    opened.close()
  }

  /// Reads the next frames.
  ///
  /// What can be decoded is delivered first, an error comes with the call after.
  ///
  /// - Parameters:
  ///   - samples: becomes the frames read, interleaved, full scale ±1.
  ///   - count: how many frames to read, at least 1.
  /// - Returns: frames read, fewer than asked for before the end, 0 at the end.
  /// - Throws: `damaged`, `truncated`, `stopsEarly`, the first time that there is no more frame.
  public mutating func read(
    into samples: inout [Float], frames count: Int
  ) throws(SoundFileError) -> Int {
    precondition(count > 0)
    if samples.count != count * channels {
      samples = Array(repeating: 0, count: count * channels)
    }
    let got = ending == nil ? Int(unsafe sf_readf_float(opened.handle, &samples, Int64(count))) : 0
    position += Int64(got)
    samples.removeLast((count - got) * channels)
    opened.order.reorder(&samples)
    if got < count && ending == nil { ending = failure() }
    if got == 0, let ending { throw ending }
    return got
  }

  /// Goes to a frame, which is the next to be read; the frame after the last is the end.
  ///
  /// The samples are those of reading from the start, MP3's to within 2e-7. Ogg Vorbis gets there by
  /// decoding, since libsndfile misses the place, and so does a pipe, forward only.
  ///
  /// - Parameter frame: 0 or more.
  /// - Throws: `beyondEnd`, `notSeekable`; what `read` throws, on the way.
  public mutating func seek(toFrame frame: Int64) throws(SoundFileError) {
    precondition(frame >= 0)
    if let frames, frame > frames { throw .beyondEnd(frame: frame) }
    switch opened.jump {
    case .exact: try place(at: frame)
    case .byReading:
      if frame < position { try place(at: 0) }
      try skip(to: frame)
    case .forward:
      guard frame >= position else { throw .notSeekable }
      try skip(to: frame)
    }
  }

  private mutating func place(at frame: Int64) throws(SoundFileError) {
    guard unsafe sf_seek(opened.handle, frame, Int32(SF_SEEK_SET)) == frame else {
      throw .beyondEnd(frame: frame)
    }
    position = frame
    ending = nil
  }

  private mutating func skip(to frame: Int64) throws(SoundFileError) {
    var samples: [Float] = []
    while position < frame {
      if try read(into: &samples, frames: Int(min(4096, frame - position))) == 0 {
        throw .beyondEnd(frame: frame)
      }
    }
  }

  /// What is wrong where the frames end; nil at a proper end.
  private func failure() -> SoundFileError? {
    if unsafe sf_error(opened.handle) != 0 {
      return .damaged(reason: unsafe SoundOpening.message(opened.handle))
    }
    if opened.guessed { return opened.descriptor.goesOn ? .stopsEarly(frames: position) : nil }
    // the padding of an MP3 is known to within 4 of its own frames
    let slack: Int64 = sampleFormat == .mp3 ? 4608 : 0
    if let frames, position < frames - slack {
      return .truncated(frames: position, of: frames)
    }
    return nil
  }
}
