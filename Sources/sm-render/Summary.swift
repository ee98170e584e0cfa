import SampleIO

/// The sentences of one record.
struct Summary {
  let values: [String: Value]
  private let channels: Int
  private let rate: Double
  private let seconds: Double
  private let isUnread: Bool
  /// Whether loudness was measured, also where the final values are missing.
  private let isMeasured: Bool
  private let lostFrames: Int64
  private let replacedSamples: Int64
  private let response: [String]

  init(
    _ values: [String: Value], _ record: borrowing Record, response: [String] = [],
    isMeasured: Bool = false
  ) {
    self.values = values
    self.isMeasured = isMeasured
    self.response = response
    channels = record.header.channels
    isUnread = record.header.isUnread
    rate = record.header.rate
    seconds = Double(record.header.position) / record.header.rate
    lostFrames = record.header.lost
    replacedSamples = record.replacedSamples
  }

  /// What a source was, at its end.
  var text: String {
    if isUnread { return "\(subject): could not be read.\n" }
    guard response.isEmpty else {
      return ([responseTitle] + response + [ending].compactMap { $0 })
        .map { $0 + "\n" }.joined()
    }
    var lines = [title]
    let groups = ["spectrum.position", "scope.dc"]
    if values["loudness.integrated"] == nil, groups.contains(where: { values[$0] != nil }) {
      // something else was measured
    } else if values["loudness.integrated"] == nil {
      lines.append(
        isMeasured
          ? "The final values of its loudness are missing."
          : "No loudness was measured; sm-loudness in the pipe adds it.")
    } else {
      lines += [loudness, loudest, range, peak, dynamics, floor, clipping].compactMap { $0 }
    }
    lines += [spectrum, tones, tempo, trace, losses, replaced, ending].compactMap { $0 }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Where things stand, in one line.
  func progress(atSeconds now: Double) -> String {
    "At \(fixed(now, 1)) s: momentary \(level("loudness.momentary", "LUFS")), "
      + "short-term \(level("loudness.short_term", "LUFS")), "
      + "integrated so far \(level("loudness.integrated", "LUFS")), "
      + "true peak so far \(level("loudness.true_peak_max", "dBTP", isEstimate: true))"
      + (number("spectrum.dominant").map { ", dominant \(fixed($0, 1)) Hz" } ?? "")
      + (number("beat.bpm").map { ", tempo \(fixed($0, 1))" } ?? "")
      + (lostFrames > 0 ? ", \(lostFrames) frames lost so far" : "")
      + (replacedSamples > 0 ? ", \(replacedSamples) samples replaced so far" : "") + ".\n"
  }

  // MARK: sentences

  private var title: String {
    let isSession = values["session_end"] == .flag(true)
    var line =
      "\(subject): \(isSession ? "a session to " : "")\(duration), \(counted(Int64(channels), "channel")), "
    line += "\(trimmed(rate / 1000)) kHz"
    if let format = word("source.format"), format != "unknown" { line += ", \(format)" }
    if let note = word("source.note"), !note.isEmpty { line += "; \(note)" }
    return line + "."
  }

  private var subject: String {
    let name = word("source.name") ?? ""
    let kind = word("source.kind") ?? "unknown"
    return !name.isEmpty ? name : kind == "unknown" ? "A stream" : "Sound from a \(kind)"
  }

  private var responseTitle: String {
    "Response of a filter at \(trimmed(rate / 1000)) kHz, "
      + counted(Int64(channels), "channel") + "."
  }

  private var duration: String {
    if seconds < 1 { return "\(fixed(seconds * 1000, 0)) ms" }
    guard seconds >= 60 else { return "\(fixed(seconds, 1)) s" }
    let minutes = Int(seconds / 60)
    let hours = minutes / 60
    let rest = fixed(seconds - Double(minutes) * 60, 1)
    return hours > 0 ? "\(hours) h \(minutes % 60) min \(rest) s" : "\(minutes) min \(rest) s"
  }

  private var loudness: String {
    guard let integrated = number("loudness.integrated") else {
      return "Integrated loudness: no value; the sound is shorter than 0.4 s or below the gate."
    }
    var line = "Integrated loudness \(fixed(integrated, 1)) LUFS"
    if let delta = number("loudness.target_delta"), let target = number("loudness.target") {
      let side = delta < 0 ? "below" : "above"
      line += ", \(fixed(abs(delta), 1)) LU \(side) the target of \(fixed(target, 1)) LUFS"
    }
    if values["loudness.dual_mono"] == .flag(true) {
      line += " (one channel, counted as two)"
    } else if word("loudness.layout") == "mono" {
      line += " (one channel, counted once)"
    }
    return line + "."
  }

  private var loudest: String {
    "Loudest: momentary \(level("loudness.momentary_max", "LUFS")), "
      + "short-term \(level("loudness.short_term_max", "LUFS"))."
  }

  private var range: String? {
    guard let range = number("loudness.range") else { return nil }
    let early = values["loudness.range_provisional"] == .flag(true)
    return "Loudness range \(fixed(range, 1)) LU, from \(level("loudness.range_low", "LUFS")) to "
      + "\(level("loudness.range_high", "LUFS"))"
      + (early ? "; provisional, under 60 s were measured." : ".")
  }

  private var peak: String {
    guard let peak = number("loudness.true_peak_max") else { return "True peak: digital silence." }
    let headroom = -peak
    let room =
      headroom >= 0
      ? "headroom \(fixed(headroom, 1)) dB" : "\(fixed(-headroom, 1)) dB over full scale"
    return "True peak \(fixed(peak, 1)) dBTP (estimate), \(room)."
  }

  private var dynamics: String? {
    guard let ratio = number("loudness.plr") else { return nil }
    return "Peak to loudness ratio \(fixed(ratio, 1)) LU."
  }

  private var floor: String? {
    guard let floor = number("loudness.floor_p10") else { return nil }
    return "Quiet floor of the last 30 s \(fixed(floor, 1)) dBFS (estimate)."
  }

  private var clipping: String? {
    let counts = (1...max(channels, 1)).map { number("levels.\($0).clip_events") ?? 0 }
    let hit = counts.enumerated().filter { $0.element > 0 }
    guard !hit.isEmpty else { return "No clipping." }
    let parts = hit.map { "\(fixed($0.element, 0)) in channel \($0.offset + 1)" }
    return "Clip events: " + parts.joined(separator: ", ") + "."
  }

  private var losses: String? {
    guard lostFrames > 0 else { return nil }
    return "Lost on the way: \(lostFrames) frames, \(fixed(Double(lostFrames) / rate, 3)) s."
  }

  private var replaced: String? {
    guard replacedSamples > 0 else { return nil }
    return "Replaced by zero on the way: \(counted(replacedSamples, "sample")), no finite "
      + "number\(replacedSamples == 1 ? "" : "s")."
  }

  private var ending: String? {
    switch word("end") {
    case "interrupted": "The source was interrupted."
    case "no_end_record": "The stream stopped without an end."
    case "error": "The source ended with an error."
    default: nil
    }
  }

  // MARK: values

  func number(_ name: String) -> Double? { values[name]?.number }

  func word(_ name: String) -> String? { values[name]?.word?.asLine }

  /// A level with one decimal and its unit.
  private func level(_ name: String, _ unit: String, isEstimate: Bool = false) -> String {
    number(name).map { "\(fixed($0, 1)) \(unit)" + (isEstimate ? " (estimate)" : "") }
      ?? "no value"
  }

  /// A count and what is counted.
  private func counted(_ count: Int64, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  /// A number with three decimals, without zeros at its end.
  private func trimmed(_ value: Double) -> String {
    var text = fixed(value, 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
