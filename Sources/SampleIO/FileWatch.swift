import Glibc

/// Notices when files have been written or replaced.
///
/// What is watched are their folders, so that a file that is renamed into place, as editors do, is seen as
/// well as one that was written and closed; one that is half written is not.
@safe public struct FileWatch: ~Copyable {
  private let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private var paths: Set<String> = []

  /// - Throws: `system` when the kernel has no more watches.
  public init() throws(SampleError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw System.failure("inotify_init", "watching files") }
  }

  deinit { close(descriptor) }

  /// Watches these files from now on; others no longer matter.
  ///
  /// - Parameter files: paths, which need not exist yet; their folders do.
  /// - Throws: `system` for a folder that cannot be watched.
  public mutating func watch(_ files: [String]) throws(SampleError) {
    // A link is watched at both of its ends.
    let placed = files.map { file in
      Self.path(
        Diagnostics.lastComponent(file), in: SmallFile.resolved(SmallFile.folder(of: file)))
    }
    let all = placed + files.map(SmallFile.resolved)
    paths = Set(all)
    for file in all {
      let folder = SmallFile.folder(of: file)
      guard !folders.values.contains(folder) else { continue }
      let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
      let watch = unsafe inotify_add_watch(descriptor, folder.forSystem, events)
      guard watch >= 0 else { throw System.failure("watch", folder) }
      folders[watch] = folder
    }
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Whether one of the files has been closed after writing, or replaced, since the last question.
  public func hasChanged() -> Bool {
    var changed = false
    var bytes = Array(repeating: UInt8(0), count: 4096)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return changed }
      var place = 0
      while place + 16 <= count {
        let (watch, length) = unsafe bytes.withUnsafeBytes { raw in
          unsafe (
            raw.loadUnaligned(fromByteOffset: place, as: Int32.self),
            Int(raw.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
          )
        }
        let name = String(
          system: bytes[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 })
        if let folder = folders[watch] {
          changed = changed || paths.contains(Self.path(name, in: folder))
        }
        place += 16 + length
      }
    }
  }
}
