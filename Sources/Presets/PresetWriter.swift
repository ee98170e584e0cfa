import DSP

extension Preset {
  /// The preset as a file that Equalizer APO and sm-eq read.
  ///
  /// - Throws: `PresetError` for a filter that has no such text.
  public func text() throws(PresetError) -> String {
    var text = ""
    var channels: [ChannelName]?
    var number = 1
    for line in lines {
      if case .graphic(let form) = line.content {
        text += form.text(startingAt: &number)
        channels = nil
        continue
      }
      if line.channels != channels {
        channels = line.channels
        text +=
          "Channel: " + (channels.map { $0.map(\.word).joined(separator: " ") } ?? "all") + "\n"
      }
      guard let words = line.content.text(&number) else {
        throw PresetError(
          line.place, "this filter has no text in a preset; keep the file it comes from")
      }
      text += words + "\n"
    }
    return text
  }
}

extension Preset.Content {
  fileprivate func text(_ number: inout Int) -> String? {
    let show = PresetNumber.text
    switch self {
    case .preamp(let gain): return "Preamp: \(show(gain)) dB"
    case .amplify(let ratio):
      return ratio > 0 ? "Preamp: \(show(Decibels.of(ratio))) dB" : nil
    case .filter(let filter):
      guard filter.kind != .special else { return nil }
      defer { number += 1 }
      return "Filter \(number): ON \(filter.text)"
    case .curve(let points):
      return "GraphicEQ: "
        + points.map { "\(show($0.frequency)) \($0.gainDB.isFinite ? show($0.gainDB) : "-INF")" }
        .joined(separator: "; ")
    case .delay(.milliseconds(let value)): return "Delay: \(show(value)) ms"
    case .delay(.samples(let value)): return "Delay: \(show(value)) samples"
    case .copy(let terms):
      return "Copy: "
        + terms.map { term in
          let parts = term.parts.map { "\(show($0.factor))*\($0.source.word)" }
          return "\(term.target.word)=" + (parts.isEmpty ? "0.0" : parts.joined(separator: "+"))
        }.joined(separator: " ")
    case .graphic: return nil
    }
  }
}

extension PresetFilter {
  /// As behind "Filter 1: ON".
  public var text: String {
    let show = PresetNumber.text
    // APO's default slope of 0.9 goes with the centre, which is what LSC 10.8 dB says.
    var words = [kind.rawValue]
    if case .slope(let slope) = width { words.append("\(show(slope * 12)) dB") }
    words.append("Fc \(PresetNumber.frequencyText(frequency)) Hz")
    if kind.hasGain { words.append("Gain \(show(gainDB)) dB") }
    guard kind.hasWidth else { return words.joined(separator: " ") }
    switch width {
    case .q(let q): words.append("Q \(show(q))")
    case .octaves(let octaves): words.append("BW Oct \(show(octaves))")
    case .slope: break
    }
    return words.joined(separator: " ")
  }
}

extension PresetNumber {
  /// A frequency that the rule of the thousands leaves alone.
  static func frequencyText(_ value: Double) -> String {
    let text = text(value)
    let digits = Array(text)
    return digits.count >= 5 && digits[digits.count - 4] == "." ? text + "0" : text
  }
}

extension GraphicForm {
  /// The line with all 28 gains, and the same as lines that other programs know.
  ///
  /// - Parameter number: of the next filter.
  /// - Returns: the lines.
  public func text(startingAt number: inout Int) -> String {
    let show = PresetNumber.text
    var text = "SignalMetric-Graphic: bandwidth \(show(bandwidth))"
    text += " left " + left.map(show).joined(separator: " ")
    text += " right " + right.map(show).joined(separator: " ") + "\n"
    for side in [Side.left, .right] {
      text += "Channel: \(side == .left ? "L" : "R")\n"
      for band in Self.centres.indices where self[side][band] != 0 {
        text += "Filter \(number): ON \(filter(side, band).text)\n"
        number += 1
      }
    }
    return text + "Channel: all\n"
  }
}
