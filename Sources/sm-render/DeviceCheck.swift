import SampleIO

/// Says whether a folder looks like a mounted transmitter, and what is wrong with its files.
struct DeviceCheck {
  private let folder: String
  private let volume: VolumeReport
  private var lines: [String] = []
  private var isDevice = true

  init(_ folder: String) throws {
    self.folder = folder
    volume = try VolumeReport(folder)
  }

  /// Prints what it is, a line each.
  ///
  /// - Throws: `Verdict` with status 1 where it is no transmitter, or something is wrong with it.
  mutating func run() throws {
    let free = volume.freeBytes.map { "\($0) bytes free" } ?? "free space unknown"
    lines.append("volume: \(volume.fileSystem), \(free)")
    let hasSettings = checkSettings()
    let hasAudio = checkAudio()
    let looks = hasSettings && hasAudio
    lines.append(folder + verdict(looks))
    var output = TextOutput()
    output.text.append(lines.map { $0.asLine + "\n" }.joined())
    try output.flush()
    guard looks, isDevice else { throw Verdict(status: 1) }
  }

  /// What it is, in words.
  private func verdict(_ looks: Bool) -> String {
    guard looks else { return " does not look like a transmitter" }
    let kind =
      volume.isFAT
      ? " looks like a transmitter" : " looks like a copy of a transmitter, which has FAT itself"
    return kind + (isDevice ? "" : "; what is wrong with its files is said above")
  }

  /// The real name of a file; FAT knows no case.
  private func bytes(_ name: String) -> (isThere: Bool, bytes: [UInt8]?) {
    guard let found = volume.names.first(where: { $0.lowercased() == name }) else {
      return (false, nil)
    }
    do {
      return (true, try SafeReplacement(folder + "/" + found).original)
    } catch {
      return (true, nil)
    }
  }

  private mutating func checkSettings() -> Bool {
    let (isThere, found) = bytes("settings.txt")
    guard isThere, let found else {
      lines.append(isThere ? "settings.txt: cannot be read" : "settings.txt: missing")
      if isThere { isDevice = false }
      return isThere
    }
    let settings = DeviceSettings(found)
    let name = settings.callsign.isEmpty ? "no callsign" : "callsign \(settings.callsign)"
    lines.append("settings.txt: \(found.count) bytes, \(name)")
    for fault in settings.faults {
      if !fault.isNote { isDevice = false }
      let place = fault.line > 0 ? "line \(fault.line): " : ""
      lines.append("settings.txt: \(place)\(fault.text)")
    }
    return true
  }

  private mutating func checkAudio() -> Bool {
    let (isThere, found) = bytes("audio.wav")
    guard isThere, let found else {
      lines.append(isThere ? "audio.wav: cannot be read" : "audio.wav: missing")
      if isThere { isDevice = false }
      return isThere
    }
    guard let audio = DeviceAudio(found) else {
      isDevice = false
      lines.append(
        "audio.wav: \(found.count) bytes, not the file that the device plays: "
          + "mono, 16 bits, 5000 or 8000 Hz behind a header of 44 bytes")
      return true
    }
    lines.append(
      "audio.wav: \(found.count) bytes, \(audio.rate) Hz, \(fixed(audio.seconds, 3)) s, "
        + (audio.isFactory
          ? "the factory's, whose header says 30 s" : "SHA-256 \(SHA256.hex(found))"))
    return true
  }
}

/// The header of a transmitter's file.
struct DeviceAudio {
  /// Hz.
  let rate: Int
  let seconds: Double
  /// Whether it is the factory's file, which is 12,000 bytes shorter than its header says.
  let isFactory: Bool

  /// nil where the bytes are no such file.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 44 else { return nil }
    let number = { (offset: Int, count: Int) in
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    rate = number(24, 4)
    seconds = Double((bytes.count - 44) / 2) / Double(max(rate, 1))
    isFactory = bytes.count == 288_044 && number(4, 4) == 300_036 && number(40, 4) == 300_000
    let fits = number(4, 4) == bytes.count - 8 && number(40, 4) == bytes.count - 44
    guard bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WAVEfmt ".utf8),
      bytes[36...].starts(with: "data".utf8),
      [number(16, 4), number(20, 2), number(22, 2)] == [16, 1, 1],
      number(34, 2) == 16, DeviceProfile.allCases.contains(where: { $0.rate == number(24, 4) }),
      fits || isFactory
    else { return nil }
  }
}
