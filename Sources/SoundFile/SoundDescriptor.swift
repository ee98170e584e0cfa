import Glibc

/// An open file; whoever opens it closes it.
///
/// libsndfile gets the descriptor and not the path: from a path that ends in .au, .snd, .vox or .gsm
/// it takes any bytes for sound, and it takes "-" for standard input.
struct SoundDescriptor {
  let number: Int32

  /// - Parameter path: taken as it stands.
  /// - Throws: `cannotOpen` with the system's reason, also for a directory; `empty`.
  init(reading path: String) throws(SoundFileError) {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .cannotOpen(reason: Self.reason(errno)) }
    self = try Self(taking: opened)
  }

  /// - Parameter number: open for reading; closed when this fails.
  /// - Throws: `cannotOpen` with the system's reason for a directory; `empty`.
  init(taking number: Int32) throws(SoundFileError) {
    if let problem = Self.problem(number) {
      Glibc.close(number)
      throw problem
    }
    self.number = number
  }

  /// A file that somebody else has opened.
  init(_ number: Int32) { self.number = number }

  /// Gives the descriptor back.
  func close() {
    Glibc.close(number)
  }

  /// Why an open file cannot be a sound file, if its kind or size tells.
  private static func problem(_ number: Int32) -> SoundFileError? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return .cannotOpen(reason: reason(errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { return .cannotOpen(reason: reason(EISDIR)) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0 ? .empty : nil
  }

  /// Bytes from a place in the file, fewer at its end and none from a pipe; moves nothing.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe pread(number, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(0, got)))
  }

  /// Writes bytes over others; moves nothing.
  ///
  /// Where that fails, so will the writing of the sound, which says it.
  func put(_ bytes: [UInt8], at offset: Int64) {
    _ = unsafe pwrite(number, bytes, bytes.count, off_t(offset))
  }

  /// Where one of the first chunks of a RIFF or IFF file begins.
  func chunk(_ name: String, bigEndian: Bool) -> Int64? {
    var place: Int64 = 12
    for _ in 0..<8 {
      let start = bytes(at: place, count: 8)
      guard start.count == 8 else { return nil }
      if start.starts(with: Array(name.utf8)) { return place }
      let digits = bigEndian ? Array(start[4...]) : start[4...].reversed()
      let size = digits.reduce(Int64(0)) { $0 << 8 | Int64($1) }
      place += 8 + size + size & 1
    }
    return nil
  }

  /// Whether an MPEG file begins with a frame that states the length (Xing or Info), so that the
  /// length is no guess; an ID3v2 tag before it is passed over.
  var statesLength: Bool {
    var start: Int64 = 0
    let tag = bytes(at: 0, count: 10)
    if tag.starts(with: Array("ID3".utf8)), tag.count == 10 {
      start = 10 + tag[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
    }
    let frame = bytes(at: start, count: 256)
    let names = [Array("Xing".utf8), Array("Info".utf8)]
    return frame.indices.contains { place in names.contains { frame[place...].starts(with: $0) } }
  }

  /// Whether MPEG audio goes on where the decoder stopped.
  var goesOn: Bool {
    let offset = lseek(number, 0, SEEK_CUR)
    guard offset >= 0 else { return false }
    let next = bytes(at: Int64(offset), count: 2)
    return next.count == 2 && next[0] == 0xFF && next[1] & 0xE0 == 0xE0
  }

  /// The system's words for an error.
  static func reason(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text).lowercased()
  }
}
