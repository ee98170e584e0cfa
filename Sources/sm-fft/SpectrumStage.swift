import Analysis
import SampleIO

/// Measures the sources of a stream, and writes what it reads into the records.
struct SpectrumStage: ~Copyable {
  private let request: SpectrumRequest
  private var source: SpectrumSource?

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
      source = try record.unlessUnread {
        SpectrumSource(
          request: request, spectrum: try request.meter(for: $0),
          beat: try BeatMeter(rate: $0.header.rate), sessionStart: $0.header.position)
      }
    }
    guard !record.header.flags.contains(.sessionEnd) else { return }
    // where it stands: it is too large to be moved twice a record
    try source?.measure(&record, before: emit)
  }
}
