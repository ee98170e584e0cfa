import CSndfile

/// A file that libsndfile has opened, and what it said of it; whoever makes one closes it.
@safe struct SoundOpening {
  /// How a place in the file is reached.
  enum Jump { case exact, byReading, forward }

  let descriptor: SoundDescriptor
  let handle: OpaquePointer
  let format: SoundFormat
  let order: SoundChannels
  let rate: Double
  let channels: Int
  let frames: Int64?
  let jump: Jump
  /// Whether the length that ends the reading is libsndfile's guess.
  let guessed: Bool

  /// Begins with a file, which is closed when that fails; for its errors see `SoundFile`.
  init(_ file: SoundDescriptor) throws(SoundFileError) {
    descriptor = file
    var info = SF_INFO()
    guard let handle = unsafe sf_open_fd(descriptor.number, Int32(SFM_READ), &info, 0) else {
      descriptor.close()
      throw Self.refusal()
    }
    unsafe self.handle = handle
    format = SoundFormat(word: info.format)
    order = unsafe Self.order(handle, format, channels: Int(info.channels))
    rate = Double(info.samplerate)
    channels = Int(info.channels)
    let seekable = info.seekable != 0
    guessed = format.isMPEG && !descriptor.statesLength
    // no file has 2^48 frames: such numbers stand for a length that is not known
    frames = seekable && !guessed && info.frames < 1 << 48 ? info.frames : nil
    jump = !seekable ? .forward : format.isVorbis ? .byReading : .exact
  }

  /// Ends it all.
  func close() {
    _ = unsafe sf_close(handle)
    descriptor.close()
  }

  /// libsndfile's last message, without its "Error : " and full stop.
  ///
  /// - Parameter handle: of an open file; nil for a file that did not open.
  /// - Returns: words for the middle of a sentence.
  static func message(_ handle: OpaquePointer?) -> String {
    guard let message = unsafe sf_strerror(handle) else { return "unknown error" }
    var text = unsafe String(cString: message)[...]
    for start in ["Error : ", "System error : "] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    while text.last == "." || text.last == " " { text = text.dropLast() }
    return String(text)
  }

  /// Why `sf_open_fd` gave nothing.
  private static func refusal() -> SoundFileError {
    switch Int(sf_error(nil)) {
    case SF_ERR_UNRECOGNISED_FORMAT: .notSound
    case SF_ERR_UNSUPPORTED_ENCODING: .unsupportedEncoding
    default: .damaged(reason: unsafe message(nil))
    }
  }

  /// The channels' order, from the file if it says so, else from the format's rule.
  private static func order(
    _ handle: OpaquePointer, _ format: SoundFormat, channels: Int
  ) -> SoundChannels {
    if format.hasVorbisOrder || format.isMPEG { return .vorbis(channels) }
    if format.isFLAC { return .flac(channels) }
    var map = [Int32](repeating: 0, count: channels)
    let bytes = Int32(channels * MemoryLayout<Int32>.size)
    _ = unsafe sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, bytes)
    return SoundChannels(map: map)
  }
}
