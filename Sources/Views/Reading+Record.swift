public import SampleIO

extension Reading {
  /// Takes a record in; sections that it does not have stay as they were within a source.
  ///
  /// - Parameters:
  ///   - record: the newest.
  ///   - keepsPair: whether the first two channels are wanted as sound.
  public mutating func take(_ record: borrowing Record, keepsPair: Bool = false) {
    if record.startsSource { self = Reading() }
    source.take(record)
    takeLevels(record)
    if record.has(.loudness) { loudness = LoudnessReading(record) }
    if record.has(.spectrum) { spectrum = SpectrumReading(record) }
    if record.has(.scope) { scope = ScopeReading(record, old: scope) }
    if keepsPair { takePair(record) }
    if record.has(.beat) {
      tempo = (
        record.number("bpm", .beat, .beat), record.number("regularity", .beat, .beat)
      )
    }
    if record.has(.response) {
      response = (0..<record.rows(of: .response)).map { record.response(channel: $0) }
    }
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
  mutating func take(_ record: borrowing Record) {
    let header = record.header
    if record.startsSource {
      self = SourceState()
      name = record.sourceText("name") ?? ""
    }
    rate = header.rate
    channels = header.channels
    position = max(header.position + Int64(header.frames), 0)
    totalFrames = record.framesOfSource
    isLive = header.flags.contains(.live)
    isGap = header.flags.contains(.gap)
    hasEnded = header.isEnd
    lost = header.lost
    guard record.has(.tally) else { return }
    losses = record.tallies.compactMap { row in
      guard row.lost > 0 || row.stalls > 0 else { return nil }
      let stalls = row.stalls > 0 ? ", \(fixed(row.stalls, 0)) stalls" : ""
      return "\(row.stage) \(fixed(row.lost, 0)) in \(fixed(row.gaps, 0)) gaps\(stalls)"
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
  init(_ record: borrowing Record) {
    let index = record.newestSpectrum
    record.copyList("bands", .spectrum, index: index, .spectrum, into: &bands)
    record.copyList("held_bands", .spectrum, index: index, .spectrum, into: &held)
    record.copyList("bands24", .spectrum, index: index, .spectrum, into: &bands24)
    record.copyList("bins", .spectrum, index: index, .spectrum, into: &bins)
    low = record.number("low", .spectrum, index: index, .spectrum)
    high = record.number("high", .spectrum, index: index, .spectrum)
    length = record.number("fft_length", .spectrum, index: index, .spectrum)
    resolution = record.number("resolution", .spectrum, index: index, .spectrum)
    folded = record.number("channels_folded", .spectrum, index: index, .spectrum)
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
  init(_ record: borrowing Record, old: ScopeReading?) {
    pair = old?.pair ?? []
    record.copyList("min", .scope, .scope, into: &low)
    record.copyList("max", .scope, .scope, into: &high)
    trigger = record.number("trigger", .scope, .scope)
    framesPerBin = record.number("frames_per_bin", .scope, .scope)
    let flags = record.number("flags", .scope, .scope)
    isGap = flags.isFinite && Int(flags) & 1 == 1
    zeroCrossings = record.number("zero_crossing_rate", .scope, .scope)
    correlation = record.number("correlation", .scope, .scope)
    balance = record.number("balance", .scope, .scope)
    dc = record.number("dc", .scope, .scope)
  }
}
