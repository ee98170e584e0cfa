/// The Secure Hash Algorithm with 256 bits.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.2.
public enum SHA256 {
  /// The hash of a message, as 64 lower-case digits.
  public static func hex(_ message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest(message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The hash of a message, 32 bytes.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    let bits = UInt64(message.count) * 8
    let zeros = (119 - message.count % 64) % 64
    let tail = [0x80] + Array(repeating: 0, count: zeros) + (0..<8).map { bits.byte($0) }
    var hash: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    let rounds = primes.map { fraction(cubeRoot(Double($0))) }
    var padded = message
    padded += tail
    for start in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[start..<start + 64], &hash, rounds)
    }
    return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, _ hash: inout [UInt32], _ rounds: [UInt32]) {
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let s0 = turn(a, 7) ^ turn(a, 18) ^ a >> 3
      let s1 = turn(b, 17) ^ turn(b, 19) ^ b >> 10
      words.append(words[t - 16] &+ s0 &+ words[t - 7] &+ s1)
    }
    var v = hash
    for t in 0..<64 {
      let s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let one = v[7] &+ s1 &+ choice &+ rounds[t] &+ words[t]
      let s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [one &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
    }
    for index in 0..<8 { hash[index] &+= v[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 64 primes.
  private static let primes: [Int] = {
    var primes: [Int] = []
    var number = 2
    while primes.count < 64 {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }()

  /// The first 32 bits behind the point.
  private static func fraction(_ value: Double) -> UInt32 {
    UInt32((value - value.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRoot(_ value: Double) -> Double {
    // Newton's method from above converges to the last bit but one; 32 bits are wanted.
    var root = value
    for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}

extension UInt64 {
  /// A byte, the highest first.
  fileprivate func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: self >> (56 - 8 * index))
  }
}
