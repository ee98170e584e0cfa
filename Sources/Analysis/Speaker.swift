/// A loudspeaker position: a bit of a WAVEFORMATEXTENSIBLE channel mask, with its label.
enum Speaker: Int, CaseIterable {
  case frontLeft, frontRight, frontCentre, lowFrequency, backLeft, backRight
  case frontLeftOfCentre, frontRightOfCentre, backCentre, sideLeft, sideRight
  case topCentre, topFrontLeft, topFrontCentre, topFrontRight
  case topBackLeft, topBackCentre, topBackRight

  private static let labels = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR",
    "TC", "TFL", "TFC", "TFR", "TBL", "TBC", "TBR",
  ]
  private static let aliases: [String: Speaker] = [
    "L": .frontLeft, "R": .frontRight, "C": .frontCentre, "M": .frontCentre,
    "LS": .sideLeft, "RS": .sideRight, "CS": .backCentre,
    "LB": .backLeft, "RB": .backRight, "LRS": .backLeft, "RRS": .backRight,
  ]

  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// The speaker of a label such as `FL` or `Ls`, in any case.
  init?(label: String) {
    let label = label.uppercased()
    if let index = Self.labels.firstIndex(of: label), let speaker = Speaker(rawValue: index) {
      self = speaker
    } else if let speaker = Self.aliases[label] {
      self = speaker
    } else {
      return nil
    }
  }

  /// What the speaker counts for.
  ///
  /// - Parameter mask: all speakers of the layout.
  /// - Returns: its role; the back pair are the surrounds (±110°) where there is no side pair.
  func role(in mask: UInt32) -> ChannelRole {
    switch self {
    case .lowFrequency: .lowFrequency
    case .sideLeft, .sideRight: .side
    case .backLeft, .backRight:
      mask & (Speaker.sideLeft.bit | Speaker.sideRight.bit) == 0 ? .side : .main
    default: .main
    }
  }
}
