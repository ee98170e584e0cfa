import SampleIO

/// What a transmitter plays.
enum DeviceProfile: String, CaseIterable {
  case picofox
  case picofox8k = "picofox-8k"

  /// Hz.
  var rate: Int {
    switch self {
    case .picofox: 5000
    case .picofox8k: 8000
    }
  }

  init(_ arguments: Arguments) throws {
    self = try arguments.choice("profile", DeviceProfile.init(rawValue:)) ?? .picofox
  }

  /// The file: a header of 44 bytes, the samples, nothing else.
  ///
  /// The device skips 44 bytes and plays all others: any other chunk would be sent as noise.
  func file(_ samples: [Int16]) -> [UInt8] {
    let data = 2 * samples.count
    var bytes = Array("RIFF".utf8) + Self.little(36 + data, 4) + Array("WAVEfmt ".utf8)
    bytes += Self.little(16, 4) + Self.little(1, 2) + Self.little(1, 2) + Self.little(rate, 4)
    bytes += Self.little(2 * rate, 4) + Self.little(2, 2) + Self.little(16, 2)
    bytes += Array("data".utf8) + Self.little(data, 4)
    bytes.reserveCapacity(44 + data)
    for sample in samples {
      let bits = UInt16(bitPattern: sample)
      bytes.append(UInt8(bits & 0xFF))
      bytes.append(UInt8(bits >> 8))
    }
    return bytes
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
