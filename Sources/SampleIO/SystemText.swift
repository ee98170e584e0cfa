/// Words of the system: command lines, names of files, the environment.
///
/// They are bytes, and need not be UTF-8. A byte that belongs to no character stands in a String as
/// one of the last code points for private use, U+10FF80 to U+10FFFF, and is that byte again where the
/// String goes back to the system: so any name is a name. A real character of those comes as its bytes.
extension String {
  private static let firstOfBytes: UInt32 = 0x10_FF00
  private static let bytesOfNoCharacter: ClosedRange<UInt32> = 0x10_FF80...0x10_FFFF

  /// - Parameter bytes: as the system has them, without the zero at their end.
  init(system bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasBytesOfNoCharacter {
      self = text
      return
    }
    self = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = Self.scalar(at: rest) {
        unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        if let scalar = Unicode.Scalar(Self.firstOfBytes + UInt32(first)) {
          unicodeScalars.append(scalar)
        }
        rest = rest.dropFirst()
      }
    }
  }

  /// - Parameter pointer: to bytes with a zero behind them.
  @unsafe init(system pointer: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var place = unsafe pointer
    while unsafe place.pointee != 0 {
      unsafe bytes.append(UInt8(bitPattern: place.pointee))
      unsafe place += 1
    }
    self.init(system: bytes)
  }

  /// The character that bytes begin with, nil for none that would come back as it is.
  private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for count in 1...4 {
      guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { continue }
      return text.hasBytesOfNoCharacter ? nil : text.unicodeScalars.first
    }
    return nil
  }

  private var hasBytesOfNoCharacter: Bool {
    utf8.contains(0xF4) && unicodeScalars.contains { Self.bytesOfNoCharacter ~= $0.value }
  }

  /// The bytes for a call of the system, with a zero behind them.
  var forSystem: [CChar] {
    guard hasBytesOfNoCharacter else { return Array(utf8CString) }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if Self.bytesOfNoCharacter ~= scalar.value {
        bytes.append(CChar(truncatingIfNeeded: scalar.value))
      } else {
        bytes += UTF8.encode(scalar).map { $0.map(CChar.init(bitPattern:)) } ?? []
      }
    }
    return bytes + [0]
  }

  /// As text: U+FFFD stands for each byte of no character.
  var asText: String {
    guard hasBytesOfNoCharacter else { return self }
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(Self.bytesOfNoCharacter ~= scalar.value ? "\u{FFFD}" : scalar)
    }
    return text
  }

  /// As a part of one line for people, harmless to a terminal.
  ///
  /// "?" stands for control characters, line ends, and bytes of no character.
  public var asLine: String {
    guard unicodeScalars.contains(where: Self.isDangerous) else { return self }
    var line = ""
    for scalar in unicodeScalars {
      line.unicodeScalars.append(Self.isDangerous(scalar) ? "?" : scalar)
    }
    return line
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, bytesOfNoCharacter: true
    default: false
    }
  }
}

extension CommandLine {
  /// The program's name and the words behind it.
  static let words: [String] = (0..<Int(argc)).compactMap { index in
    unsafe unsafeArgv[index].map { unsafe String(system: $0) }
  }
}
