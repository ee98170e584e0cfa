/// Raises the rate by a whole factor with a polyphase windowed sinc.
///
/// Output frame n × factor + p is the signal at the time of input frame n + p / factor: no delay
/// in time, but an output can be made only when the `lookAhead` input frames after it are known.
/// The pass band is flat to 0.001 dB up to 0.45 of the input's rate.
public struct IntegerUpsampler {
  public let factor: Int
  public let channels: Int
  /// Input frames that are held back until `finish()`.
  public let lookAhead = 32

  /// For each phase 1 ..< factor the taps from the oldest input to the newest, 2 × lookAhead of them.
  private let phases: [[Double]]
  /// The newest input, interleaved; the first 2 × lookAhead frames reach back before the next output.
  private var history: [Float]
  /// Frames in `history`.
  private var held: Int
  /// Input frames whose outputs are still to be made: at most `lookAhead`.
  private var pending = 0

  public init(factor: Int, channels: Int) {
    precondition(factor > 1 && channels > 0)
    self.factor = factor
    self.channels = channels
    let reach = lookAhead
    let kernel = WindowedSinc(beta: 9, halfWidth: Double(reach))
    phases = (1..<factor).map { phase in
      let taps = (0..<2 * reach).map { tap in
        kernel.value(at: Double(reach - 1 - tap) + Double(phase) / Double(factor))
      }
      let gain = taps.reduce(0, +)
      return taps.map { $0 / gain }
    }
    held = 2 * reach
    history = [Float](repeating: 0, count: (2 * reach + 256) * channels)
  }

  /// Takes frames in and makes what can be made.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1.
  ///   - first: the first frame to take.
  ///   - frames: how many.
  /// - Returns: interleaved, factor × `frames` frames once it has started.
  public mutating func process(_ samples: [Float], from first: Int, frames: Int) -> [Float] {
    var output: [Float] = []
    output.reserveCapacity(frames * factor * channels)
    for frame in first..<first + frames {
      push(samples, frame: frame)
      if pending == lookAhead { appendNext(to: &output) } else { pending += 1 }
    }
    return output
  }

  /// Returns the frames that were held back and begins anew.
  ///
  /// The signal is taken to go on turned about its last frame, so that its end is not heard as a click.
  public mutating func finish() -> [Float] {
    var output: [Float] = []
    let turned = continuation()
    for frame in 0..<lookAhead {
      push(turned, frame: frame)
      if frame >= lookAhead - pending { appendNext(to: &output) }
    }
    pending = 0
    held = 2 * lookAhead
    for i in history.indices { history[i] = 0 }
    return output
  }

  /// The `lookAhead` frames after the newest if the signal is point-symmetric about that.
  private func continuation() -> [Float] {
    let newest = (held - 1) * channels
    return (1...lookAhead).flatMap { frame in
      (0..<channels).map { channel in
        2 * history[newest + channel] - history[newest - frame * channels + channel]
      }
    }
  }

  private mutating func push(_ samples: [Float], frame: Int) {
    if (held + 1) * channels > history.count {
      let kept = 2 * lookAhead
      for i in 0..<kept * channels { history[i] = history[(held - kept) * channels + i] }
      held = kept
    }
    for channel in 0..<channels {
      history[held * channels + channel] = samples[frame * channels + channel]
    }
    held += 1
  }

  /// Appends the outputs of the frame `lookAhead` before the newest.
  private func appendNext(to output: inout [Float]) {
    let oldest = (held - 2 * lookAhead) * channels
    for channel in 0..<channels {
      output.append(history[oldest + (lookAhead - 1) * channels + channel])
    }
    for taps in phases {
      for channel in 0..<channels {
        var sum = 0.0
        for tap in taps.indices {
          sum += taps[tap] * Double(history[oldest + tap * channels + channel])
        }
        output.append(Float(sum))
      }
    }
  }
}
