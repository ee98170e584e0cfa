import Glibc

/// A tool's standard output: records, or the sound alone as WAV, AU or raw.
///
/// From files one record is one write and nothing is held back; a live stream drops what a slow
/// reader does not take, and counts it.
public struct StreamOutput: ~Copyable {
  private let pump: OutputPump

  /// Whether standard output is a terminal, which takes no stream.
  public static var isTerminal: Bool { isatty(1) == 1 }

  /// Whether the reader still takes the stream, or there never was one.
  public var hasReader: Bool { pump.hasReader }

  /// - Parameters:
  ///   - request: as the command line asks.
  ///   - input: what the tool reads: while it waits for it, live output goes on.
  ///   - besideRecording: whether a recording is worth the work alone: then a terminal gets no
  ///     stream, and a reader that goes is no error.
  /// - Throws: `UsageError` when standard output is a terminal.
  public init(
    _ request: OutputRequest, for input: inout StreamInput, besideRecording: Bool = false
  ) throws {
    guard !Self.isTerminal || besideRecording else {
      throw UsageError(
        "standard output is a terminal, and this is no text; pipe it on: "
          + "\(Diagnostics.tool) … | sm-loudness | sm-render text")
    }
    pump = OutputPump(request, outlivesReader: besideRecording)
    input.pump = pump
  }

  /// Looks after something else too, whenever the tool waits for its input.
  public func accompany(_ companion: any Companion) { pump.companion = companion }

  /// Writes one record.
  ///
  /// - Parameter record: gets this process's row of the ledger; used up.
  /// - Throws: `closedPipe` or `system`; `failed` when the container cannot hold it.
  public mutating func write(_ record: inout Record) throws {
    try pump.settle(record.container)
    try pump.put(&record)
  }

  /// Waits until a moment, while live output goes on.
  ///
  /// - Parameter seconds: of the monotonic clock.
  /// - Throws: `closedPipe` or `system`.
  func wait(untilSeconds seconds: Double) throws {
    try pump.wait(untilSeconds: seconds)
  }

  /// Ends the output: writes what waits, makes the sizes in a file's header true, says what was
  /// lost.
  ///
  /// - Throws: `closedPipe`, or `system` when the file cannot be changed.
  public consuming func finish() throws { try pump.finish() }
}

extension Record {
  /// Puts the sums into the header.
  mutating func sumUp() {
    header.bodyBytes = byteCount - RecordHeader.byteCount
    header.sectionCount = sections.count
  }

  /// The record as it goes through a pipe: the header is made here.
  mutating func withEncoded(
    _ body: (UnsafeRawBufferPointer) throws(SampleError) -> Void
  ) throws(SampleError) {
    sumUp()
    guard header.bodyBytes <= RecordHeader.mostBodyBytes else {
      throw .failed("a record of \(byteCount) bytes is too long; use smaller blocks (--block)")
    }
    unsafe header.encode(into: storage.bytes)
    try unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[..<byteCount]))
  }
}
