/// The CRC-32C of records' headers and sources' fingerprints.
///
/// Polynomial 0x1EDC6F41 (Castagnoli), reflected, start and end inverted; "123456789" gives
/// 0xE3069283. Source: RFC 3720, appendix B.4.
enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1
    }
  }

  /// - Parameter bytes: what to sum up.
  /// - Returns: the sum, as it is stored.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = UInt32.max
    for index in bytes.indices {
      crc = unsafe crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
    }
    return ~crc
  }
}
