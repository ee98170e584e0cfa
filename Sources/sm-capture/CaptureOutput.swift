import SampleIO

/// The stream that leaves the tool; beside a recording its reader may go, or be missing.
struct CaptureOutput: ~Copyable {
  private var stream: StreamOutput?
  private let outlivesReader: Bool

  /// - Parameters:
  ///   - arguments: `--type` and `--to`.
  ///   - recorder: with it, a terminal gets no stream, and a reader that goes is no error.
  /// - Throws: `UsageError`.
  init(_ arguments: Arguments, _ recorder: borrowing Recorder) throws {
    outlivesReader = recorder.isWanted
    let request = try OutputRequest(arguments)
    if recorder.isWanted, StreamOutput.isTerminal { return }
    stream = try StreamOutput(request)
  }

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - record: used up.
  ///   - recorder: says whether to go on without a reader.
  /// - Returns: false when the reader has gone and the work is over.
  /// - Throws: what writing throws.
  mutating func write(_ record: inout Record, _ recorder: borrowing Recorder) throws -> Bool {
    do {
      try stream?.write(&record)
      return true
    } catch SampleError.closedPipe where outlivesReader {
      stream = nil
      return recorder.goesOnAlone
    }
  }

  /// Ends the stream.
  ///
  /// - Throws: what ending throws.
  mutating func finish() throws {
    guard let stream = stream.take() else { return }
    do {
      try stream.finish()
    } catch SampleError.closedPipe where outlivesReader {
      return
    }
  }
}
