import DSP

/// RMS over 100 ms steps of the source: crest, noise floor, and the mean squares of half seconds.
struct StepLedger {
  /// Steps in the floor's history, and those it needs.
  private static let history = 300
  private static let enough = 50
  private static let stepsInHalfSecond = 5

  private(set) var grid: TimeGrid
  private let roles: [ChannelRole]
  private var ranked = RankedWindow(capacity: history)
  private var isLost = false
  private var isHalfLost = false
  private var halfSquares: [Double]
  /// Linear, one a channel, of the last whole half second; NaN before the first.
  private(set) var meanSquares: [Double]
  /// dBFS, of the last whole step; NaN before the first.
  private(set) var rms = Double.nan
  /// dB, of the last whole step.
  private(set) var crest = Double.nan

  init(rate: Double, roles: [ChannelRole]) {
    grid = TimeGrid(rate: rate, perSecond: 10)
    self.roles = roles
    halfSquares = [Double](repeating: 0, count: roles.count)
    meanSquares = [Double](repeating: .nan, count: roles.count)
  }

  /// dBFS; NaN before 50 steps.
  var floor: Double {
    guard ranked.count >= Self.enough, let square = ranked.percentile(0.10) else { return .nan }
    return Decibels.ofPower(square)
  }

  /// Ends a step.
  ///
  /// - Parameters:
  ///   - squares: each channel's sum of squares over the step.
  ///   - peak: linear, over all channels.
  mutating func endStep(squares: [Double], peak: Float) {
    let frames = grid.frames(from: grid.index - 1, to: grid.index)
    let counted = roles.indices.filter { roles[$0] != .lowFrequency }
    if !isLost && !counted.isEmpty {
      let square =
        counted.reduce(0) { $0 + squares[$1] } / Double(frames * counted.count)
      ranked.append(square)
      rms = Decibels.ofPower(square)
      crest = Decibels.difference(Decibels.ofAmplitude(Double(peak)), rms)
    }
    for channel in roles.indices { halfSquares[channel] += squares[channel] }
    isHalfLost = isHalfLost || isLost
    if grid.index % Self.stepsInHalfSecond == 0 { endHalfSecond() }
    isLost = false
    grid.advance()
  }

  private mutating func endHalfSecond() {
    let frames = grid.frames(from: grid.index - Self.stepsInHalfSecond, to: grid.index)
    for channel in roles.indices {
      if !isHalfLost { meanSquares[channel] = halfSquares[channel] / Double(frames) }
      halfSquares[channel] = 0
    }
    isHalfLost = false
  }

  /// Loses all frames up to `position`.
  mutating func skip(to position: Int) {
    let before = (grid.index - 1) / Self.stepsInHalfSecond
    _ = grid.skip(to: position)
    isLost = grid.next - grid.frames(from: grid.index - 1, to: grid.index) != position
    for channel in roles.indices { halfSquares[channel] = 0 }
    let isNewHalf = (grid.index - 1) % Self.stepsInHalfSecond == 0 && !isLost
    isHalfLost = !isNewHalf || (grid.index - 1) / Self.stepsInHalfSecond == before
  }
}
