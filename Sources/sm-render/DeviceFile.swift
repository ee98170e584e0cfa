import SampleIO

/// Where the transmitter's file goes: a name, or standard output.
struct DeviceFile {
  private let replacement: SafeReplacement?

  /// Looks at what is there, before any sound is read.
  init(_ arguments: Arguments) throws {
    guard let path = arguments.text("output"), !path.isEmpty else {
      throw UsageError("say where to: picofox -o DIR/audio.wav (-o - for standard output)")
    }
    guard path != "-" else {
      if StreamOutput.isTerminal {
        throw UsageError("standard output is a terminal, and this is no text; name a file with -o")
      }
      if arguments.has("expect") { throw UsageError("--expect goes with a file, not with -o -") }
      replacement = nil
      return
    }
    let found = try SafeReplacement(path)
    if let wanted = arguments.text("expect") { try Self.check(found, wanted) }
    replacement = found
  }

  /// Whether a file is there already.
  var replaces: Bool { replacement?.original != nil }

  private static func check(_ found: SafeReplacement, _ wanted: String) throws {
    guard let original = found.original else {
      throw SampleError.failed("\(found.path): there is no such file, and --expect names one")
    }
    let isHash = wanted.utf8.count == 64 && wanted.allSatisfy(\.isHexDigit)
    let hash = SHA256.hex(original)
    if isHash {
      guard hash == wanted.lowercased() else {
        throw SampleError.failed("\(found.path): is not what --expect says; its SHA-256 is \(hash)")
      }
    } else {
      let other = try SafeReplacement(wanted)
      guard let bytes = other.original else {
        throw SampleError.failed("\(wanted): there is no such file to compare with (--expect)")
      }
      guard bytes == original else {
        throw SampleError.failed("\(found.path): is not what \(wanted) is; nothing was written")
      }
    }
  }

  /// Writes the file, and says where the old one is kept.
  func write(_ bytes: [UInt8]) throws {
    guard var replacement else { return try StandardOutput.write(bytes) }
    if replacement.original == bytes {
      return Diagnostics.remark("\(replacement.path): is that already; nothing was written")
    }
    try replacement.replace(with: bytes, backupFolder: Self.backupFolder())
    if let copy = replacement.backupPath {
      Diagnostics.remark("\(replacement.path): replaced; the old file is kept as \(copy)")
    }
  }

  /// $XDG_STATE_HOME/signalmetric/backups.
  private static func backupFolder() throws -> String {
    guard let base = SmallFile.userFolder("XDG_STATE_HOME", or: "/.local/state") else {
      throw SampleError.failed(
        "there is no folder for a copy of the old file; set HOME, or XDG_STATE_HOME to an absolute path"
      )
    }
    return base + "/signalmetric/backups"
  }
}
