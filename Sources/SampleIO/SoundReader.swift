import Glibc
internal import SoundFile

/// Blocks of a sound file that libsndfile reads.
struct SoundReader: ~Copyable {
  private var file: SoundFile
  private let name: String
  private var samples: [Float] = []

  private let bytes: Int64?

  /// - Parameter path: of a regular file; nil is standard input, which is one.
  /// - Throws: `system`; `failed` with libsndfile's reason.
  init(_ path: String?) throws(SampleError) {
    let name = path ?? "standard input"
    let descriptor = try Self.open(path)
    let bytes = System.regularSize(descriptor)
    file = try Self.file(descriptor, name)
    self.name = name
    self.bytes = bytes
  }

  private static func file(
    _ descriptor: Int32, _ name: String
  ) throws(SampleError) -> SoundFile {
    do throws(SoundFileError) {
      return try SoundFile(taking: descriptor)
    } catch {
      throw .failed("\(name): \(error); \(Container.ffmpegAdvice(name))")
    }
  }

  /// A descriptor of its own, at the first byte.
  private static func open(_ path: String?) throws(SampleError) -> Int32 {
    if let path { return try System.open(reading: path) }
    let descriptor = fcntl(0, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw System.failure("seek", "standard input")
    }
    return descriptor
  }

  /// Whether libsndfile takes a file for one of its formats.
  static func knows(_ path: String?) -> Bool {
    do {
      _ = try SoundFile(taking: try open(path))
      return true
    } catch {
      return false
    }
  }

  /// The library's name and version.
  static var library: String { SoundFile.version }

  /// Hz.
  var rate: Double { file.rate }

  var channels: Int { file.channels }

  /// What SRCE says of it.
  var description: SourceDescription {
    var description = SourceDescription()
    description.mask = file.channelMask
    description.format = SampleFormat(word: file.sampleFormat.rawValue)
    description.frames = file.frames
    description.bytes = bytes
    return description
  }

  /// Goes to a frame.
  mutating func seek(toFrame frame: Int64) throws(SampleError) {
    do {
      try file.seek(toFrame: frame)
    } catch {
      throw .failed("\(name): frame \(frame): \(error)")
    }
  }

  /// Reads a block into a record.
  ///
  /// - Parameters:
  ///   - frames: how many; 0 is returned at the end.
  ///   - blocks: the source that the file is.
  ///   - record: used again.
  /// - Returns: frames that came.
  /// - Throws: `failed` with libsndfile's reason.
  mutating func read(
    frames: Int, _ blocks: inout SourceBlocks, _ record: inout Record
  ) throws(SampleError) -> Int {
    guard frames > 0 else { return 0 }
    let got: Int
    do {
      got = try file.read(into: &samples, frames: frames)
    } catch {
      throw .failed("\(name): frame \(blocks.position): \(error)")
    }
    if got > 0 { blocks.fill(&record, with: samples, frames: got) }
    return got
  }
}
