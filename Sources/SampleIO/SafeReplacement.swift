import Glibc

/// Replaces a small file on a volume that may vanish, so that at every moment the old file or the new
/// one is there, whole.
///
/// The old file is read when the work begins; when the new one is ready it must still be the same, is
/// copied to the user's own disk, and only then gives way.
public struct SafeReplacement {
  /// The most that a file may have, 64 MiB.
  public static let mostBytes = 64 << 20

  /// Of the file.
  public let path: String
  /// What stands there; nil where there is no such file.
  public let original: [UInt8]?
  /// Where the copy of the original is, once there is one.
  public private(set) var backupPath: String?

  private var folder: String { SmallFile.folder(of: path) }

  /// Reads what is there.
  ///
  /// - Parameter name: of the file; a link is followed.
  /// - Throws: `failed` for what is no regular file or too long; `system` for what cannot be read.
  public init(_ name: String) throws(SampleError) {
    path = System.resolved(name)
    guard !System.isDirectory(path) else {
      throw .failed("\(name): a directory; name the file in it: \(name)/audio.wav")
    }
    original = try Self.read(path)
    guard System.isDirectory(SmallFile.folder(of: path)) else {
      throw .failed("\(SmallFile.folder(of: path)): there is no such directory; is it mounted?")
    }
  }

  /// The bytes of a file, nil where there is none.
  private static func read(_ path: String) throws(SampleError) -> [UInt8]? {
    let descriptor = unsafe open(path.forSystem, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw System.failure("open", path) }
    defer { close(descriptor) }
    guard let size = System.regularSize(descriptor) else {
      throw .failed("\(path): no regular file; it is left alone")
    }
    guard size <= mostBytes else {
      throw .failed("\(path): \(size) bytes; at most \(mostBytes) are replaced")
    }
    // What is in memory says nothing of the medium.
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    return try System.readAll(descriptor, name: path, most: mostBytes)
  }

  /// Replaces the file.
  ///
  /// - Parameters:
  ///   - bytes: of the new one.
  ///   - backupFolder: for the copy of the old one; made where it is missing.
  /// - Throws: `failed`, `system`; the old file is there then, and nothing else is.
  public mutating func replace(
    with bytes: [UInt8], backupFolder: String
  ) throws(SampleError) {
    try checkUnchanged()
    if let original { backupPath = try backUp(original, backupFolder) }
    try checkRoom(bytes.count)
    try put(bytes, onlyIfUnchanged: true)
    guard try Self.read(path) == bytes else { throw restore() }
  }

  /// Writes a file beside the one there, looks whether it arrived, and lets it take the name.
  private func put(_ bytes: [UInt8], onlyIfUnchanged: Bool) throws(SampleError) {
    let mode = Self.mode(of: path)
    let part = try PartFile(path, replacing: true)
    do throws(SampleError) {
      fchmod(part.descriptor, mode)
      try System.write(bytes, to: part.descriptor, name: part.partPath)
      guard fsync(part.descriptor) == 0 else { throw System.failure("write", part.partPath) }
      guard try Self.read(part.partPath) == bytes else {
        throw .failed("\(path): what was written cannot be read back; the old file stays")
      }
      if onlyIfUnchanged {
        try checkUnchanged()
        if Attention.isEnding { throw .interrupted }
      }
    } catch {
      part.discard()
      throw error
    }
    do throws(SampleError) { try part.commit() } catch {
      unsafe unlink(part.partPath.forSystem)
      throw error
    }
  }

  /// Whether the file is still what it was when it was read first.
  private func checkUnchanged() throws(SampleError) {
    guard System.isDirectory(folder) else {
      throw .failed("\(folder): it is gone; nothing was written")
    }
    guard try Self.read(path) == original else {
      throw .failed("\(path): somebody has changed it meanwhile; nothing was written")
    }
  }

  private func checkRoom(_ count: Int) throws(SampleError) {
    guard let free = System.freeBytes(folder), free < Int64(count) else { return }
    throw .failed(
      "\(folder): \(free) bytes are free, the new file needs \(count) beside the old one; "
        + "nothing was written")
  }

  /// Copies the original to the user's disk, under a name that says when.
  private func backUp(_ original: [UInt8], _ backups: String) throws(SampleError) -> String {
    try SmallFile.makeFolders(backups)
    guard !System.isFAT(backups) || !System.isSameVolume(backups, folder) else {
      throw .failed("\(backups): on the volume itself; set XDG_STATE_HOME to a folder elsewhere")
    }
    let stamp = Calendar.fileStamp(System.utcNanoseconds())
    let name = "\(backups)/\(stamp)-\(getpid())-\(Diagnostics.lastComponent(path))"
    do throws(SampleError) {
      try Self.write(original, to: name, mode: 0o600)
      guard try Self.read(name) == original else {
        throw .failed("\(name): the copy cannot be read back; nothing was written")
      }
    } catch {
      unsafe unlink(name.forSystem)
      throw error
    }
    Self.sync(backups)
    return name
  }

  /// Puts the original back where the new file did not arrive.
  ///
  /// - Returns: what to say.
  private func restore() -> SampleError {
    var outcome = "the old file could not be put back"
    if let original {
      do throws(SampleError) {
        try put(original, onlyIfUnchanged: false)
        outcome = "the old file is back"
      } catch {
        outcome += " (\(error))"
      }
    } else if unsafe unlink(path.forSystem) == 0 {
      outcome = "it was taken away"
    }
    let copy = backupPath.map { "; its copy is \($0)" } ?? ""
    return .failed("\(path): what was written cannot be read back; \(outcome)\(copy)")
  }

  /// That of the file, or what the user wants of a new one.
  private static func mode(of path: String) -> mode_t {
    var status = stat()
    if unsafe stat(path.forSystem, &status) == 0 { return status.st_mode & 0o777 }
    let mask = umask(0)
    umask(mask)
    return 0o666 & ~mask
  }

  /// Writes a file that is not there yet, to the medium.
  private static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t
  ) throws(SampleError) {
    let descriptor = unsafe open(
      path.forSystem, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw System.failure("create", path) }
    do throws(SampleError) {
      try System.write(bytes, to: descriptor, name: path)
      guard fsync(descriptor) == 0 else { throw System.failure("write", path) }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw System.failure("write", path) }
  }

  /// Brings a folder's names to the medium, where that can be asked.
  private static func sync(_ folder: String) {
    let opened = unsafe open(folder.forSystem, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    fsync(opened)
    close(opened)
  }
}
