public import SampleIO

extension Reading {
  /// Takes a record in; sections that it does not have stay as they were within a source.
  ///
  /// - Parameters:
  ///   - record: the newest.
  ///   - view: the one that will be drawn; nil where it may be any.
  ///   - keepsPair: whether the first two channels are wanted as sound.
  ///   - channel: the one whose spectrum and trace are wanted, from 0; nil for the first signal.
  public mutating func take(
    _ record: borrowing Record, for view: ViewKind? = nil, keepsPair: Bool = false,
    channel: Int? = nil
  ) {
    let isWanted = { (views: ViewKind...) in view.map { views.contains($0) } ?? true }
    if record.startsSource { self = Reading() }
    source.take(record, withLosses: isWanted(.monitor))
    if isWanted(.monitor, .meter) { takeLevels(record) }
    if record.has(.loudness), isWanted(.monitor, .timeline, .waveform) {
      loudness = LoudnessReading(record)
    }
    if isWanted(.monitor, .spectrum) { takeSpectrum(record, channel) }
    if isWanted(.scope) { takeScope(record, channel, keepsPair: keepsPair) }
    if record.has(.beat), isWanted(.monitor) {
      tempo = (
        record.number("bpm", .beat, .beat), record.number("regularity", .beat, .beat)
      )
    }
    if record.has(.response) {
      response = (0..<record.rows(of: .response)).map { record.response(channel: $0) }
    }
  }

  private mutating func takeSpectrum(_ record: borrowing Record, _ channel: Int?) {
    if let index = record.newest(.spectrum, .spectrum, channel: channel) {
      spectrum = SpectrumReading(record, index)
    }
  }

  private mutating func takeScope(
    _ record: borrowing Record, _ channel: Int?, keepsPair: Bool
  ) {
    if let index = record.newest(.scope, .scope, channel: channel) {
      scope = ScopeReading(record, index, old: scope)
    }
    if keepsPair { takePair(record) }
  }

  private mutating func takeLevels(_ record: borrowing Record) {
    let rows = record.rows(of: .levels)
    guard rows > 0 else { return }
    let names = [
      "rms", "display", "display_slow", "peak", "held_peak", "true_peak", "true_peak_max",
      "clip_events", "state", "mean_square",
    ]
    channels = (0..<rows).map { row in
      let found = record.numbers(names, .levels, row: row, .levels)
      return ChannelReading(
        rms: found[0], fast: found[1], slow: found[2], peak: found[3], held: found[4],
        truePeak: found[5], truePeakMax: found[6], clips: found[7],
        isClipped: found[8].isFinite && Int(found[8]) & 1 == 1, meanSquare: found[9])
    }
    let found = record.numbers(["a_fast", "a_slow", "laeq"], .levels, row: rows, .weighted)
    weighted = (found[0], found[1], found[2])
  }

  private mutating func takePair(_ record: borrowing Record) {
    var samples: [Float] = []
    let (frames, channels) = (record.header.frames, record.header.channels)
    // The last block of a source may be short.
    guard channels >= 2, 2 * frames >= scope?.pair.count ?? 0, record.copyPCM(into: &samples) else {
      return
    }
    scope = scope ?? ScopeReading()
    scope?.pair = (0..<frames).map { (samples[$0 * channels], samples[$0 * channels + 1]) }
  }
}

extension SourceState {
  mutating func take(_ record: borrowing Record, withLosses: Bool) {
    let header = record.header
    if record.startsSource {
      self = SourceState()
      name = record.sourceText("name") ?? ""
      start = max(header.position, 0)
    }
    rate = header.rate
    channels = header.channels
    position = max(header.position + Int64(header.frames), 0)
    isLive = header.flags.contains(.live)
    isGap = header.flags.contains(.gap)
    hasEnded = header.isEnd
    lost = header.lost
    replaced = record.replacedSamples
    guard withLosses, record.has(.tally) else { return }
    losses = record.tallies.compactMap { row in
      guard row.lost > 0 || row.stalls > 0 else { return nil }
      let stalls = row.stalls > 0 ? ", \(fixed(row.stalls, 0)) stalls" : ""
      let gaps = row.gaps == 1 ? "1 gap" : "\(fixed(row.gaps, 0)) gaps"
      return "\(row.stage) \(fixed(row.lost, 0)) in \(gaps)\(stalls)"
    }
  }
}

extension LoudnessReading {
  init(_ record: borrowing Record) {
    // A closure cannot hold what is borrowed.
    momentary = record.number("momentary", .loudness, .loudness)
    shortTerm = record.number("short_term", .loudness, .loudness)
    integrated = record.number("integrated", .loudness, .loudness)
    range = record.number("range", .loudness, .loudness)
    let flags = record.number("flags", .loudness, .loudness)
    isProvisional = flags.isFinite && Int(flags) & 1 == 1
    momentaryMax = record.number("momentary_max", .loudness, .loudness)
    shortTermMax = record.number("short_term_max", .loudness, .loudness)
    truePeakMax = record.number("true_peak_max", .loudness, .loudness)
    psr = record.number("psr", .loudness, .loudness)
    plr = record.number("plr", .loudness, .loudness)
    crest = record.number("crest", .loudness, .loudness)
    target = record.number("target", .loudness, .loudness)
    delta = record.number("target_delta", .loudness, .loudness)
  }
}

extension SpectrumReading {
  init(_ record: borrowing Record, _ index: Int) {
    signal = Signal(record, .spectrum, index: index, .spectrum)
    record.copyList("bands", .spectrum, index: index, .spectrum, into: &bands)
    record.copyList("held_bands", .spectrum, index: index, .spectrum, into: &held)
    record.copyList("bands24", .spectrum, index: index, .spectrum, into: &bands24)
    record.copyList("bins", .spectrum, index: index, .spectrum, into: &bins)
    low = record.number("low", .spectrum, index: index, .spectrum)
    high = record.number("high", .spectrum, index: index, .spectrum)
    length = record.number("fft_length", .spectrum, index: index, .spectrum)
    resolution = record.number("resolution", .spectrum, index: index, .spectrum)
    centroid = record.number("centroid", .spectrum, index: index, .spectrum)
    bandwidth = record.number("bandwidth", .spectrum, index: index, .spectrum)
    rolloff = record.number("rolloff85", .spectrum, index: index, .spectrum)
    flatness = record.number("flatness", .spectrum, index: index, .spectrum)
    dominant = record.number("dominant", .spectrum, index: index, .spectrum)
    cents = record.number("cents", .spectrum, index: index, .spectrum)
    note = noteName(record.number("note", .spectrum, index: index, .spectrum)) ?? ""
    let flags = record.number("flags", .spectrum, index: index, .spectrum)
    isDensity = flags.isFinite && Int(flags) & 1 == 1
    isGap = flags.isFinite && Int(flags) & 2 == 2
    cells = FrequencyCells(record, index)
    let names = ["frequency", "level", "note", "cents", "harmonic"]
    components = record.slots("components", names, .spectrum, index: index, .spectrum).map {
      ComponentReading(
        frequency: $0[0], level: $0[1], note: noteName($0[2]) ?? "", cents: $0[3], harmonic: $0[4])
    }
  }
}

extension ScopeReading {
  init(_ record: borrowing Record, _ index: Int, old: ScopeReading?) {
    signal = Signal(record, .scope, index: index, .scope)
    pair = old?.pair ?? []
    record.copyList("min", .scope, index: index, .scope, into: &low)
    record.copyList("max", .scope, index: index, .scope, into: &high)
    trigger = record.number("trigger", .scope, index: index, .scope)
    framesPerBin = record.number("frames_per_bin", .scope, index: index, .scope)
    let flags = record.number("flags", .scope, index: index, .scope)
    isGap = flags.isFinite && Int(flags) & 1 == 1
    zeroCrossings = record.number("zero_crossing_rate", .scope, index: index, .scope)
    correlation = record.number("correlation", .scope, index: index, .scope)
    balance = record.number("balance", .scope, index: index, .scope)
    dc = record.number("dc", .scope, index: index, .scope)
  }
}
