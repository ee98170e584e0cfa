import Glibc

/// A tool's standard output: records, or the sound alone as WAV, AU or raw.
///
/// One record is one write. Nothing is held back, so what came before a fault is out before
/// its message.
public struct StreamOutput: ~Copyable {
  private var sound: SoundWriter?
  /// What is still to be settled by the first record.
  private var open: OutputRequest?

  /// - Parameter request: as the command line asks.
  /// - Throws: `UsageError` when standard output is a terminal.
  public init(_ request: OutputRequest = .records) throws {
    guard isatty(1) == 0 else {
      throw UsageError(
        "standard output is a terminal, and this is no text; pipe it on: "
          + "\(Diagnostics.tool) … | sm-loudness | sm-render text")
    }
    System.widenPipe(1)
    if request.kind == nil, request.followsInput {
      open = request
    } else {
      settle(request)
    }
  }

  private mutating func settle(_ request: OutputRequest) {
    guard let kind = request.kind, kind != .records else { return }
    sound = SoundWriter(kind, request.format)
  }

  /// Whether only the sound goes out.
  public var isSoundOnly: Bool { sound != nil }

  /// Writes one record.
  ///
  /// - Parameter record: gets this process's row of the ledger; used up.
  /// - Throws: `closedPipe` or `system`; `failed` when the container cannot hold it.
  public mutating func write(_ record: inout Record) throws {
    if let request = open.take() { settle(try request.settled(record.container)) }
    guard sound == nil else {
      try sound?.write(&record)
      return
    }
    record.appendTally()
    unsafe try record.withEncoded { (bytes) throws(SampleError) in
      try unsafe System.write(1, bytes, name: "standard output")
    }
  }

  /// Ends the output: makes the sizes in a file's header true.
  ///
  /// - Throws: `system` when the file cannot be changed.
  public consuming func finish() throws {
    try sound?.finish()
  }
}

extension Record {
  /// The record as it goes through a pipe: the header is made here.
  mutating func withEncoded(
    _ body: (UnsafeRawBufferPointer) throws(SampleError) -> Void
  ) throws(SampleError) {
    header.bodyBytes = byteCount - RecordHeader.byteCount
    header.sectionCount = sections.count
    guard header.bodyBytes <= RecordHeader.mostBodyBytes else {
      throw .failed("a record of \(byteCount) bytes is too long; use smaller blocks (--block)")
    }
    unsafe header.encode(into: storage.bytes)
    try unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[..<byteCount]))
  }
}
