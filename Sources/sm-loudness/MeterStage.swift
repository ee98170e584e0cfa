import Analysis
import SampleIO

/// Measures the sources of a stream, one meter each, and writes what it reads into the records.
struct MeterStage {
  private let request: MeterRequest
  private var meter: LoudnessMeter?
  private var samples: [Float] = []
  private var mono: [Float] = []
  private var sessionStart: Int64 = 0
  private var replaced: Int64 = 0

  init(_ request: MeterRequest) { self.request = request }

  /// Measures one record and adds its LEVL and LOUD.
  ///
  /// - Parameters:
  ///   - record: the next of the stream.
  ///   - emit: writes a record that has to stand before it: the end of a session.
  /// - Throws: what `emit` throws; `UsageError` for channels that nobody names; `failed` for
  ///   records without sound.
  mutating func measure(
    _ record: inout Record, before emit: (inout Record) throws -> Void
  ) throws {
    if record.startsSource {
      meter = try record.unlessUnread { try request.meter(for: $0) }
      (sessionStart, replaced) = (record.header.position, 0)
    }
    guard var meter = meter.take() else { return }
    defer { self.meter = meter }
    if record.header.flags.contains(.sessionEnd) { return }
    if endsSession(at: record) {
      var end = Record()
      record.makeSessionEnd(into: &end)
      var closing = meter
      closing.finish()
      closing.write(into: &end)
      try emit(&end)
      meter.beginSession()
      sessionStart = record.header.position
    }
    if record.gapFrames > 0 { meter.gap(frames: Int(record.gapFrames)) }
    if record.header.isEnd {
      meter.finish()
    } else {
      try hear(record, &meter)
    }
    meter.write(into: &record)
    if !request.keepsPCM { record.remove(.pcm) }
  }

  /// A session ends at the first block that begins at or behind its time, or when SIGUSR2 asked.
  private func endsSession(at record: borrowing Record) -> Bool {
    let asked = Attention.takeSessionRequest()
    guard record.header.position > sessionStart else { return false }
    if asked { return true }
    guard let seconds = request.resetSeconds, !record.header.isEnd else { return false }
    return Double(record.header.position - sessionStart) >= seconds * record.header.rate
  }

  private mutating func hear(_ record: borrowing Record, _ meter: inout LoudnessMeter) throws {
    let (frames, channels) = (record.header.frames, record.header.channels)
    guard record.copyPCM(into: &samples) else {
      guard frames == 0 else {
        throw SampleError.failed(
          "frame \(record.header.position): the records hold no sound to measure; "
            + "a stage before this one was told --no-pcm")
      }
      return
    }
    if record.replacedSamples > replaced {
      replaced = record.replacedSamples
      meter.markDamaged()
    }
    guard request.signal != .all, channels > 1 else {
      return meter.add(samples, frames: frames)
    }
    fold(frames: frames, channels: channels)
    meter.add(mono, frames: frames)
  }

  private mutating func fold(frames: Int, channels: Int) {
    if mono.count < frames { mono = Array(repeating: 0, count: frames) }
    if case .one(let channel) = request.signal {
      for frame in 0..<frames { mono[frame] = samples[frame * channels + channel] }
    } else {
      for frame in 0..<frames {
        var sum = 0.0
        for channel in 0..<channels { sum += Double(samples[frame * channels + channel]) }
        mono[frame] = Float(sum / Double(channels))
      }
    }
  }
}
