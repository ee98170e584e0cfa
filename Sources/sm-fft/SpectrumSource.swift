import Analysis
import SampleIO

/// What is measured of one source of a stream.
struct SpectrumSource: ~Copyable {
  private let request: SpectrumRequest
  private var spectrum: SpectrumMeter
  private var beat: BeatMeter
  private var sessionStart: Int64
  private var replaced: Int64 = 0
  /// Frames of the block before, nil at first.
  private var block: Int?
  private var signals: [[Float]] = []
  private var mean: [[Float]] = []

  init(
    request: SpectrumRequest, spectrum: consuming SpectrumMeter, beat: consuming BeatMeter,
    sessionStart: Int64
  ) {
    self.request = request
    self.spectrum = spectrum
    self.beat = beat
    self.sessionStart = sessionStart
  }

  /// Measures one record and adds its SPEC and BEAT; see `SpectrumStage`.
  mutating func measure(
    _ record: inout Record, before emit: (inout Record) throws -> Void
  ) throws {
    if Attention.takeSessionRequest(), record.header.position > sessionStart {
      var end = Record()
      record.makeSessionEnd(into: &end)
      write(spectrum.current(), into: &end)
      try emit(&end)
      spectrum.beginSession()
      beat.beginSession()
      sessionStart = record.header.position
    }
    if record.gapFrames > 0 {
      spectrum.gap(frames: Int(record.gapFrames))
      beat.gap(frames: Int(record.gapFrames))
    }
    let spectra = record.header.isEnd ? [] : try hear(record)
    let isHopped = request.settings.hop != nil
    write(
      !spectra.isEmpty ? spectra : isHopped ? spectrum.latest : spectrum.current(),
      into: &record)
    if !request.keepsPCM { record.remove(.pcm) }
  }

  /// Takes a block in.
  ///
  /// - Returns: the spectra at the hops in it, if hops were asked for.
  private mutating func hear(_ record: borrowing Record) throws -> [SpectrumReading] {
    let frames = record.header.frames
    guard fold(record) else {
      guard frames == 0 else {
        throw SampleError.failed(
          "frame \(record.header.position): the records hold no sound to measure; "
            + "a stage before this one was told --no-pcm")
      }
      return []
    }
    try checkBlock(record)
    var spectra: [SpectrumReading] = []
    let isHopped = request.settings.hop != nil
    let isDamaged = record.replacedSamples > replaced
    replaced = record.replacedSamples
    spectrum.add(signals, frames: frames, isDamaged: isDamaged) {
      if isHopped { spectra += $0 }
    }
    beat.add(isEach ? mean[0] : signals[0], frames: frames)
    return spectra
  }

  /// The beat is that of the signal looked at; of all channels where each is looked at by itself.
  private var isEach: Bool { request.fold == .each }

  /// Makes the signals of a block.
  ///
  /// - Returns: whether there is any sound in the record.
  private mutating func fold(_ record: borrowing Record) -> Bool {
    let (frames, channels, fold) = (record.header.frames, record.header.channels, request.fold)
    let isThere: Void? = record.withSamples { samples in
      fold.apply(samples, frames: frames, channels: channels, into: &signals)
      guard fold == .each else { return }
      Fold.mean.apply(samples, frames: frames, channels: channels, into: &mean)
    }
    return isThere != nil
  }

  /// The last block of a source may be shorter: it is the next that tells.
  private mutating func checkBlock(_ record: borrowing Record) throws {
    if let block {
      try request.check(block: block)
    } else if record.sourceFrames.map({ $0 > record.header.frames }) ?? false {
      try request.check(block: record.header.frames)
    }
    block = record.header.frames
  }

  private func write(_ spectra: [SpectrumReading], into record: inout Record) {
    record.remove(.spectrum)
    record.remove(.beat)
    let signals = request.fold.signals(of: record.header.channels)
    for index in spectra.indices {
      request.shape.write(
        spectra[index], signals[index % signals.count], rate: record.header.rate, into: &record)
    }
    let beat = beat.reading
    record.insert(.beat, .beat) {
      $0.put(beat.bpm)
      $0.put(beat.regularity)
    }
  }
}
