/// Keys of a terminal from the bytes that it sends.
public struct TerminalKeys {
  /// A key that means something to a tool.
  public enum Key: Equatable, Sendable {
    case left, right, up, down, pageUp, pageDown, home, end, tab, backTab, redraw
    case character(Character)
  }

  private var pending: [UInt8] = []

  public init() {}

  /// - Parameter bytes: as they came; a sequence may come in pieces.
  /// - Returns: the keys that are complete.
  public mutating func keys(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let first = pending.first {
      guard first == 0x1B else {
        pending.removeFirst()
        switch first {
        case 9: keys.append(.tab)
        case 12: keys.append(.redraw)
        case 32..<127: keys.append(.character(Character(Unicode.Scalar(first))))
        default: break
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
    case "Z": .backTab
    default: nil
    }
  }
}
