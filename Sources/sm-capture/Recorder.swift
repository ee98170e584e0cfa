import SampleIO

/// What `--record` does: the stream's sound to a file, as long as it goes into one.
struct Recorder: ~Copyable {
  private let request: RecordingRequest?
  private var part: PartFile?
  private var take: RecordedTake?
  private var failed = false

  /// Begins the file, so that what stands in its way is said before any sound.
  ///
  /// - Parameter arguments: with the options `Option.recording`.
  /// - Throws: `UsageError`, `SampleError`.
  init(_ arguments: Arguments) throws {
    let request = try RecordingRequest(arguments)
    part = try request?.makeFile()
    self.request = request
    guard request != nil else { return }
    Attention.ignoreFailingWrites()
    Attention.watchForSessionRequests()
  }

  deinit {
    // Something else has ended the stream: what was recorded stays.
    part?.discard()
    var take = take
    take?.finish()
  }

  /// Whether anything is or was recorded.
  var isWanted: Bool { request != nil }

  /// Whether recording is worth going on without a reader of the stream.
  var goesOnAlone: Bool {
    guard let request, request.keepsOn || StreamOutput.isTerminal else { return false }
    return part != nil || take?.isOpen ?? false
  }

  /// For the line of progress: recording, paused, or nothing.
  var state: String { take?.state ?? "" }

  /// Records the sound of a record.
  ///
  /// - Parameter record: as it goes to the stream; its sound is copied.
  /// - Throws: `failed` when the file cannot hold such sound, before any was written.
  mutating func record(_ record: borrowing Record) throws {
    if let request, let part, record.header.frames > 0 {
      take = RecordedTake(try Recording.start(request, part, record), request)
      self.part = nil
    }
    guard take != nil else { return }
    if Attention.takeSessionRequest() { take?.togglePause() }
    try take?.add(record)
  }

  /// Takes no more sound; what was accepted is still written.
  ///
  /// Said before the stream ends, whose reader may take its time.
  mutating func close() { take?.close() }

  /// Ends the recording: everything accepted is written, and the file has its name.
  ///
  /// - Throws: `Verdict` when it did not go as asked.
  mutating func finish() throws {
    guard let request else { return }
    if let part {
      part.discard()
      self.part = nil
      Diagnostics.say("\(request.path): there was no sound to record; no file was made")
      throw Verdict(status: 1)
    }
    take?.finish()
    if take?.hasFailed ?? false { throw Verdict(status: 1) }
    // Ctrl-C is how one ends a recording.
    Attention.forgiveEnding()
  }
}
