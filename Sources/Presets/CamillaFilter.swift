import DSP

/// One filter of a CamillaDSP configuration.
struct CamillaFilter {
  private let parameters: YAMLText.Node

  private static let kinds: [String: PresetFilter.Kind] = [
    "Peaking": .peaking, "Lowshelf": .lowShelf, "Highshelf": .highShelf, "Lowpass": .lowPass,
    "Highpass": .highPass, "Notch": .notch, "Bandpass": .bandPass, "Allpass": .allPass,
    "LowpassFO": .lowPass1, "HighpassFO": .highPass1, "LowshelfFO": .lowShelf1,
    "HighshelfFO": .highShelf1, "AllpassFO": .allPass1,
  ]

  init(_ parameters: YAMLText.Node) { self.parameters = parameters }

  private func has(_ key: String) -> Bool { parameters[key]?.text != nil }

  private func number(_ key: String) throws(FilterLine.Fault) -> Double {
    guard let text = parameters[key]?.text else { throw .init(text: "'\(key)' is missing") }
    guard let value = Double(text), value.isFinite else {
      throw .init(text: "\(key) '\(text)' is not a number")
    }
    return value
  }

  mutating func contents(of type: String) throws(FilterLine.Fault) -> [Preset.Content] {
    switch type {
    case "Biquad": return [.filter(try biquad())]
    case "BiquadCombo": return try combo().map { .filter($0) }
    case "Gain": return [.amplify(try gain())]
    case "Delay": return [.delay(try delay())]
    default: throw .init(text: "type '\(type)' is not supported")
    }
  }

  private func gain() throws(FilterLine.Fault) -> Double {
    if parameters["mute"]?.text == "true" { return 0 }
    let value = try number("gain")
    let isLinear = parameters["scale"]?.text == "linear"
    guard isLinear || value.magnitude <= 150 else { throw .init(text: "a gain of \(value) dB") }
    let ratio = isLinear ? value : Decibels.ratio(value)
    return parameters["inverted"]?.text == "true" ? -ratio : ratio
  }

  private func delay() throws(FilterLine.Fault) -> PresetDelay {
    let value = try number("delay")
    let unit = parameters["unit"]?.text ?? "ms"
    let found: PresetDelay? =
      switch unit {
      case "ms": .milliseconds(value)
      case "us": .milliseconds(value / 1000)
      case "mm": .milliseconds(value / 343)
      case "samples": .samples(value)
      default: nil
      }
    guard let found else { throw .init(text: "a delay in '\(unit)'") }
    guard 0...1_000_000 ~= value else { throw .init(text: "a delay of \(value) \(unit)") }
    return found
  }

  private func biquad() throws(FilterLine.Fault) -> PresetFilter {
    let name = parameters["type"]?.text ?? ""
    guard let kind = Self.kinds[name] else { return try special(name) }
    var filter = PresetFilter(kind, frequency: try number("freq"))
    if kind.hasGain { filter.gainDB = try number("gain") }
    if kind.hasWidth {
      if has("q") {
        filter.width = .q(try number("q"))
      } else if has("bandwidth"), !kind.isShelf {
        filter.width = .octaves(try number("bandwidth"))
      } else if has("slope"), kind.isShelf {
        filter.width = .slope(try number("slope") / 12)
      } else {
        throw .init(
          text: kind.isShelf ? "'q' or 'slope' is missing" : "'q' or 'bandwidth' is missing")
      }
    }
    try filter.check()
    return filter
  }

  private func special(_ name: String) throws(FilterLine.Fault) -> PresetFilter {
    var filter = PresetFilter(.special, frequency: 0)
    switch name {
    case "Free":
      filter.special = .free(
        Biquad(
          b0: try number("b0"), b1: try number("b1"), b2: try number("b2"),
          a1: try number("a1"), a2: try number("a2")))
    case "LinkwitzTransform":
      filter.frequency = try number("freq_act")
      filter.special = .linkwitz(
        from: filter.frequency, q: try number("q_act"), to: try number("freq_target"),
        targetQ: try number("q_target"))
      guard case .linkwitz(let from, let q, let to, let other) = filter.special,
        from > 0, q > 0, to > 0, other > 0
      else { throw .init(text: "frequencies and Qs have to be above 0") }
    case "GeneralNotch":
      filter.frequency = try number(has("freq_z") ? "freq_z" : "freq_notch")
      filter.special = .notch(
        zero: filter.frequency, pole: try number(has("freq_p") ? "freq_p" : "freq_pole"),
        q: try number("q_p"), normalizesAtDC: parameters["normalize_at_dc"]?.text == "true")
      guard case .notch(let zero, let pole, let q, _) = filter.special, zero > 0, pole > 0, q > 0
      else { throw .init(text: "frequencies and Q have to be above 0") }
    default: throw .init(text: "a biquad of type '\(name)' is not supported")
    }
    try filter.check()
    return filter
  }

  private func combo() throws(FilterLine.Fault) -> [PresetFilter] {
    let name = parameters["type"]?.text ?? ""
    switch name {
    case "ButterworthLowpass": return try butterworth(.lowPass, .lowPass1, try number("order"))
    case "ButterworthHighpass": return try butterworth(.highPass, .highPass1, try number("order"))
    case "LinkwitzRileyLowpass":
      let half = try butterworth(.lowPass, .lowPass1, try halfOrder())
      return half + half
    case "LinkwitzRileyHighpass":
      let half = try butterworth(.highPass, .highPass1, try halfOrder())
      return half + half
    case "FivePointPeq": return try fivePoints()
    default: throw .init(text: "a combination of type '\(name)' is not supported")
    }
  }

  private func halfOrder() throws(FilterLine.Fault) -> Double {
    let order = try number("order")
    guard order.truncatingRemainder(dividingBy: 2) == 0 else {
      throw .init(text: "an odd order of a Linkwitz-Riley filter")
    }
    return order / 2
  }

  /// Poles on a circle: sections of Q 1 / (2 cos θ), and a single pole where the order is odd.
  private func butterworth(
    _ second: PresetFilter.Kind, _ first: PresetFilter.Kind, _ value: Double
  ) throws(FilterLine.Fault) -> [PresetFilter] {
    guard let order = Int(exactly: value), 1...20 ~= order else {
      throw .init(text: "an order of \(value)")
    }
    let frequency = try number("freq")
    var filters = (0..<order / 2).map { index in
      var filter = PresetFilter(second, frequency: frequency)
      filter.width = .q(ButterworthPoles.q(index, order: order))
      return filter
    }
    if order % 2 == 1 { filters.append(PresetFilter(first, frequency: frequency)) }
    for filter in filters { try filter.check() }
    return filters
  }

  private func fivePoints() throws(FilterLine.Fault) -> [PresetFilter] {
    var filters: [PresetFilter] = []
    let points: [(String, PresetFilter.Kind)] = [
      ("ls", .lowShelf), ("p1", .peaking), ("p2", .peaking), ("p3", .peaking), ("hs", .highShelf),
    ]
    for (name, kind) in points {
      var filter = PresetFilter(kind, frequency: try number("f" + name))
      filter.gainDB = try number("g" + name)
      filter.width = .q(try number("q" + name))
      try filter.check()
      filters.append(filter)
    }
    return filters
  }
}
