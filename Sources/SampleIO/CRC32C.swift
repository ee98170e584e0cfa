/// The CRC-32C of records' headers and sources' fingerprints.
///
/// Polynomial 0x1EDC6F41 (Castagnoli), reflected, start and end inverted; "123456789" gives
/// 0xE3069283. Source: RFC 3720, appendix B.4.
enum CRC32C {
  /// What a byte does to the sum, and behind it what it does with 1 … 7 bytes of zero following.
  private static let table: [UInt32] = {
    var table: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in
        crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1
      }
    }
    for index in 0..<7 * 256 {
      let sum = table[index]
      table.append(sum >> 8 ^ table[Int(sum & 0xFF)])
    }
    return table
  }()

  /// - Parameter bytes: what to sum up.
  /// - Returns: the sum, as it is stored.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    unsafe table.withUnsafeBufferPointer { table in
      var crc = UInt32.max
      let whole = bytes.count & ~7
      for index in stride(from: 0, to: whole, by: 8) {
        let word = unsafe bytes.get(UInt64.self, at: index) ^ UInt64(crc)
        crc = 0
        for place in 0..<8 {
          let byte = Int(truncatingIfNeeded: word >> UInt64(8 &* place) & 0xFF)
          crc ^= unsafe table[(7 &- place) &* 256 &+ byte]
        }
      }
      for index in whole..<bytes.count {
        crc = unsafe crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
      }
      return ~crc
    }
  }
}
