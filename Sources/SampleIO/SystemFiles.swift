import Glibc

/// Calls of the system that are about whole files and the volumes they stand on.
extension System {
  /// A file for reading and writing that has no name and is gone with its descriptor.
  static func namelessFile() throws(SampleError) -> Int32 {
    let folder = SmallFile.environment("TMPDIR") ?? "/tmp"
    var template = (folder + "/sm-XXXXXX").forSystem
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw failure("create", folder) }
    _ = unsafe unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Copies a file from its beginning.
  static func copyAll(
    from source: Int32, to target: Int32, name: String
  ) throws(SampleError) {
    guard lseek(source, 0, SEEK_SET) == 0 else { throw failure("seek", name) }
    var input = ByteInput(descriptor: dup(source), name: name)
    try input.copy(to: target)
  }

  /// The bytes of an open file to its end.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading.
  ///   - name: for messages.
  ///   - most: bytes; more is an error.
  /// - Returns: all of them.
  /// - Throws: `system`, `failed`.
  static func readAll(
    _ descriptor: Int32, name: String, most: Int
  ) throws(SampleError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", name) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= most else { throw .failed("\(name): more than \(most) bytes") }
    }
  }

  /// A path without links, or as it was where nothing stands there.
  static func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path.forSystem, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(system: found)
  }

  /// Bytes that may be written on the volume of a folder; nil where nobody knows.
  static func freeBytes(_ folder: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(folder.forSystem, &status) == 0 else { return nil }
    let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return free.overflow ? nil : Int64(clamping: free.partialValue)
  }

  /// The kind of file system that a folder stands on, as /proc/self/mountinfo has it ("vfat", "ext4");
  /// nil where nobody knows.
  static func fileSystem(_ folder: String) -> String? {
    var status = stat()
    guard unsafe stat(folder.forSystem, &status) == 0 else { return nil }
    let device = UInt64(status.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    let number = "\(major):\(minor)"
    let descriptor = unsafe Glibc.open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    do throws(SampleError) {
      let bytes = try readAll(descriptor, name: "mountinfo", most: 4 << 20)
      for line in bytes.split(separator: 10) {
        let words = line.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
        guard words.count > 2, words[2] == number, let dash = words.firstIndex(of: "-") else {
          continue
        }
        return words.indices.contains(dash + 1) ? words[dash + 1] : nil
      }
    } catch {
      return nil
    }
    return nil
  }

  /// Whether a folder stands on a FAT file system, as transmitters and cards have it.
  static func isFAT(_ folder: String) -> Bool { ["vfat", "msdos"].contains(fileSystem(folder)) }

  /// Whether two folders stand on the same volume.
  static func isSameVolume(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(one.forSystem, &first) == 0 && stat(other.forSystem, &second) == 0
      && first.st_dev == second.st_dev
  }
}
