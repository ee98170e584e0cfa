import DSP

/// Sample peaks, true peaks, held peaks and clip events of all channels.
struct PeakMeter {
  let channels: Int
  private var oversampled: [OversampledPeak]
  private var held: [HeldPeak]
  private var clips: [ClipCounter]
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
    oversampled = Array(repeating: OversampledPeak(rate: rate), count: channels)
    held = Array(repeating: HeldPeak(rate: rate, settings: settings), count: channels)
    clips = Array(repeating: ClipCounter(settings: settings), count: channels)
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
    for channel in 0..<channels {
      oversampled[channel].restart()
      clips[channel].endRun()
    }
  }

  /// Takes what comes out when silence follows.
  mutating func finish() {
    for channel in 0..<channels {
      oversampled[channel].finish()
      raiseTruePeaks(of: channel)
    }
  }

  /// Takes frames of an interleaved block in.
  ///
  /// - Parameters:
  ///   - samples: the block.
  ///   - first: the first frame.
  ///   - frames: how many.
  ///   - position: the first one's place in the source.
  mutating func process(_ samples: [Float], from first: Int, frames: Int, position: Int) {
    for done in stride(from: 0, to: frames, by: OversampledPeak.room) {
      let count = min(frames - done, OversampledPeak.room)
      for channel in 0..<channels {
        take(samples, channel, from: first + done, frames: count, position: position + done)
      }
    }
  }

  private mutating func take(
    _ samples: [Float], _ channel: Int, from first: Int, frames: Int, position: Int
  ) {
    let index = first * channels + channel
    let peak = oversampled[channel].take(samples, from: index, count: frames, stride: channels)
    held[channel].process(
      samples, from: index, frames: frames, stride: channels, position: position, peak: peak)
    clips[channel].process(samples, from: index, frames: frames, stride: channels, peak: peak)
    blockPeaks[channel] = max(blockPeaks[channel], peak)
    stepPeak = max(stepPeak, peak)
    // samples are true peaks too
    raiseTruePeaks(of: channel, to: peak)
    raiseTruePeaks(of: channel)
  }

  /// Looks only for what neither the block's nor the hop's maximum can do without.
  private mutating func raiseTruePeaks(of channel: Int) {
    let known = min(blockTruePeaks[channel], hopTruePeak)
    raiseTruePeaks(of: channel, to: oversampled[channel].highest(above: known))
  }

  private mutating func raiseTruePeaks(of channel: Int, to peak: Float) {
    blockTruePeaks[channel] = max(blockTruePeaks[channel], peak)
    truePeaks[channel] = max(truePeaks[channel], peak)
    hopTruePeak = max(hopTruePeak, peak)
  }
}
