import DSP

/// The weighting filters below 32 kHz: they run on the signal raised by a whole factor.
///
/// The bilinear filters would be cramped at such rates. The upsampler looks ahead, so this path runs a few
/// milliseconds behind the source, and its hops cover the same time as the source's.
struct UpsampledPath {
  private(set) var path: ChannelPath
  private var upsampler: IntegerUpsampler
  private var clock: HopClock
  private var position = 0
  /// Frames of the session, of this path.
  private(set) var sessionFrames = 0

  /// Nil for rates that need no upsampling.
  init?(rate: Double, channels: Int) {
    guard rate < 32_000 else { return nil }
    let factor = Int((32_000 / rate).rounded(.up))
    path = ChannelPath(rate: rate * Double(factor), channels: channels, factor: factor)
    upsampler = IntegerUpsampler(factor: factor, channels: channels)
    clock = HopClock(rate: rate, factor: factor)
  }

  var grid: TimeGrid { clock.grid }

  /// Takes frames of the source in and gives finished hops to the ledger.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - first: the first frame to take.
  ///   - frames: how many.
  ///   - weights: one a channel.
  ///   - ledger: what takes the hops.
  mutating func process(
    _ samples: [Float], from first: Int, frames: Int, weights: [Double],
    into ledger: inout HopLedger
  ) {
    run(upsampler.process(samples, from: first, frames: frames), weights, &ledger)
  }

  /// Makes what the upsampler holds back, as if silence followed.
  mutating func flush(weights: [Double], into ledger: inout HopLedger) {
    run(upsampler.finish(), weights, &ledger)
  }

  /// Notes that frames of the source, by their place in it, hold replaced samples.
  mutating func markDamaged(_ frames: Range<Int>) {
    let factor = upsampler.factor
    clock.markDamaged(
      frames.lowerBound * factor..<frames.upperBound * factor, position: hopStart)
  }

  /// Goes on at a frame of the source, what lies before being lost; to be flushed before.
  mutating func skip(to frame: Int, into ledger: inout HopLedger) {
    position = frame * upsampler.factor
    path.reset(\.kSquares)
    ledger.appendLost(clock.skip(to: position))
  }

  /// Begins a session at a frame of the source, which this path may not have reached.
  mutating func beginSession(at frame: Int) {
    clock.restart(at: frame * upsampler.factor, position: position)
    beginHop()
    sessionFrames = 0
    path.reset(\.aSquares)
  }

  private var hopStart: Int {
    clock.grid.index > 0
      ? clock.grid.next - clock.grid.frames(from: clock.grid.index - 1, to: clock.grid.index)
      : position
  }

  private mutating func beginHop() { path.reset(\.kSquares) }

  private mutating func run(
    _ samples: [Float], _ weights: [Double], _ ledger: inout HopLedger
  ) {
    let frames = samples.count / path.channels
    var done = 0
    while done < frames {
      let piece = min(frames - done, clock.grid.next - position)
      path.process(samples, from: done, frames: piece, position: position)
      done += piece
      position += piece
      sessionFrames += piece
      guard position == clock.grid.next else { continue }
      if let hop = clock.endHop() {
        ledger.append(
          energy: path.loudnessSum(weights), isLost: hop.isLost, isDamaged: hop.isDamaged)
      } else {
        // what came before the session
        sessionFrames = 0
        path.reset(\.aSquares)
      }
      beginHop()
    }
  }
}
