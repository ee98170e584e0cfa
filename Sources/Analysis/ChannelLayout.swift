/// Which channel is what: the weights of programme loudness, and a name to say them by.
public struct ChannelLayout: Sendable, Equatable {
  /// One role a channel, in the order of the stream.
  public let roles: [ChannelRole]
  /// The number of the name in `names`, from 1; 0 for a layout of no name.
  public let code: UInt32
  /// "mono", "stereo", "5.1" …, or "custom".
  public let name: String

  /// The names that `init(name:)` takes besides a list of labels, by their codes from 1.
  public static var names: [String] { known.map(\.name) }

  /// The layout that a channel count alone implies: 1 mono, 2 L R, 5 L R C Ls Rs, 6 L R C LFE Ls Rs.
  public init?(defaultFor channels: Int) {
    switch channels {
    case 1: self.init(name: "mono")
    case 2: self.init(name: "stereo")
    case 5: self.init(name: "5.0")
    case 6: self.init(name: "5.1")
    default: return nil
    }
  }

  /// The layout of a WAVEFORMATEXTENSIBLE channel mask, whose channels stand in the order of its bits.
  ///
  /// Nil unless the mask has a bit a channel. A bit without a known position has weight 1.
  public init?(mask: UInt32, channels: Int) {
    guard channels > 0, mask.nonzeroBitCount == channels else { return nil }
    let roles = (0..<32).filter { mask >> UInt32($0) & 1 == 1 }
      .map { Speaker(rawValue: $0)?.role(in: mask) ?? .main }
    self.init(roles: roles, mask: mask)
  }

  /// The layout of a name ("5.1") or of a list of labels ("L,R,C,LFE,Ls,Rs"), one a channel.
  ///
  /// Named layouts have the order of the mask's bits. A list may repeat a label (eight stems are eight
  /// times `FC`), and then has no name. Nil for what is neither, and for more than 64 channels.
  public init?(name: String) {
    let name = name.lowercased()
    if let speakers = Self.known.first(where: { $0.name == name })?.speakers {
      self.init(speakers: speakers.sorted { $0.rawValue < $1.rawValue })
      return
    }
    var speakers: [Speaker] = []
    for label in name.split(separator: ",", omittingEmptySubsequences: false) {
      guard let speaker = Speaker(label: String(label)) else { return nil }
      speakers.append(speaker)
    }
    guard speakers.count <= 64 else { return nil }
    self.init(speakers: speakers)
  }

  private init(speakers: [Speaker]) {
    let mask = speakers.reduce(0) { $0 | $1.bit }
    self.init(roles: speakers.map { $0.role(in: mask) }, mask: mask)
  }

  private init(roles: [ChannelRole], mask: UInt32) {
    self.roles = roles
    let place = Self.known.firstIndex {
      $0.speakers.count == roles.count && $0.speakers.reduce(0) { $0 | $1.bit } == mask
    }
    code = place.map { UInt32($0 + 1) } ?? 0
    name = place.map { Self.known[$0].name } ?? "custom"
  }
}

extension ChannelLayout {
  private static let front: [Speaker] = [.frontLeft, .frontRight]
  private static let side: [Speaker] = [.sideLeft, .sideRight]
  private static let back: [Speaker] = [.backLeft, .backRight]
  private static let topFront: [Speaker] = [.topFrontLeft, .topFrontRight]
  private static let topBack: [Speaker] = [.topBackLeft, .topBackRight]
  private static let three: [Speaker] = front + [.frontCentre]

  /// Names and positions; codes count from 1 in this order, so new ones go to the end.
  private static let known: [(name: String, speakers: [Speaker])] = [
    ("mono", [.frontCentre]),
    ("stereo", front),
    ("2.1", front + [.lowFrequency]),
    ("3.0", three),
    ("3.1", three + [.lowFrequency]),
    ("4.0", three + [.backCentre]),
    ("quad", front + back),
    ("5.0", three + back),
    ("5.1", three + [.lowFrequency] + back),
    ("5.0(side)", three + side),
    ("5.1(side)", three + [.lowFrequency] + side),
    ("6.0", three + side + [.backCentre]),
    ("6.1", three + [.lowFrequency] + side + [.backCentre]),
    ("7.0", three + side + back),
    ("7.1", three + [.lowFrequency] + side + back),
    ("5.1.2", three + [.lowFrequency] + back + topFront),
    ("5.1.4", three + [.lowFrequency] + back + topFront + topBack),
    ("7.1.2", three + [.lowFrequency] + side + back + topFront),
    ("7.1.4", three + [.lowFrequency] + side + back + topFront + topBack),
  ]
}
