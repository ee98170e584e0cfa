import SampleIO

extension Session {
  /// The picture's title, with the source's name.
  var title: String {
    let name = reading.source.name
    let view = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    return name.isEmpty ? view : "\(view) of \(name)"
  }

  /// Whether the view has nothing to show.
  var isMissing: Bool { missing != nil }

  /// Which filter is missing before the view, if its picture would be empty.
  var missing: String? {
    switch kind {
    case .monitor where reading.channels.isEmpty && reading.loudness == nil:
      Hint.text("monitor", needs: "LOUD", from: "sm-loudness")
    case .spectrum where reading.spectrum == nil && reading.response.isEmpty:
      Hint.text("spectrum", needs: "SPEC", settings.channel, from: "sm-fft")
    case .timeline where lanes.isEmpty:
      Hint.text("timeline", needs: "SPEC", settings.channel, from: "sm-fft --bins")
    case .scope where reading.scope == nil:
      Hint.text("scope", needs: "SCOP", settings.channel, from: "sm-scope")
    case .meter where reading.channels.isEmpty:
      Hint.text("meter", needs: "LEVL", from: "sm-loudness")
    case .waveform where !wave.hasSound:
      "waveform needs sound: leave --no-pcm out, or put sm-loudness before"
    default: nil
    }
  }

  /// A sentence of what is to be seen, for those who hear it read out.
  var sentence: String {
    let source = reading.source
    let channels = source.channels == 1 ? "1 channel" : "\(source.channels) channels"
    let end = "\(Frame.length(source)) of sound, \(channels)"
    switch kind {
    case .monitor: return "\(title): \(levels), \(end)."
    case .spectrum:
      return reading.response.isEmpty ? "\(title): \(components), \(end)." : response
    case .timeline:
      let axis = settings.axis
      return
        "\(title): a spectrogram from \(Frame.hertz(axis.low)) to \(Frame.hertz(axis.high)) Hz, "
        + signals + "\(end)."
    case .scope:
      guard let peak = reading.scope?.peak else { return "\(title): no trace yet, \(end)." }
      return "\(title): the trace reaches \(fixed(Double(peak) * 100, 1)) % of full scale, \(end)."
    case .meter:
      guard let last = meter.entries.last else { return "\(title): no reading yet." }
      let face = MeterFace(last.level, settings.calibration)
      return "\(title): \(face.number) \(MeterView.unit(settings)), \(face.word)."
    case .waveform: return "\(title): the envelope of \(end)."
    }
  }

  /// What the timeline's lanes are, where there is a choice.
  private var signals: String {
    let words = lanes.map { $0.signal.words(of: reading.source.channels) }
    return words.contains("") || words.isEmpty ? "" : words.joined(separator: ", ") + ", "
  }

  private var levels: String {
    let loudest = reading.channels.map(\.truePeakMax).max() ?? .nan
    guard let loudness = reading.loudness else { return "no loudness was measured" }
    return "momentary \(Frame.level(loudness.momentary)) LUFS, "
      + "integrated \(Frame.level(loudness.integrated)) LUFS, "
      + "range \(Frame.level(loudness.range)) LU, "
      + "true peak \(Frame.level(loudest)) dBTP (estimate)"
  }

  private var components: String {
    guard let first = reading.spectrum?.components.first else { return "no component stands out" }
    let note = first.note.isEmpty ? "" : ", \(first.note)"
    return "the strongest component is \(fixed(first.frequency, 1)) Hz at "
      + "\(Frame.level(first.level)) dBFS\(note)"
  }

  private var response: String {
    let ends = reading.response.joined().map { Double($0.gain) }.filter(\.isFinite)
    return "\(title): gains from \(Frame.level(ends.min() ?? .nan)) to "
      + "\(Frame.level(ends.max() ?? .nan)) dB."
  }

  /// Appends the meter's new lines to its log.
  ///
  /// - Throws: `system` of the file.
  mutating func writeHistory() throws(SampleError) {
    guard let path = settings.history, kind == .meter, !meter.lines.isEmpty else { return }
    try SmallFile.append(path, meter.takeLines().joined())
  }
}
