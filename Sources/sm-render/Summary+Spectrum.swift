import SampleIO

/// The sentences about spectrum, beat and scope: what they were at the source's end.
extension Summary {
  var spectrum: String? {
    guard values["spectrum.position"] != nil else { return nil }
    guard let centroid = number("spectrum.centroid"), let flatness = number("spectrum.flatness")
    else { return "Spectrum of the last moment: silence." }
    var line = "Spectrum of the last moment: centred at \(fixed(centroid, 0)) Hz"
    if let rolloff = number("spectrum.rolloff85") {
      line += ", 85 % of the power below \(fixed(rolloff, 0)) Hz"
    }
    line += ", flatness \(fixed(100 * flatness, 0)) %"
    if let dominant = number("spectrum.dominant") {
      line += "; dominant \(pitch(dominant, "spectrum"))"
    }
    return line + "."
  }

  var tones: String? {
    let found = (1...6).compactMap { slot -> String? in
      let name = "spectrum.components.\(slot)"
      guard let frequency = number(name + ".frequency"), let level = number(name + ".level")
      else { return nil }
      var text = "\(fixed(frequency, 1)) Hz at \(fixed(level, 1)) dBFS"
      if let harmonic = number(name + ".harmonic") { text += " (harmonic \(fixed(harmonic, 0)))" }
      return text
    }
    return found.isEmpty ? nil : "Strongest components: " + found.joined(separator: ", ") + "."
  }

  var tempo: String? {
    guard let regularity = number("beat.regularity") else { return nil }
    guard let bpm = number("beat.bpm") else { return "Tempo: listening, no regular beat." }
    return "Tempo \(fixed(bpm, 1)) beats a minute, or half or twice that; regularity "
      + "\(fixed(100 * regularity, 0)) %."
  }

  var trace: String? {
    guard let offset = number("scope.dc") else { return nil }
    var line = "Waveform of the last moment: DC offset \(fixed(100 * offset, 2)) %"
    if let rate = number("scope.zero_crossing_rate") {
      line += ", \(fixed(100 * rate, 2)) % of the samples cross zero"
    }
    if let correlation = number("scope.correlation") {
      line += ", correlation of the first two channels \(fixed(correlation, 2))"
    }
    return line + "."
  }

  private func pitch(_ frequency: Double, _ group: String) -> String {
    var text = "\(fixed(frequency, 1)) Hz"
    if let note = word(group + ".note"), let cents = number(group + ".cents") {
      text += ", \(note) \(cents < 0.5 ? "" : "+")\(fixed(cents, 0)) cents"
    }
    return text
  }
}
