/// Loudness, true peak and levels of one source.
///
/// Give it the blocks in order and read what is known after each. Blocks may have any size: what is read after
/// a frame does not depend, to the bit, on how the frames before it were cut, but for what describes the
/// block itself. Memory does not grow. Samples must be finite.
/// Source: ITU-R BS.1770-5; EBU Tech 3341 v4 and Tech 3342 v4.
public struct LoudnessMeter {
  public let rate: Double
  public let layout: ChannelLayout
  public let settings: LoudnessSettings

  /// The factor on each channel's mean square.
  private let weights: [Double]
  /// The filters at the source's rate; below 32 kHz weighting happens in `upsampled`.
  private(set) var path: ChannelPath
  private(set) var upsampled: UpsampledPath?
  private(set) var peaks: PeakMeter
  private(set) var ledger: HopLedger
  private(set) var steps: StepLedger
  private var clock: HopClock
  /// Frames since the source's start, lost ones included.
  private(set) var position = 0
  /// Frames heard in the session and in the block.
  private(set) var sessionFrames = 0
  private(set) var blockFrames = 0
  private var nextBlockIsDamaged = false

  /// - Parameters:
  ///   - rate: Hz, from 8,000.
  ///   - layout: 1…64 channels.
  ///   - settings: the rest.
  public init(rate: Double, layout: ChannelLayout, settings: LoudnessSettings = LoudnessSettings())
  {
    precondition(rate >= 8000 && rate.isFinite)
    let channels = layout.roles.count
    self.rate = rate
    self.layout = layout
    self.settings = settings
    let isDual = settings.dualMono && channels == 1
    weights = layout.roles.map { isDual ? 2 * $0.weight : $0.weight }
    path = ChannelPath(rate: rate, channels: channels)
    upsampled = UpsampledPath(rate: rate, channels: channels)
    peaks = PeakMeter(rate: rate, channels: channels, settings: settings)
    clock = HopClock(rate: rate)
    ledger = HopLedger(grid: upsampled?.grid ?? clock.grid)
    steps = StepLedger(rate: rate, roles: layout.roles)
  }

  /// Takes one block.
  ///
  /// - Parameters:
  ///   - samples: interleaved, full scale ±1, finite.
  ///   - frames: how many frames of it count, also 0.
  public mutating func add(_ samples: [Float], frames: Int) {
    precondition(frames >= 0 && frames * layout.roles.count <= samples.count)
    beginBlock(frames: frames)
    var done = 0
    while done < frames {
      let piece = min(frames - done, min(clock.grid.next, steps.grid.next) - position)
      path.process(samples, from: done, frames: piece, position: position)
      peaks.process(samples, from: done, frames: piece, position: position)
      upsampled?.process(
        samples, from: done, frames: piece, weights: weights, into: &ledger)
      done += piece
      position += piece
      sessionFrames += piece
      endWhatEndsHere()
    }
  }

  /// Loses frames before the next block: time goes on, and no window is reported across the gap.
  ///
  /// Filters and displays keep their state, interpolation begins anew.
  public mutating func gap(frames: Int) {
    precondition(frames >= 0)
    guard frames > 0 else { return }
    upsampled?.flush(weights: weights, into: &ledger)
    position += frames
    path.reset(\.kSquares)
    path.reset(\.stepSquares)
    let hops = clock.skip(to: position)
    for _ in 0..<min(hops, HopLedger.shortTermHops) { peaks.endHop() }
    if upsampled == nil { ledger.appendLost(hops) }
    upsampled?.skip(to: position, into: &ledger)
    ledger.markGap()
    steps.skip(to: position)
    peaks.endStep()
    peaks.skip()
  }

  /// Marks the next block as one that holds replaced samples: windows that touch it are flagged.
  public mutating func markDamaged() { nextBlockIsDamaged = true }

  /// Begins a session: everything gated, every maximum, count and mean starts anew, filters run on.
  public mutating func beginSession() {
    sessionFrames = 0
    clock.restart(at: position, position: position)
    path.reset(\.kSquares)
    path.reset(\.aSquares)
    upsampled?.beginSession(at: position)
    ledger = HopLedger(grid: upsampled?.grid ?? clock.grid)
    peaks.beginSession()
  }

  /// Ends the source: afterwards the final values can be read.
  ///
  /// Filter tails enter the true peak, and 1.5 s of silence the range's distribution only (EBU Tech 3342).
  public mutating func finish() {
    upsampled?.flush(weights: weights, into: &ledger)
    peaks.finish()
    var heard = self
    let silence = [Float](repeating: 0, count: 1024 * layout.roles.count)
    var frames = Int((1.5 * rate).rounded(.up))
    while frames > 0 {
      heard.add(silence, frames: min(frames, 1024))
      frames -= 1024
    }
    heard.upsampled?.flush(weights: weights, into: &heard.ledger)
    ledger.takeRange(from: heard.ledger)
  }
}

extension LoudnessMeter {
  private mutating func beginBlock(frames: Int) {
    blockFrames = frames
    path.reset(\.blockSquares)
    path.reset(\.blockSum)
    peaks.beginBlock()
    if nextBlockIsDamaged {
      let start =
        clock.grid.next - clock.grid.frames(from: clock.grid.index - 1, to: clock.grid.index)
      clock.markDamaged(position..<position + frames, position: start)
      upsampled?.markDamaged(position..<position + frames)
    }
    nextBlockIsDamaged = false
  }

  private mutating func endWhatEndsHere() {
    if position == clock.grid.next {
      peaks.endHop()
      let hop = clock.endHop()
      if let hop, upsampled == nil {
        ledger.append(
          energy: path.loudnessSum(weights), isLost: hop.isLost, isDamaged: hop.isDamaged)
      }
      path.reset(\.kSquares)
    }
    if position == steps.grid.next {
      steps.endStep(
        squares: layout.roles.indices.map { path.value(\.stepSquares, of: $0) },
        peak: peaks.stepPeak)
      path.reset(\.stepSquares)
      peaks.endStep()
    }
  }
}
