/// What a stream started with: the payload of SRCE.
public struct SourceDescription: Equatable, Sendable {
  /// What kind of thing the sound came from; the codes of SRCE.
  public enum Kind: UInt32, Sendable {
    case unknown, file, device, pipe, generator
  }

  public var kind = Kind.unknown
  /// Channels as in WAVEFORMATEXTENSIBLE, 0 unknown.
  public var mask: UInt32 = 0
  /// How the samples were stored.
  public var format = SampleFormat.unknown
  /// Hz, as found.
  public var rate = 0.0
  /// Channels as found.
  public var channels = 0
  /// Frames in all, nil unknown.
  public var frames: Int64?
  /// Bytes of the file, nil unknown.
  public var bytes: Int64?
  /// Last component of the path, empty if unknown or not to be told; at most 255 bytes.
  public var name = ""
  /// What the user wanted to be remembered; at most 255 bytes.
  public var note = ""

  public init() {}

  /// The payload.
  func encoded() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Layout.source.byteCount) { buffer, count in
      var writer = unsafe SectionWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.put(kind.rawValue)
      writer.put(mask)
      writer.put(format.rawValue)
      writer.put(rate)
      writer.put(UInt32(channels))
      writer.put(frames ?? -1)
      writer.put(bytes ?? -1)
      writer.put(name, size: 256)
      writer.put(note, size: 256)
      count = writer.count
    }
  }
}

extension Record {
  /// The channels of the record as in WAVEFORMATEXTENSIBLE, 0 unknown.
  ///
  /// A mask of as many channels as the source had says nothing of a fold of them.
  public var channelMask: UInt32 {
    let mask = unsafe withSection(.source) { unsafe $0.getMask() } ?? 0
    return mask.nonzeroBitCount == header.channels ? mask : 0
  }

  /// Makes the extra record that ends an analyser's session before this one.
  ///
  /// It has this record's SRCE and TALY and position, no sound and no measurement.
  ///
  /// - Parameter other: becomes that record.
  public mutating func makeSessionEnd(into other: inout Record) {
    other.removeAll()
    other.header = header
    other.header.flags = header.flags.intersection([.live, .wasLive]).union(.sessionEnd)
    other.header.frames = 0
    other.header.end = .endOfInput
    other.tally = tally
    for tag in [Tag.source, .tally] {
      unsafe withSection(tag) { payload in
        unsafe other.insert(tag, byteCount: payload.count) { unsafe $0.copyMemory(from: payload) }
      }
    }
  }

  /// Frames that the source said it has, nil unknown.
  public var sourceFrames: Int64? {
    let frames = unsafe withSection(.source) { bytes in
      unsafe bytes.count >= 32 ? bytes.get(Int64.self, at: 24) : -1
    }
    return frames.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func getMask() -> UInt32 {
    unsafe count >= 8 ? get(UInt32.self, at: 4) : 0
  }
}
