import CSndfile
import Glibc

/// A file that libsndfile writes, and how samples get there; whoever makes one closes it.
@safe struct SoundWriting {
  let descriptor: Int32
  let handle: OpaquePointer
  let target: SoundTarget
  let channels: Int
  let mask: UInt32
  /// The channel given for each channel of the file; empty when the order is the same.
  let order: [Int]

  /// Opens a file; for its errors see `SoundFileWriter`.
  init(
    _ descriptor: Int32, _ target: SoundTarget, rate: Double, channels: Int, mask: UInt32
  ) throws(SoundFileError) {
    try target.check(rate: rate, channels: channels)
    var info = SF_INFO()
    info.format = target.word
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    guard let handle = unsafe sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0) else {
      throw .cannotWrite(reason: unsafe SoundOpening.message(nil))
    }
    unsafe self.handle = handle
    self.descriptor = descriptor
    self.target = target
    self.channels = channels
    self.mask = mask.nonzeroBitCount == channels ? mask : 0
    order =
      target.container == .ogg || target.container == .opus
      ? SoundChannels.vorbis(channels).inverse : []
    command(SFC_SET_CLIPPING, true)
    if target.container == .wav { command(SFC_RF64_AUTO_DOWNGRADE, true) }
    setMap()
  }

  private func command(_ number: Int, _ value: Bool) {
    _ = unsafe sf_command(handle, Int32(number), nil, Int32(value ? SF_TRUE : SF_FALSE))
  }

  /// Tells which loudspeakers the channels are for, where the format can say it.
  ///
  /// AIFF and CAF have no side loudspeakers beside the front: those of 5.1 are called rear.
  private func setMap() {
    guard mask != 0, target.container == .aiff || target.container == .caf else { return }
    let rear = mask & 0x30 == 0 ? mask & ~0x600 | (mask & 0x600) >> 5 : mask
    for mask in [mask, rear] {
      guard var map = SoundChannels.map(mask, channels: channels) else { continue }
      let bytes = Int32(channels * MemoryLayout<Int32>.size)
      if unsafe sf_command(handle, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, bytes) != 0 { return }
    }
  }

  /// Writes integers, their bits at the top, or floating point.
  ///
  /// - Returns: frames written.
  func write(_ integers: [Int32]) -> Int {
    Int(unsafe sf_writef_int(handle, integers, Int64(integers.count / channels)))
  }

  func write(_ samples: [Float]) -> Int {
    Int(unsafe sf_writef_float(handle, samples, Int64(samples.count / channels)))
  }

  /// Whether nothing has gone wrong since the file was opened.
  var isWell: Bool { unsafe sf_error(handle) == 0 }

  /// Why the last write failed: the system's reason, else libsndfile's, which may hide it.
  var reason: String {
    if errno != 0 { return SoundDescriptor.reason(errno) }
    return isWell ? "the encoder stopped" : unsafe SoundOpening.message(handle).lowercased()
  }

  /// Bytes of the file.
  var byteCount: Int64 {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Makes the header true, where the format has lengths in it.
  func updateHeader() {
    guard target.container.hasLengthInHeader else { return }
    command(SFC_UPDATE_HEADER_NOW, false)
    tidy()
  }

  /// Corrects what libsndfile's header says.
  private func tidy() {
    if target.container == .wav { WAVFormatChunk(descriptor)?.tidy(mask: mask) }
    if target.samples == .f32 || target.samples == .f64 {
      PeakChunk.tidy(descriptor, bigEndian: target.container == .aiff)
    }
  }

  /// Ends the file.
  ///
  /// - Parameter whole: bytes known to be good after a failure; more is cut off where it could
  ///   be half of a packet.
  /// - Throws: `cannotWrite`.
  func close(whole: Int64?) throws(SoundFileError) {
    let code = unsafe sf_close(handle)
    tidy()
    if let whole {
      if !target.container.hasLengthInHeader, byteCount > whole {
        ftruncate(descriptor, off_t(whole))
      }
      if target.container == .mp3 {
        var length = MP3Length()
        length.update(descriptor)
      }
    } else if code != 0 {
      let reason = unsafe sf_error_number(code).map { unsafe String(cString: $0) }
      throw .cannotWrite(reason: reason ?? "error \(code)")
    }
  }
}
