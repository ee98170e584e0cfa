/// What a preset is made for: the stream, and what the user wants.
public struct PresetTarget: Sendable {
  /// Hz.
  public var rate: Double
  public var channels: Int
  /// Of the channels, as in WAVEFORMATEXTENSIBLE; 0 unknown.
  public var mask: UInt32 = 0
  /// nil: matched for the graphic form, as defined for everything else.
  public var design: FilterDesign?
  /// Which side of the graphic form drives each channel; nil odd left, even right.
  public var sides: [GraphicForm.Side?]?

  public init(rate: Double, channels: Int) {
    self.rate = rate
    self.channels = channels
  }

  /// The side of the graphic form that drives a channel.
  public func side(_ channel: Int) -> GraphicForm.Side? {
    guard let sides else { return channel % 2 == 0 ? .left : .right }
    return channel < sides.count ? sides[channel] : nil
  }

  /// The channels that a name means, from 0; nil where there is none.
  public func channel(_ name: ChannelName) -> Int? {
    switch name {
    case .number(let number): number <= channels ? number - 1 : nil
    case .role(let role): ChannelRoles.order(channels: channels, mask: mask).firstIndex(of: role)
    }
  }
}

/// Which channel is which.
enum ChannelRoles {
  /// By the bits of a WAVEFORMATEXTENSIBLE mask.
  private static let bits: [Int: String] = [
    0: "L", 1: "R", 2: "C", 3: "SUB", 4: "RL", 5: "RR", 8: "RC", 9: "SL", 10: "SR",
  ]

  static func order(channels: Int, mask: UInt32) -> [String] {
    let set = (0..<32).filter { mask >> $0 & 1 == 1 }
    if set.count == channels {
      var roles = set.map { bits[$0] ?? "" }
      // 5.1 with side speakers: where nothing is at the back, these are the rear ones too.
      if !roles.contains("RL"), !roles.contains("RR") {
        roles = roles.map { $0 == "SL" ? "RL" : $0 == "SR" ? "RR" : $0 }
      }
      return roles
    }
    switch channels {
    case 1: return ["L"]
    case 2: return ["L", "R"]
    case 3: return ["L", "R", "C"]
    case 4: return ["L", "R", "RL", "RR"]
    case 5: return ["L", "R", "C", "RL", "RR"]
    case 6: return ["L", "R", "C", "SUB", "RL", "RR"]
    case 7: return ["L", "R", "C", "SUB", "RC", "SL", "SR"]
    default: return ["L", "R", "C", "SUB", "RL", "RR", "SL", "SR"]
    }
  }
}
