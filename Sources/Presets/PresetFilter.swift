public import DSP

/// One filter as a preset file defines it.
public struct PresetFilter: Equatable, Sendable {
  /// What it does.
  public enum Kind: String, Sendable {
    case peaking = "PK"
    case lowPass = "LP"
    case highPass = "HP"
    case bandPass = "BP"
    case notch = "NO"
    case allPass = "AP"
    /// A shelf whose frequency is the centre of its slope.
    case lowShelf = "LSC"
    case highShelf = "HSC"
    /// A shelf whose frequency is its corner.
    case lowShelfCorner = "LS"
    case highShelfCorner = "HS"
    case lowPass1 = "LP1"
    case highPass1 = "HP1"
    case lowShelf1 = "LS1"
    case highShelf1 = "HS1"
    case allPass1 = "AP1"
    /// Coefficients, or a filter that is designed from other numbers.
    case special

    /// Whether a gain belongs to it.
    public var hasGain: Bool {
      switch self {
      case .peaking, .lowShelf, .highShelf, .lowShelfCorner, .highShelfCorner, .lowShelf1,
        .highShelf1:
        true
      default: false
      }
    }

    /// Whether it is of second order, and a width belongs to it.
    public var hasWidth: Bool {
      switch self {
      case .lowPass1, .highPass1, .lowShelf1, .highShelf1, .allPass1, .special: false
      default: true
      }
    }

    /// Whether it is a shelf of second order.
    public var isShelf: Bool {
      switch self {
      case .lowShelf, .highShelf, .lowShelfCorner, .highShelfCorner: true
      default: false
      }
    }

    /// Whether the frequency is a shelf's corner.
    public var isCornerShelf: Bool { self == .lowShelfCorner || self == .highShelfCorner }
  }

  public var kind: Kind
  /// Hz; of the special kind, what is shown.
  public var frequency: Double
  /// dB.
  public var gainDB = 0.0
  public var width = BandWidth.q(0.5.squareRoot())
  /// What a special filter is made from.
  public var special: SpecialFilter?

  public init(_ kind: Kind, frequency: Double) {
    self.kind = kind
    self.frequency = frequency
  }
}

/// How filters are designed.
public enum FilterDesign: String, Sendable, CaseIterable {
  /// The response follows the analogue one up to half the rate, where such a design is known.
  case matched
  /// As the cookbook has it, and with it most programs.
  case rbj
}

extension PresetFilter {
  /// The centre of the slope of a shelf that is given by its corner.
  ///
  /// Where the slope in dB an octave is 12 S, the corner lies |gain| / (80 S) decades from the centre.
  public var centre: Double {
    guard kind.isCornerShelf else { return frequency }
    let slope: Double
    switch width {
    case .slope(let given): slope = given
    default:
      let q = width.analogueQ(gainDB: gainDB)
      let a = Decibels.ratio(gainDB / 2)
      slope = 1 / (1 + (1 / (q * q) - 2) / (a + 1 / a))
    }
    let shift = Decibels.tenTo(gainDB.magnitude / 80 / slope)
    return kind == .lowShelfCorner ? frequency * shift : frequency / shift
  }

  /// The filter at a rate.
  ///
  /// - Parameters:
  ///   - rate: Hz; more than twice the centre.
  ///   - design: matched designs are known for bells, low-passes and high-passes.
  /// - Returns: its coefficients.
  public func section(rate: Double, design: FilterDesign) -> Biquad {
    let (f, g, w) = (centre, gainDB, width)
    let isMatched = design == .matched
    switch kind {
    case .peaking where isMatched:
      return .matchedPeaking(frequency: f, gainDB: g, width: w, rate: rate)
    case .peaking: return .peaking(frequency: f, gainDB: g, width: w, rate: rate)
    case .lowPass where isMatched: return .matchedLowPass(frequency: f, width: w, rate: rate)
    case .lowPass: return .lowPass(frequency: f, width: w, rate: rate)
    case .highPass where isMatched: return .matchedHighPass(frequency: f, width: w, rate: rate)
    case .highPass: return .highPass(frequency: f, width: w, rate: rate)
    case .bandPass: return .bandPass(frequency: f, width: w, rate: rate)
    case .notch: return .notch(frequency: f, width: w, rate: rate)
    case .allPass: return .allPass(frequency: f, width: w, rate: rate)
    case .lowShelf, .lowShelfCorner:
      return .lowShelf(frequency: f, gainDB: g, width: w, rate: rate)
    case .highShelf, .highShelfCorner:
      return .highShelf(frequency: f, gainDB: g, width: w, rate: rate)
    case .lowPass1: return .lowPass1(frequency: f, rate: rate)
    case .highPass1: return .highPass1(frequency: f, rate: rate)
    case .allPass1: return .allPass1(frequency: f, rate: rate)
    case .lowShelf1: return .lowShelf1(frequency: f, gainDB: g, rate: rate)
    case .highShelf1: return .highShelf1(frequency: f, gainDB: g, rate: rate)
    case .special: return special?.section(rate: rate) ?? .identity
    }
  }
}
