/// A tool's input as records, whatever it was: records, WAV, AU, raw, or a sound file.
///
/// Several files are several sources, one after the other. A source that goes wrong gets its
/// end record, also one that never began; then the next file has its turn, and behind the last the
/// fault is thrown.
public struct StreamInput: ~Copyable {
  let request: InputRequest
  var waiting: ArraySlice<String>
  var started = false
  var fault: (any Error)?
  /// Whether the stream knows of the fault, by an end record.
  var isTold = false
  /// Rate, Hz, and channels of the record before; nil before the first.
  private var shape: (rate: Double, channels: Int)?

  // Of the source under way, at most one of the first three is there.
  var records: RecordReader?
  var pcm: PCMReader?
  var sound: SoundReader?
  var blocks: SourceBlocks?
  var card: SoundCard?
  var lastFrame: Int64?
  var isFile = false
  var name = ""
  var cut: RecordCut
  var replaced: Int64 = 0
  var isFinished = false
  var isRegular = false
  var retryAt: Double?
  /// The output that goes on while this waits.
  var pump: OutputPump?
  var companion: (any Companion)?

  public init(_ request: InputRequest) {
    Attention.watchForEnding()
    self.request = request
    cut = RecordCut(request)
    waiting = (request.files.isEmpty ? [request.device ?? "-"] : request.files)[...]
  }

  /// The input as a tool's command line asks for it.
  ///
  /// - Parameter arguments: with the options `Option.input`.
  /// - Throws: `UsageError` for values that cannot be.
  public init(_ arguments: Arguments) throws {
    if let word = arguments.operands.first {
      throw UsageError("'\(word)': no operand is expected here; a file is read with -i FILE")
    }
    self.init(try InputRequest(arguments))
  }

  /// Looks after something else while this waits; for tools without an output that does.
  public mutating func accompany(_ companion: any Companion) { self.companion = companion }

  /// Reads the next record.
  ///
  /// - Parameter record: used again for each.
  /// - Returns: false when there are no more.
  /// - Throws: what is wrong with the input, after everything before it was delivered.
  public mutating func next(into record: inout Record) throws -> Bool {
    guard try advance(&record) else { return false }
    isTold = record.header.isEnd && record.header.end.isFailure
    shape = (record.header.rate, record.header.channels)
    if record.startsSource { pump?.expect(record) }
    return true
  }

  private mutating func advance(_ record: inout Record) throws -> Bool {
    Attention.answer()
    while !isFinished {
      if let fault {
        if blocks != nil {
          blocks?.finish(&record, .error)
          blocks = nil
          return true
        }
        if try tell(fault, in: &record) { return true }
        continue
      }
      if Attention.isEnding, records == nil || Attention.ending != Attention.interrupt {
        return interrupt(&record)
      }
      do {
        if records != nil {
          record.container = .records
          if try nextRecord(&record) { return true }
        } else if blocks != nil {
          record.container = pcm?.container.kind ?? .records
          try nextBlock(&record)
          return true
        }
        guard try openNext() else {
          sayWhatWasReplaced()
          return false
        }
      } catch let error as SampleError where error == .closedPipe || error == .interrupted {
        throw error
      } catch {
        fault = error
      }
    }
    return false
  }

  /// Tells the stream of a source that could not be read; when it knows, the next file has its
  /// turn, as `cat` does it.
  ///
  /// - Returns: whether the record tells of it.
  /// - Throws: the fault, where nothing follows it.
  private mutating func tell(_ fault: any Error, in record: inout Record) throws -> Bool {
    // A file of nothing else would only be in the way; the stages behind a pipe have to know.
    guard isTold || shape == nil && waiting.isEmpty && !System.isPipe(1) else {
      var blocks = SourceBlocks(
        unreadDescription, rate: shape?.rate ?? request.rate ?? 48_000,
        channels: shape?.channels ?? request.channels ?? 1)
      blocks.finish(&record, .error)
      return true
    }
    guard !waiting.isEmpty else {
      sayWhatWasReplaced()
      throw fault
    }
    Diagnostics.say("\(fault)")
    Diagnostics.noteFailure(status: fault is UsageError ? 2 : 1)
    self.fault = nil
    leave()
    return false
  }

  /// Ends the source under way because a signal wants it.
  ///
  /// - Returns: false when there is none.
  private mutating func interrupt(_ record: inout Record) -> Bool {
    isFinished = true
    sayWhatWasReplaced()
    if records?.open ?? false {
      records?.endSource(&record, .interrupted)
      return true
    }
    guard var source = blocks.take() else { return false }
    source.finish(&record, .interrupted)
    return true
  }

  /// Leaves the source under way, if it does not stand inside a stream of records.
  public mutating func leaveSource() {
    guard records == nil || !isFile else { return }
    leave()
  }

  private mutating func leave() {
    records = nil
    pcm = nil
    sound = nil
    blocks = nil
  }

  private func sayWhatWasReplaced() {
    guard replaced > 0 else { return }
    Diagnostics.remark("\(replaced) samples were no finite numbers and became zero")
  }
}
