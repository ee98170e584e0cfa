import DSP

/// Sample peaks, true peaks, held peaks and clip events of all channels.
struct PeakMeter {
  let channels: Int
  private var samplePeak: SamplePeak
  private var oversampled: OversampledPeak
  private var held: [HeldPeak]
  private var clips: [ClipCounter]
  /// Of the piece being taken in.
  private var piecePeaks: [Float]
  private var pieceTruePeaks: [Float]
  /// Linear, one a channel: of the block and of the session.
  private(set) var blockPeaks: [Float]
  private(set) var blockTruePeaks: [Float]
  private(set) var truePeaks: [Float]
  /// Linear, over all channels: of the 100 ms step and of the hop in progress.
  private(set) var stepPeak: Float = 0
  private var hopTruePeak: Float = 0
  /// Of the last 3 s of hops, oldest first from `place`.
  private var hopTruePeaks = [Float](repeating: 0, count: HopLedger.shortTermHops)
  private var place = 0

  init(rate: Double, channels: Int, settings: LoudnessSettings) {
    let silence = [Float](repeating: 0, count: channels)
    self.channels = channels
    samplePeak = SamplePeak(channels: channels)
    oversampled = OversampledPeak(channels: channels, rate: rate)
    held = Array(repeating: HeldPeak(rate: rate, settings: settings), count: channels)
    clips = Array(repeating: ClipCounter(settings: settings), count: channels)
    piecePeaks = silence
    pieceTruePeaks = silence
    blockPeaks = silence
    blockTruePeaks = silence
    truePeaks = silence
  }

  /// The highest true peak of the last 300 hops, linear, over all channels.
  var recentTruePeak: Float { hopTruePeaks.reduce(0) { $0 > $1 ? $0 : $1 } }

  /// The highest true peak of the session, linear, over all channels.
  var highestTruePeak: Float { truePeaks.reduce(0) { $0 > $1 ? $0 : $1 } }

  func heldPeak(of channel: Int, at frame: Int) -> Double { held[channel].value(at: frame) }

  func clipEvents(of channel: Int) -> Int { clips[channel].events }

  func isClipped(_ channel: Int) -> Bool { clips[channel].isClipped }

  mutating func beginBlock() {
    for channel in 0..<channels {
      blockPeaks[channel] = 0
      blockTruePeaks[channel] = 0
      clips[channel].beginBlock()
    }
  }

  mutating func endHop() {
    hopTruePeaks[place] = hopTruePeak
    place = (place + 1) % hopTruePeaks.count
    hopTruePeak = 0
  }

  mutating func endStep() { stepPeak = 0 }

  /// Begins a session: counts and maxima start anew, held peaks stay.
  mutating func beginSession() {
    for channel in 0..<channels {
      truePeaks[channel] = 0
      clips[channel].resetCount()
    }
    hopTruePeak = 0
    for index in hopTruePeaks.indices { hopTruePeaks[index] = 0 }
  }

  /// Notes that frames are missing here: no interpolation and no run of clipped samples goes across.
  mutating func skip() {
    oversampled.restart()
    for channel in 0..<channels { clips[channel].endRun() }
  }

  /// Takes what comes out when silence follows.
  mutating func finish() {
    beginPiece()
    oversampled.finish(raising: &pieceTruePeaks)
    endPiece()
  }

  /// Interpolates the next frames of an interleaved block, to be processed before more are taken.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: its first frame to take.
  ///   - frames: how many there are.
  /// - Returns: how many were taken, at least one of any.
  mutating func take(_ samples: [Float], from first: Int, frames: Int) -> Int {
    let taken = min(frames, oversampled.room)
    oversampled.take(samples, from: first, frames: taken)
    return taken
  }

  /// Processes frames that have been taken.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: the first frame.
  ///   - frames: how many.
  ///   - position: the first one's place in the source.
  mutating func process(_ samples: [Float], from first: Int, frames: Int, position: Int) {
    samplePeak.measure(samples, from: first, frames: frames, into: &piecePeaks)
    for channel in 0..<channels {
      let peak = piecePeaks[channel]
      let index = first * channels + channel
      held[channel].process(
        samples, from: index, frames: frames, stride: channels, position: position, peak: peak)
      clips[channel].process(samples, from: index, frames: frames, stride: channels, peak: peak)
      blockPeaks[channel] = max(blockPeaks[channel], peak)
      stepPeak = max(stepPeak, peak)
      hopTruePeak = max(hopTruePeak, peak)
    }
    beginPiece()
    for channel in 0..<channels {
      pieceTruePeaks[channel] = max(pieceTruePeaks[channel], piecePeaks[channel])
    }
    oversampled.raise(&pieceTruePeaks, frames: frames)
    endPiece()
  }

  /// Starts a piece from what neither the block's nor the hop's maximum can do without.
  private mutating func beginPiece() {
    for channel in 0..<channels {
      pieceTruePeaks[channel] = min(blockTruePeaks[channel], hopTruePeak)
    }
  }

  private mutating func endPiece() {
    for channel in 0..<channels {
      let peak = pieceTruePeaks[channel]
      blockTruePeaks[channel] = max(blockTruePeaks[channel], peak)
      truePeaks[channel] = max(truePeaks[channel], peak)
      hopTruePeak = max(hopTruePeak, peak)
    }
  }
}
