import Glibc

/// Small files of settings: read whole, replaced at once, listed.
public enum SmallFile {
  /// The most that is read, 4 MiB.
  static let mostBytes = 4 << 20

  /// Reads a file.
  ///
  /// - Parameter path: of a regular file or a pipe.
  /// - Returns: its bytes.
  /// - Throws: `system`, or `failed` for a directory or more than 4 MiB.
  public static func read(_ path: String) throws(SampleError) -> [UInt8] {
    if System.isDirectory(path) { throw .failed("\(path): a directory, not a file") }
    let descriptor = try System.open(reading: path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = Array(repeating: UInt8(0), count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw System.failure("read", path) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= mostBytes else {
        throw .failed("\(path): longer than \(mostBytes) bytes; not a file of settings")
      }
    }
  }

  /// Whether something that can be read stands there.
  public static func exists(_ path: String) -> Bool {
    unsafe access(path.forSystem, R_OK) == 0 && !System.isDirectory(path)
  }

  /// Replaces a file at once, readable by its owner only; the folders above are made.
  ///
  /// A reader sees the old file or the new one, never half of it.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - text: what it shall hold.
  /// - Throws: `system`.
  public static func replace(_ path: String, with text: String) throws(SampleError) {
    let path = resolved(path)
    let folder = folder(of: path)
    try makeFolders(folder)
    var template = (folder + "/.sm-XXXXXX").forSystem
    // mkstemp makes it with mode 0600.
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw System.failure("create", folder) }
    let temporary = String(system: template.dropLast().map { UInt8(bitPattern: $0) })
    do throws(SampleError) {
      try System.write(Array(text.utf8), to: descriptor, name: path)
      guard fsync(descriptor) == 0, close(descriptor) == 0 else {
        throw System.failure("write", path)
      }
      guard unsafe rename(temporary.forSystem, path.forSystem) == 0 else {
        throw System.failure("rename", path)
      }
    } catch {
      unsafe unlink(temporary.forSystem)
      throw error
    }
  }

  /// Adds text at a file's end, which is made where there is none.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - text: whole lines.
  /// - Throws: `system`; what could be written of it is taken back.
  public static func append(_ path: String, _ text: String) throws(SampleError) {
    signal(SIGXFSZ, SIG_IGN)
    let descriptor = unsafe open(path.forSystem, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw System.failure("open", path) }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    do throws(SampleError) {
      try System.write(Array(text.utf8), to: descriptor, name: path)
    } catch {
      // Half a line would spoil the next one.
      if end >= 0 { ftruncate(descriptor, end) }
      throw error
    }
  }

  /// Where a path leads behind all links; the path itself where nothing is there.
  static func resolved(_ path: String) -> String {
    System.resolved(path)
  }

  /// The names in a folder, sorted; none where there is no such folder.
  public static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder.forSystem) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(system: bytes.prefix { $0 != 0 })
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The value of an environment variable, nil where it is empty.
  public static func environment(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(system: $0) }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A folder of the user's files, by the XDG Base Directory Specification.
  ///
  /// - Parameters:
  ///   - name: of the variable that says where; one that is no absolute path counts as none.
  ///   - fallback: behind the home folder, such as "/.config".
  /// - Returns: nil where there is neither.
  public static func userFolder(_ name: String, or fallback: String) -> String? {
    if let folder = environment(name), folder.hasPrefix("/") { return folder }
    return environment("HOME").map { $0 + fallback }
  }

  /// The folder that holds the running program, or nil.
  public static var programFolder: String? {
    var bytes = Array(repeating: CChar(0), count: 4096)
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    return folder(of: String(system: bytes[..<count].map(UInt8.init(bitPattern:))))
  }

  /// What stands before the last slash.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder and those above it.
  static func makeFolders(_ path: String) throws(SampleError) {
    if System.isDirectory(path) { return }
    if path != ".", path != "/" { try makeFolders(folder(of: path)) }
    guard unsafe mkdir(path.forSystem, 0o700) == 0 || errno == EEXIST else {
      throw System.failure("create", path)
    }
  }
}
