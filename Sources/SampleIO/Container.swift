/// What a stream is, by its first bytes.
enum Container: Equatable {
  case records
  case wav
  case au
  /// A compressed or foreign file: its name, and whether libsndfile reads it from a file.
  case foreign(String, readable: Bool)
  case unknown

  /// Bytes that are looked at.
  static let lookAhead = 16

  /// - Parameter bytes: the first 16 of the stream, or all if there are fewer.
  init(sniffing bytes: UnsafeRawBufferPointer) {
    let head = unsafe Array(bytes)
    let starts = { (magic: String, offset: Int) in
      head.dropFirst(offset).starts(with: magic.utf8)
    }
    if head.starts(with: [0x53, 0x4D, 0xFF, 0x7F]) {
      self = .records
    } else if Self.beginsWAV(head) {
      self = .wav
    } else if starts(".snd", 0) {
      self = .au
    } else if let name = Self.readable.first(where: { starts($0.magic, $0.offset) })?.name {
      self = .foreign(name, readable: true)
    } else if let name = Self.other.first(where: { starts($0.magic, $0.offset) })?.name {
      self = .foreign(name, readable: false)
    } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .foreign("a Matroska or WebM file", readable: false)
    } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
      self = .foreign("a WMA or ASF file", readable: false)
    } else {
      self = .unknown
    }
  }

  /// Whether a WAV file begins so: RIFF, or one of the two for more than 4 GiB.
  static func beginsWAV(_ head: [UInt8]) -> Bool {
    ["RIFF", "RF64", "BW64"].contains { head.starts(with: $0.utf8) }
  }

  /// What an input is; it stands where it stood.
  static func sniff(_ input: inout ByteInput) throws(SampleError) -> Container {
    let head = try unsafe input.peek(lookAhead) { unsafe Array($0) }
    let found = unsafe head.withUnsafeBytes { unsafe Container(sniffing: $0) }
    guard found == .unknown, let sync = FrameSync(head) else { return found }
    let isFrame = try unsafe input.peek(sync.frameBytes + 2) { unsafe sync.isConfirmed(by: $0) }
    return isFrame ? sync.container : .unknown
  }

  private static let readable: [(magic: String, offset: Int, name: String)] = [
    ("fLaC", 0, "a FLAC file"), ("OggS", 0, "an Ogg file"), ("ID3", 0, "an MP3 file"),
    ("FORM", 0, "an AIFF file"), ("caff", 0, "a CAF file"), ("RIFX", 0, "a big-endian WAV file"),
    ("riff", 0, "a W64 file"), ("Creative Voice", 0, "a VOC file"),
    ("NIST_1A", 0, "a NIST SPHERE file"),
  ]

  private static let other: [(magic: String, offset: Int, name: String)] = [
    ("ftyp", 4, "an MP4, M4A or video file"), ("MThd", 0, "a MIDI file"),
    ("MAC ", 0, "a Monkey's Audio file"), ("wvpk", 0, "a WavPack file"), (".SoX", 0, "a SoX file"),
    ("#!AMR", 0, "an AMR file"), ("BZh", 0, "a bzip2 file"), ("PK\u{3}\u{4}", 0, "a zip file"),
    ("FLV", 0, "a Flash video file"), ("DSD ", 0, "a DSD file"), ("FRM8", 0, "a DSDIFF file"),
    ("TTA1", 0, "a True Audio file"), ("tBaK", 0, "a TAK file"), ("MPCK", 0, "a Musepack file"),
    ("MP+", 0, "a Musepack file"),
  ]

  /// The command that reads a file which only its own program knows; of a pipe, whose name is gone
  /// with its command, any file.
  static func ffmpegAdvice(_ name: String) -> String {
    let file = System.regularSize(of: name) == nil ? "FILE" : quoted(name)
    return "try: ffmpeg -v error -i \(file) -f wav -c:a pcm_f32le - | sm-capture"
  }

  /// The command that reads what libsndfile knows, where it has come by a pipe.
  static let captureAdvice = "it cannot be read from a pipe; try: sm-capture FILE"

  /// A name as it can be typed in a shell.
  static func quoted(_ name: String) -> String {
    let plain = name.utf8.allSatisfy { byte in
      byte > 127 || "/._-+=:,@%".utf8.contains(byte)
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }
    if plain, !name.isEmpty { return name }
    return "'"
      + name.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }
}

extension Container {
  /// The kind of stream that answers this one; sound files are answered by records.
  var kind: OutputRequest.Kind {
    switch self {
    case .wav: .wav
    case .au: .au
    case .unknown: .raw
    case .records, .foreign: .records
    }
  }
}
