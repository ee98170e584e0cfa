/// The 64 bytes in front of every record.
///
/// Layout and meaning: sm-records(5). All numbers little-endian.
public struct RecordHeader: Equatable, Sendable {
  /// What is special about a record.
  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The source is delivering now.
    public static let live = Flags(rawValue: 1 << 0)
    /// The first record of a source.
    public static let first = Flags(rawValue: 1 << 1)
    /// The end record of a source: no PCM, the final values.
    public static let end = Flags(rawValue: 1 << 2)
    /// Frames are missing before this block.
    public static let gap = Flags(rawValue: 1 << 3)
    /// The source was live when it was stored.
    public static let wasLive = Flags(rawValue: 1 << 4)
    /// The final values of a session of one analyser: no PCM.
    public static let sessionEnd = Flags(rawValue: 1 << 5)
  }

  /// Why a source ended.
  public enum End: UInt32, Sendable {
    case endOfInput = 0
    case interrupted = 1
    case noEndRecord = 2
    case error = 3

    /// Whether something went wrong.
    public var isFailure: Bool { self == .noEndRecord || self == .error }

    /// Its word in JSON and CSV.
    public var word: String {
      switch self {
      case .endOfInput: "eof"
      case .interrupted: "interrupted"
      case .noEndRecord: "no_end_record"
      case .error: "error"
      }
    }
  }

  /// 53 4D FF 7F: as a Float32, a NaN.
  static let magic: UInt32 = 0x7FFF_4D53
  static let version: UInt16 = 1
  static let byteCount = 64
  /// The most that sections may take, 64 MiB.
  static let mostBodyBytes = 64 << 20
  /// The most channels.
  public static let mostChannels = 64

  public var flags: Flags = []
  /// Bytes of all sections, with their headers and padding.
  var bodyBytes = 0
  /// How many sections follow.
  var sectionCount = 0
  /// 1…64.
  public var channels = 1
  /// Index of the block's first frame in the source.
  public var position: Int64 = 0
  /// Frames lost upstream since the source began, in frames of this rate.
  public var lost: Int64 = 0
  /// Sample rate, Hz.
  public var rate = 48_000.0
  /// Of the first frame, ns: UTC if live or once live, otherwise since the source began.
  public var timeNanoseconds: Int64 = 0
  /// Frames in the block.
  public var frames = 0
  /// CRC-32C of the SRCE payload as the source made it.
  public var fingerprint: UInt32 = 0
  /// Why the source ended; only end records say.
  public var end = End.endOfInput

  public init() {}

  /// Whether this is a source's last record.
  public var isEnd: Bool { flags.contains(.end) }

  /// Whether the record carries the final values of a source or of a session.
  public var isFinal: Bool { !flags.isDisjoint(with: [.end, .sessionEnd]) }

  /// Puts the record at a frame; its time follows, unless it is that of a clock.
  public mutating func move(to frame: Int64) {
    position = frame
    guard flags.isDisjoint(with: [.live, .wasLive]) else { return }
    // A position near the end of its range is more than Int64 holds in nanoseconds.
    timeNanoseconds = Int64(exactly: (Double(frame) / rate * 1e9).rounded()) ?? .max
  }

  /// Writes the 64 bytes, the CRC last.
  ///
  /// - Parameter bytes: at least 64.
  func encode(into bytes: UnsafeMutableRawBufferPointer) {
    unsafe bytes.put(Self.magic, at: 0)
    unsafe bytes.put(Self.version, at: 4)
    unsafe bytes.put(flags.rawValue, at: 6)
    unsafe bytes.put(UInt32(bodyBytes), at: 8)
    unsafe bytes.put(UInt16(sectionCount), at: 12)
    unsafe bytes.put(UInt16(channels), at: 14)
    unsafe bytes.put(position, at: 16)
    unsafe bytes.put(lost, at: 24)
    unsafe bytes.put(rate.bitPattern, at: 32)
    unsafe bytes.put(timeNanoseconds, at: 40)
    unsafe bytes.put(UInt32(frames), at: 48)
    unsafe bytes.put(fingerprint, at: 52)
    unsafe bytes.put(end.rawValue, at: 56)
    let crc = unsafe CRC32C.of(UnsafeRawBufferPointer(rebasing: bytes[..<60]))
    unsafe bytes.put(crc, at: 60)
  }

  /// Reads and checks the 64 bytes.
  ///
  /// - Parameter bytes: at least 64.
  /// - Throws: `Fault` naming the field that cannot be.
  init(decoding bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard unsafe bytes.get(UInt32.self, at: 0) == Self.magic else { throw .magic }
    let crc = unsafe CRC32C.of(UnsafeRawBufferPointer(rebasing: bytes[..<60]))
    guard unsafe bytes.get(UInt32.self, at: 60) == crc else { throw .crc }
    let version = unsafe bytes.get(UInt16.self, at: 4)
    guard version == Self.version else { throw .version(version) }
    flags = unsafe Flags(rawValue: bytes.get(UInt16.self, at: 6))
    let declared = unsafe bytes.get(UInt32.self, at: 8)
    guard declared <= Self.mostBodyBytes, declared % 8 == 0 else { throw .length(declared) }
    bodyBytes = Int(declared)
    sectionCount = unsafe Int(bytes.get(UInt16.self, at: 12))
    channels = unsafe Int(bytes.get(UInt16.self, at: 14))
    guard 1...Self.mostChannels ~= channels else { throw .channels(channels) }
    position = unsafe bytes.get(Int64.self, at: 16)
    lost = unsafe bytes.get(Int64.self, at: 24)
    guard position >= 0, position < 1 << 56, lost >= 0 else { throw .position(position) }
    rate = unsafe Double(bitPattern: bytes.get(UInt64.self, at: 32))
    guard rate >= 1, rate <= 10_000_000 else { throw .rate(rate) }
    timeNanoseconds = unsafe bytes.get(Int64.self, at: 40)
    frames = unsafe Int(bytes.get(UInt32.self, at: 48))
    guard frames <= Self.mostBodyBytes else { throw .frames(frames) }
    fingerprint = unsafe bytes.get(UInt32.self, at: 52)
    guard let end = unsafe End(rawValue: bytes.get(UInt32.self, at: 56)) else { throw .end }
    self.end = end
  }

  /// Why 64 bytes are no header.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case magic
    case crc
    case version(UInt16)
    case length(UInt32)
    case channels(Int)
    case position(Int64)
    case rate(Double)
    case frames(Int)
    case end

    var description: String {
      switch self {
      case .magic: "not the start of a record"
      case .crc: "a damaged record header: its CRC does not fit"
      case .version(let version):
        "record version \(version), this program reads version \(RecordHeader.version)"
      case .length(let bytes):
        "a record of \(bytes) bytes; at most \(RecordHeader.mostBodyBytes), a multiple of 8"
      case .channels(let count):
        "a record of \(count) channels; 1 to \(RecordHeader.mostChannels) are possible"
      case .position(let frame): "position \(frame) is impossible, or its count of lost frames"
      case .rate(let rate): "a sample rate of \(rate) Hz is impossible"
      case .frames(let count): "a block of \(count) frames is impossible"
      case .end: "an unknown reason of ending"
      }
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Stores a little-endian integer at any offset.
  func put<I: FixedWidthInteger>(_ value: I, at offset: Int) {
    unsafe storeBytes(of: value.littleEndian, toByteOffset: offset, as: I.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Loads a little-endian integer from any offset.
  func get<I: FixedWidthInteger & BitwiseCopyable>(_ type: I.Type, at offset: Int) -> I {
    unsafe I(littleEndian: loadUnaligned(fromByteOffset: offset, as: I.self))
  }
}
