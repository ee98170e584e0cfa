import Analysis
import SampleIO

/// Measures the sources of a stream, and writes what it reads into the records.
struct SpectrumStage: ~Copyable {
  private let request: SpectrumRequest
  private var source: Source?
  private var signals: [[Float]] = []
  private var mean: [[Float]] = []

  /// What belongs to the source under way.
  private struct Source: ~Copyable {
    var spectrum: SpectrumMeter
    var beat: BeatMeter
    var sessionStart: Int64
    var replaced: Int64 = 0
    /// Frames of the block before, nil at first.
    var block: Int?
  }

  init(_ request: SpectrumRequest) { self.request = request }

  /// Measures one record and adds its SPEC and BEAT.
  ///
  /// - Parameters:
  ///   - record: the next of the stream.
  ///   - emit: writes a record that has to stand before it: the end of a session.
  /// - Throws: what `emit` throws; `UsageError` for options that the source does not go with;
  ///   `failed` for records without sound.
  mutating func measure(
    _ record: inout Record, before emit: (inout Record) throws -> Void
  ) throws {
    if record.startsSource {
      source = Source(
        spectrum: try request.meter(for: record), beat: try BeatMeter(rate: record.header.rate),
        sessionStart: record.header.position)
    }
    guard var source = source.take() else { return }
    if !record.header.flags.contains(.sessionEnd) {
      try measure(&record, &source, before: emit)
    }
    self.source = consume source
  }

  private mutating func measure(
    _ record: inout Record, _ source: inout Source, before emit: (inout Record) throws -> Void
  ) throws {
    if Attention.takeSessionRequest(), record.header.position > source.sessionStart {
      var end = Record()
      record.makeSessionEnd(into: &end)
      write(source.spectrum.current(), source, into: &end)
      try emit(&end)
      source.spectrum.beginSession()
      source.beat.beginSession()
      source.sessionStart = record.header.position
    }
    if record.gapFrames > 0 {
      source.spectrum.gap(frames: Int(record.gapFrames))
      source.beat.gap(frames: Int(record.gapFrames))
    }
    let spectra = record.header.isEnd ? [] : try hear(record, &source)
    let isHopped = request.settings.hop != nil
    write(
      !spectra.isEmpty ? spectra : isHopped ? source.spectrum.latest : source.spectrum.current(),
      source, into: &record)
    if !request.keepsPCM { record.remove(.pcm) }
  }

  /// Takes a block in.
  ///
  /// - Returns: the spectra at the hops in it, if hops were asked for.
  private mutating func hear(
    _ record: borrowing Record, _ source: inout Source
  ) throws -> [SpectrumReading] {
    let frames = record.header.frames
    guard fold(record) else {
      guard frames == 0 else {
        throw SampleError.failed(
          "frame \(record.header.position): the records hold no sound to measure; "
            + "a stage before this one was told --no-pcm")
      }
      return []
    }
    try checkBlock(record, &source)
    var spectra: [SpectrumReading] = []
    let isHopped = request.settings.hop != nil
    let isDamaged = record.replacedSamples > source.replaced
    source.replaced = record.replacedSamples
    source.spectrum.add(signals, frames: frames, isDamaged: isDamaged) {
      if isHopped { spectra += $0 }
    }
    source.beat.add(isEach ? mean[0] : signals[0], frames: frames)
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
  private func checkBlock(_ record: borrowing Record, _ source: inout Source) throws {
    if let block = source.block {
      try request.check(block: block)
    } else if record.sourceFrames.map({ $0 > record.header.frames }) ?? false {
      try request.check(block: record.header.frames)
    }
    source.block = record.header.frames
  }

  private func write(
    _ spectra: [SpectrumReading], _ source: borrowing Source, into record: inout Record
  ) {
    record.remove(.spectrum)
    record.remove(.beat)
    let signals = request.fold.signals(of: record.header.channels)
    for index in spectra.indices {
      request.shape.write(
        spectra[index], signals[index % signals.count], rate: record.header.rate, into: &record)
    }
    let beat = source.beat.reading
    record.insert(.beat, .beat) {
      $0.put(beat.bpm)
      $0.put(beat.regularity)
    }
  }
}
