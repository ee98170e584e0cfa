import Analysis
import SampleIO

/// Draws the sources of a stream, one meter each, and writes what it draws into the records.
struct ScopeStage {
  private let request: ScopeRequest
  private let byteCount: Int
  private var meter: ScopeMeter?
  private var signals: [[Float]] = []
  private var pair: [[Float]] = []
  private var replaced: Int64 = 0

  init(_ request: ScopeRequest) {
    self.request = request
    byteCount = Layout.scope.byteCount(["bin_count": request.settings.binCount])
  }

  /// Draws one record and adds its SCOP.
  ///
  /// - Parameter record: the next of the stream.
  /// - Throws: `UsageError` for options that the source does not go with; `failed` for records
  ///   without sound.
  mutating func measure(_ record: inout Record) throws {
    if record.startsSource {
      meter = try record.unlessUnread { try request.meter(for: $0) }
      replaced = 0
    }
    guard !record.header.flags.contains(.sessionEnd), var meter = meter.take() else { return }
    defer { self.meter = meter }
    if record.gapFrames > 0 { meter.gap(frames: Int(record.gapFrames)) }
    if !record.header.isEnd { try hear(record, &meter) }
    write(meter.current(), meter.settings, into: &record)
    if !request.keepsPCM { record.remove(.pcm) }
  }

  private mutating func hear(_ record: borrowing Record, _ meter: inout ScopeMeter) throws {
    let (frames, channels) = (record.header.frames, record.header.channels)
    let fold = request.fold
    let isFolded: Void? = record.withSamples { samples in
      fold.apply(samples, frames: frames, channels: channels, into: &signals)
      Fold.pair(of: samples, frames: frames, channels: channels, into: &pair)
    }
    guard isFolded != nil else {
      guard frames == 0 else {
        throw SampleError.failed(
          "frame \(record.header.position): the records hold no sound to draw; "
            + "a stage before this one was told --no-pcm")
      }
      return
    }
    let isDamaged = record.replacedSamples > replaced
    replaced = record.replacedSamples
    meter.add(signals, pair: pair, frames: frames, isDamaged: isDamaged)
  }

  private func write(
    _ traces: [ScopeReading], _ settings: ScopeSettings, into record: inout Record
  ) {
    record.remove(.scope)
    let signals = request.fold.signals(of: record.header.channels)
    for (signal, trace) in zip(signals, traces) {
      record.insert(.scope, fieldBytes: byteCount) { writer in
        writer.put(signal.channel)
        writer.put(signal.folded)
        writer.put(trace.trigger)
        writer.put(Double(settings.spanFrames) / Double(settings.binCount))
        writer.put(flags: trace.gap)
        writer.put(Int64(settings.binCount))
        writer.put(trace.minima)
        writer.put(trace.maxima)
        writer.put(trace.means)
        writer.put(trace.zeroCrossingRate)
        writer.put(trace.correlation)
        writer.put(trace.balance)
        writer.put(trace.dc)
      }
    }
  }
}
