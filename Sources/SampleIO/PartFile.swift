import Glibc

/// A file that grows as `FILE.part` and takes its name when it is whole.
///
/// A lock tells a part that is being written from one that a killed program left behind.
public struct PartFile: Sendable {
  /// The name it will have.
  public let path: String
  /// Open for reading and writing.
  let descriptor: Int32
  private let replacing: Bool

  /// The name until then.
  public var partPath: String { path + ".part" }

  /// Begins the part, empty.
  ///
  /// - Parameters:
  ///   - path: of the file to be.
  ///   - replacing: whether a file of that name may go, and a part left behind.
  /// - Throws: `failed` when there is such a file, or a part of a running program; `system`.
  public init(_ path: String, replacing: Bool) throws(SampleError) {
    self.path = path
    self.replacing = replacing
    try Self.check(path, replacing: replacing)
    // A file that may grow no more is a write that fails, and what is there can be taken away.
    signal(SIGXFSZ, SIG_IGN)
    let part = path + ".part"
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let fresh = unsafe open(part.forSystem, flags | O_EXCL, 0o666)
    descriptor = fresh >= 0 ? fresh : unsafe open(part.forSystem, flags | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw System.failure("open", part) }
    do {
      try claim(isFresh: fresh >= 0)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Makes sure that nobody else writes the part.
  private func claim(isFresh: Bool) throws(SampleError) {
    guard let size = System.regularSize(descriptor) else {
      throw .failed("\(partPath): no regular file; choose another name")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, isStillThere else {
      throw .failed("\(partPath): another program is recording it; choose another name")
    }
    guard isFresh || replacing else {
      throw .failed(
        "\(partPath): \(size) bytes left by a recording that was killed; "
          + "give it another name to keep it, or replace it with --force")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw System.failure("truncate", partPath) }
  }

  /// Whether the part's name still names the file that is open: its writer may have renamed it.
  private var isStillThere: Bool {
    var (opened, named) = (stat(), stat())
    return unsafe fstat(descriptor, &opened) == 0 && stat(partPath.forSystem, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  private static func check(_ path: String, replacing: Bool) throws(SampleError) {
    var status = stat()
    guard unsafe stat(path.forSystem, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .failed("\(path): no regular file; choose another name")
    }
    guard replacing else {
      throw .failed(
        "\(path): there is such a file; choose another name, or replace it with --force")
    }
  }

  /// Makes a file of bytes that are all there; where that fails, nothing of it is left.
  ///
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - path: of the file to be.
  ///   - replacing: whether a file of that name may go, and a part left behind.
  /// - Throws: `failed`, `system`.
  public static func make(
    _ bytes: [UInt8], at path: String, replacing: Bool
  ) throws(SampleError) {
    let part = try PartFile(path, replacing: replacing)
    do throws(SampleError) { try part.write(bytes) } catch {
      part.discard()
      throw error
    }
    do throws(SampleError) { try part.commit() } catch {
      unsafe unlink(part.partPath.forSystem)
      throw error
    }
  }

  /// Writes bytes behind those that are there.
  ///
  /// - Parameter bytes: any.
  /// - Throws: `system`.
  public func write(_ bytes: [UInt8]) throws(SampleError) {
    try unsafe bytes.span.withUnsafeBytes { (raw) throws(SampleError) in
      try unsafe System.write(descriptor, raw, name: partPath)
    }
  }

  /// Brings everything to the medium and gives the file its name.
  ///
  /// - Throws: `system`; `failed` when somebody else has made such a file meanwhile. The part
  ///   is left.
  public func commit() throws(SampleError) {
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw System.failure("write", partPath) }
    try Self.check(path, replacing: replacing)
    guard unsafe rename(partPath.forSystem, path.forSystem) == 0 else {
      throw System.failure("rename", partPath)
    }
    let opened = unsafe open(SmallFile.folder(of: path).forSystem, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    fsync(opened)
    close(opened)
  }

  /// Takes the part away.
  public func discard() {
    _ = unsafe unlink(partPath.forSystem)
    close(descriptor)
  }
}
