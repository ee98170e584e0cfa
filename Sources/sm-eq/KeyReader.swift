/// Keys of a terminal from the bytes that it sends.
struct KeyReader {
  /// A key that means something here.
  enum Key: Equatable {
    case left, right, up, down, pageUp, pageDown, home, end, tab
    case character(Character)
  }

  private var pending: [UInt8] = []

  /// - Parameter bytes: as they came; a sequence may come in pieces.
  /// - Returns: the keys that are complete.
  mutating func keys(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let first = pending.first {
      guard first == 0x1B else {
        pending.removeFirst()
        if first == 9 {
          keys.append(.tab)
        } else if 32..<127 ~= first {
          keys.append(.character(Character(Unicode.Scalar(first))))
        }
        continue
      }
      // ESC [ parameters letter, or ESC O letter.
      guard pending.count > 1 else { break }
      guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
        pending.removeFirst()
        continue
      }
      guard let end = pending[2...].firstIndex(where: { 64..<127 ~= $0 }) else {
        if pending.count > 16 { pending.removeAll() }
        break
      }
      if let key = Self.sequence(pending[2...end]) { keys.append(key) }
      pending.removeSubrange(...end)
    }
    return keys
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Key? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H", "1~": .home
    case "F", "4~": .end
    case "5~": .pageUp
    case "6~": .pageDown
    case "Z": .tab
    default: nil
    }
  }
}
