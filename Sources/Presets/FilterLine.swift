import DSP

/// Reads what stands behind "Filter:".
struct FilterLine {
  /// Why a line is no filter.
  struct Fault: Error {
    let text: String
  }

  /// The filter, or nil for one that is off.
  private(set) var filter: PresetFilter?
  /// What was guessed.
  private(set) var doubts: [String] = []
  /// What was read differently from Equalizer APO.
  private(set) var notes: [String] = []

  private var words: [Substring]
  private var next = 0

  private static let kinds: [String: PresetFilter.Kind] = [
    "PK": .peaking, "PEQ": .peaking, "MODAL": .peaking, "LP": .lowPass, "LPQ": .lowPass,
    "HP": .highPass, "HPQ": .highPass, "BP": .bandPass, "NO": .notch, "AP": .allPass,
    "LS": .lowShelfCorner, "HS": .highShelfCorner, "LSC": .lowShelf, "HSC": .highShelf,
    "LSQ": .lowShelf, "HSQ": .highShelf, "LP1": .lowPass1, "HP1": .highPass1,
    "LS1": .lowShelf1, "HS1": .highShelf1, "AP1": .allPass1,
  ]
  private static let spellings: Set = [
    "PK", "PEQ", "Modal", "LP", "LPQ", "HP", "HPQ", "BP", "NO", "AP", "LS", "HS", "LSC", "HSC",
    "LSQ", "HSQ", "LP1", "HP1", "LS1", "HS1", "AP1", "None",
  ]

  /// - Parameters:
  ///   - text: from the state on: "ON PK Fc 105 Hz Gain 5.5 dB Q 0.70".
  ///   - needsState: whether "ON" has to be there.
  /// - Throws: what is wrong.
  init(_ text: Substring, needsState: Bool) throws(Fault) {
    words = Self.split(text)
    guard let state = words.first else { throw Fault(text: "an empty filter") }
    switch state.uppercased() {
    case "OFF": return
    case "ON":
      next = 1
      if state != "ON" { notes.append("'\(state)' read as ON") }
    default:
      guard !needsState else { throw Fault(text: "'\(state)' where ON or OFF is expected") }
    }
    try readKind()
  }

  /// Words, with a number apart from the key before it and from the unit behind it.
  private static func split(_ text: Substring) -> [Substring] {
    text.split { $0 == " " || $0 == "\t" }.flatMap { word -> [Substring] in
      for key in ["fc", "gain", "q"] where word.lowercased().hasPrefix(key) {
        let rest = word.dropFirst(key.count)
        if rest.first?.isNumberPart ?? false {
          return [word.prefix(key.count)] + withoutUnit(rest)
        }
      }
      return withoutUnit(word)
    }
  }

  private static func withoutUnit(_ word: Substring) -> [Substring] {
    guard let (number, rest) = PresetNumber.leading(word), !rest.isEmpty else { return [word] }
    return [number, rest]
  }

  private func word(_ distance: Int = 0) -> Substring? {
    next + distance < words.count ? words[next + distance] : nil
  }

  private mutating func readKind() throws(Fault) {
    guard let name = word() else { throw Fault(text: "the type is missing") }
    next += 1
    if name.uppercased() == "NONE" { return }
    guard let kind = Self.kinds[name.uppercased()] else {
      throw Fault(text: "'\(name)' is no type of filter")
    }
    if !Self.spellings.contains(String(name)) { notes.append("'\(name)' read as \(kind.rawValue)") }
    var slope: Double?
    if kind.isShelf, let value = word().flatMap(PresetNumber.value), word(1)?.lowercased() == "db" {
      guard value > 0, value <= 12 else { throw Fault(text: "a slope of \(value) dB, not 0 to 12") }
      slope = value / 12
      next += 2
    }
    try readValues(kind, slope)
  }

  private mutating func readValues(_ kind: PresetFilter.Kind, _ slope: Double?) throws(Fault) {
    var (frequency, gain): (Double?, Double?)
    var (q, octaves): (Double?, Double?)
    var sixtieths: Double?
    // Text that Equalizer APO does not look for says nothing, wherever it stands.
    var strange: [Substring] = []
    while let key = word() {
      next += 1
      switch key.lowercased() {
      case "fc" where frequency == nil: frequency = try readFrequency()
      case "gain" where gain == nil: gain = try readNumber("Gain", unit: "db")
      case "q" where q == nil: q = try readNumber("Q", unit: nil)
      case "bw" where octaves == nil && word()?.lowercased() == "oct":
        next += 1
        octaves = try readNumber("BW Oct", unit: nil)
      case "bw/60" where sixtieths == nil: sixtieths = try readNumber("BW/60", unit: nil)
      case "t60" where kind == .peaking && skipDecay(): break
      default: strange.append(key)
      }
    }
    if !strange.isEmpty {
      doubts.append("'\(strange.joined(separator: " "))' is not understood and passed over")
    }
    guard let frequency else { throw Fault(text: "Fc is missing") }
    // TMREQ and BFD: the band between the −3 dB points of a boost is f BW/60 √2 wide.
    if let sixtieths { q = 60 / (sixtieths * 2.0.squareRoot()) }
    var made = PresetFilter(kind, frequency: frequency)
    made.gainDB = try gainOf(kind, gain)
    try setWidth(&made, slope: slope, q: q, octaves: octaves)
    try made.check()
    filter = made
  }

  /// Passes over "target 100 ms" of REW's modal filters: how long the room shall ring; Q says the rest.
  private mutating func skipDecay() -> Bool {
    guard word()?.lowercased() == "target", word(1).flatMap(PresetNumber.value) != nil,
      word(2)?.lowercased() == "ms"
    else { return false }
    next += 3
    return true
  }

  private func gainOf(_ kind: PresetFilter.Kind, _ gain: Double?) throws(Fault) -> Double {
    guard kind.hasGain else { return 0 }
    guard let gain else { throw Fault(text: "Gain is missing") }
    return gain
  }

  private mutating func setWidth(
    _ made: inout PresetFilter, slope: Double?, q: Double?, octaves: Double?
  ) throws(Fault) {
    guard made.kind.hasWidth else { return }
    if let slope {
      made.width = .slope(slope)
    } else if let q {
      made.width = .q(q)
    } else if let octaves, !made.kind.isShelf {
      made.width = .octaves(octaves)
    } else {
      switch made.kind {
      case .peaking, .allPass: throw Fault(text: "Q is missing (or BW Oct)")
      case .notch: made.width = .q(30)
      case .lowShelf, .lowShelfCorner, .highShelf, .highShelfCorner:
        // Equalizer APO's own default; the frequency is then the centre.
        made.width = .slope(0.9)
        made.kind = made.kind == .lowShelf || made.kind == .lowShelfCorner ? .lowShelf : .highShelf
      default: made.width = .q(0.5.squareRoot())
      }
      if made.kind.isShelf, octaves != nil { notes.append("a shelf has no BW; slope 0.9 taken") }
    }
  }

  private mutating func readNumber(_ key: String, unit: String?) throws(Fault) -> Double {
    guard let word = word(), let value = PresetNumber.value(word) else {
      throw Fault(text: "\(key) '\(word() ?? "")' is not a number")
    }
    next += 1
    try refuseSecondNumber("\(key) \(word)")
    if let unit, self.word()?.lowercased() == unit { next += 1 }
    return value
  }

  /// "1 234" is no number; taking the 1 would be another filter.
  private func refuseSecondNumber(_ before: String) throws(Fault) {
    guard let word = word(), PresetNumber.value(word) != nil else { return }
    throw Fault(text: "'\(before) \(word)': a second number behind the first")
  }

  private mutating func readFrequency() throws(Fault) -> Double {
    guard let word = word(), let plain = PresetNumber.value(word),
      let (value, isThousands) = PresetNumber.frequency(word)
    else {
      throw Fault(text: "Fc '\(word() ?? "")' is not a number")
    }
    next += 1
    try refuseSecondNumber("Fc \(word)")
    let unit = self.word()?.lowercased()
    if unit == "hz" || unit == "khz" { next += 1 }
    if unit == "khz" {
      notes.append("Fc \(word) kHz read as \(PresetNumber.text(plain * 1000)) Hz")
      return plain * 1000
    }
    if isThousands {
      doubts.append(
        "Fc \(word) read as \(PresetNumber.text(value)) Hz: three digits behind a separator are "
          + "thousands, as in Equalizer APO")
    }
    return value
  }
}
