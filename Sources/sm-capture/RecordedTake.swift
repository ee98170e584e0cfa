import SampleIO

/// One recording from its first frame: pauses, gaps, limit, and what is said of it.
struct RecordedTake {
  /// Whether it still takes sound.
  private(set) var isOpen = true
  /// Whether it ended otherwise than asked.
  private(set) var hasFailed = false

  private let recording: Recording
  private let path: String
  private let limitFrames: Int64
  private var isPaused = false
  private var isAnnounced = false
  /// Frames taken.
  private var frames: Int64 = 0
  /// Sound that waits until there is a block of it: small blocks would fill the queue in no time.
  private var gathered: [Float] = []
  /// Frames that make a block of the queue.
  private static let blockFrames = 2048
  /// Frames of silence in the place of lost ones.
  private var filled: Int64 = 0

  init(_ recording: Recording, _ request: RecordingRequest) {
    self.recording = recording
    path = request.path
    limitFrames = request.limitSeconds.map { Int64(($0 * recording.rate).rounded()) } ?? .max
  }

  /// For the line of progress.
  var state: String {
    guard isOpen else { return "" }
    return isPaused ? "recording paused at \(clock)" : "recording \(clock)"
  }

  private var clock: String { Attention.clock(Double(frames) / recording.rate) }

  /// Stops taking sound, or goes on.
  mutating func togglePause() {
    guard isOpen else { return }
    isPaused.toggle()
    if !Diagnostics.canDraw {
      Diagnostics.remark("\(path): " + (isPaused ? state : "recording goes on at \(clock)"))
    }
  }

  /// Adds the sound of a record.
  ///
  /// - Throws: `failed` for records without sound.
  mutating func add(_ record: borrowing Record) throws {
    if let outcome = recording.outcome { announce(outcome) }
    guard isOpen, record.header.frames > 0 else { return }
    let canWait = !record.header.flags.contains(.live)
    guard record.header.rate == recording.rate, record.header.channels == recording.channels else {
      pass(canWait)
      guard isOpen else { return }
      return stop(
        "a source of \(fixed(record.header.rate, 0)) Hz, \(record.header.channels) channels "
          + "does not go into the same file")
    }
    guard !isPaused else { return }
    fill(record.gapFrames, canWait)
    guard isOpen else { return }
    var samples: [Float] = []
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to record (--no-pcm)")
    }
    let wanted = min(Int64(record.header.frames), limitFrames - frames)
    samples.removeLast(samples.count - Int(wanted) * recording.channels)
    gather(samples, canWait)
    if frames == limitFrames { close(canWait: canWait) }
  }

  private mutating func gather(_ samples: [Float], _ canWait: Bool) {
    frames += Int64(samples.count / recording.channels)
    if gathered.isEmpty { gathered = samples } else { gathered += samples }
    if gathered.count >= Self.blockFrames * recording.channels { pass(canWait) }
  }

  /// Gives what was gathered to the writer.
  private mutating func pass(_ canWait: Bool) {
    let samples = gathered
    gathered = []
    guard !samples.isEmpty else { return }
    let answer = recording.put(samples, canWait: canWait)
    if answer != .accepted { frames -= Int64(samples.count / recording.channels) }
    heed(answer)
  }

  /// Puts silence in the place of lost frames, at most 10 s, so that time stays true.
  private mutating func fill(_ gap: Int64, _ canWait: Bool) {
    let missing = min(gap, Int64(recording.rate * 10), limitFrames - frames)
    guard missing > 0 else { return }
    pass(canWait)
    guard isOpen else { return }
    let answer = recording.putSilence(frames: missing, canWait: canWait)
    heed(answer)
    guard answer == .accepted else { return }
    filled += missing
    frames += missing
    if frames == limitFrames { close(canWait: canWait) }
  }

  private mutating func heed(_ answer: Recording.Acceptance) {
    switch answer {
    case .accepted: break
    case .overflow: stop("storage cannot keep up")
    // The storage has failed, and says why.
    case .ended: isOpen = false
    }
  }

  /// Ends the recording early; the stream goes on.
  private mutating func stop(_ reason: String) {
    isOpen = false
    hasFailed = true
    recording.close()
    Diagnostics.say("\(path): \(reason): the recording ends at \(clock)")
  }

  /// Takes no more sound.
  ///
  /// - Parameter canWait: whether the last sound may wait for a place in the queue.
  mutating func close(canWait: Bool = true) {
    guard isOpen else { return }
    pass(canWait)
    isOpen = false
    recording.close()
  }

  /// Waits for the end, and says what there is.
  mutating func finish() {
    close()
    announce(recording.finish())
  }

  private mutating func announce(_ outcome: Recording.Outcome) {
    guard !isAnnounced else { return }
    isAnnounced = true
    isOpen = false
    if let fault = outcome.fault {
      hasFailed = true
      Diagnostics.say("\(path): the recording ends: \(fault)")
    }
    guard outcome.frames > 0 else {
      hasFailed = true
      return Diagnostics.say("\(path): nothing was recorded; no file was made")
    }
    guard outcome.isWhole else {
      return Diagnostics.say("\(path): what was recorded is in \(path).part")
    }
    let seconds = Double(outcome.frames) / recording.rate
    var text =
      outcome.isExact
      ? "\(path): recorded \(fixed(seconds, 3)) s (\(outcome.frames) frames)"
      : "\(path): recorded about \(fixed(seconds, 0)) s"
    if filled > 0 { text += ", \(filled) lost frames are silence" }
    if outcome.clipped > 0 {
      text += ", \(outcome.clipped) samples were over full scale and limited to it"
    }
    Diagnostics.remark(text)
  }
}
