/// What a preset file says, line by line, in the order in which it is done.
public struct Preset: Equatable, Sendable {
  /// Something to do to some channels.
  public struct Line: Equatable, Sendable {
    public var content: Content
    /// Which channels, nil all.
    public var channels: [ChannelName]?
    /// Where it was said.
    public var place: Place
  }

  /// What there is to do.
  public enum Content: Equatable, Sendable {
    /// dB.
    case preamp(Double)
    /// An amplitude ratio.
    case amplify(Double)
    case filter(PresetFilter)
    /// Points of a curve, which becomes a response of minimum phase.
    case curve([CurvePoint])
    case delay(PresetDelay)
    case copy([CopyTerm])
    case graphic(GraphicForm)
  }

  /// A file, or a word of the command line, and a line of it.
  public struct Place: Equatable, Sendable, CustomStringConvertible {
    public var file: String
    /// From 1; 0 where there are no lines.
    public var line: Int

    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    public var description: String { line > 0 ? "\(file): line \(line)" : file }
  }

  public var lines: [Line] = []
  /// What a reader should know of how the text was understood.
  public var remarks: [PresetRemark] = []

  public init() {}

  /// The first graphic form, or nil.
  public var graphic: GraphicForm? {
    for line in lines { if case .graphic(let form) = line.content { return form } }
    return nil
  }

  /// Puts a gain of all channels in front.
  ///
  /// - Parameters:
  ///   - gainDB: dB.
  ///   - place: where it was said.
  public mutating func insertPreamp(_ gainDB: Double, place: Place) {
    lines.insert(Line(content: .preamp(gainDB), channels: nil, place: place), at: 0)
  }

  /// Replaces the graphic form, or adds one behind everything else.
  public mutating func setGraphic(_ form: GraphicForm, place: Place) {
    let found = lines.firstIndex { if case .graphic = $0.content { true } else { false } }
    if let found {
      lines[found].content = .graphic(form)
    } else {
      lines.append(Line(content: .graphic(form), channels: nil, place: place))
    }
  }
}

/// Something that was not understood, or understood in a way that should be known.
public struct PresetRemark: Equatable, Sendable, CustomStringConvertible {
  public let place: Preset.Place
  public let text: String
  /// Whether something was left out or guessed: an error where the user wants to be strict.
  public let isDoubtful: Bool

  /// - Parameters:
  ///   - place: where.
  ///   - text: what; bytes that a terminal would obey are taken out of it.
  ///   - isDoubtful: whether something was left out or guessed.
  init(place: Preset.Place, text: String, isDoubtful: Bool) {
    self.place = place
    self.text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          scalar.value < 32 || 127..<160 ~= scalar.value ? "?" : scalar
        }))
    self.isDoubtful = isDoubtful
  }

  public var description: String { "\(place): \(text)" }
}

/// A preset that cannot be used: where, and why.
public struct PresetError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  init(_ place: Preset.Place, _ text: String) { description = "\(place): \(text)" }
}

/// A channel as a preset names it.
public enum ChannelName: Equatable, Sendable {
  /// From 1.
  case number(Int)
  /// L, R, C, SUB, RL, RR, RC, SL or SR.
  case role(String)

  /// - Parameter word: a number from 1, or a name of Equalizer APO.
  init?(_ word: String) {
    if let number = Int(word) {
      guard 1...64 ~= number else { return nil }
      self = .number(number)
      return
    }
    let role = word.uppercased()
    guard Self.roles.contains(role) || role == "LFE" else { return nil }
    self = .role(role == "LFE" ? "SUB" : role)
  }

  static let roles = ["L", "R", "C", "SUB", "RL", "RR", "RC", "SL", "SR"]

  public var word: String {
    switch self {
    case .number(let number): String(number)
    case .role(let role): role
    }
  }
}

/// A point of a GraphicEQ curve.
public struct CurvePoint: Equatable, Sendable {
  /// Hz.
  public var frequency: Double
  /// dB, −∞ for nothing.
  public var gainDB: Double
}

/// How much later a channel comes.
public enum PresetDelay: Equatable, Sendable {
  case milliseconds(Double)
  case samples(Double)

  /// Whole frames, rounded.
  public func frames(rate: Double) -> Int {
    switch self {
    case .milliseconds(let value): Int((value / 1000 * rate).rounded())
    case .samples(let value): Int(value.rounded())
    }
  }
}

/// What a channel is made of anew: a term of `Copy`.
public struct CopyTerm: Equatable, Sendable {
  /// A share of a channel.
  public struct Part: Equatable, Sendable {
    /// Amplitude ratio.
    public var factor: Double
    public var source: ChannelName
  }

  public var target: ChannelName
  /// Nothing is silence.
  public var parts: [Part]
}
