import DSP

/// Programme loudness from the energies of 10 ms hops: momentary, short-term, integrated, range.
///
/// Momentary is the mean of the last 40 hops, short-term of the last 300, both looked at every hop for the
/// maxima; a gating block is a momentary window every 10 hops, a value of the range a short-term one.
/// Source: ITU-R BS.1770-5, Annex 1; EBU Tech 3341 v4; EBU Tech 3342 v4.
struct HopLedger {
  static let momentaryHops = 40
  static let shortTermHops = 300
  private static let blockHops = 10

  private let grid: TimeGrid
  private var momentarySum = SlidingSum(count: momentaryHops)
  private var shortTermSum = SlidingSum(count: shortTermHops)
  /// Hops since the session began.
  private(set) var hops = 0
  /// Hops in a row without a loss, and since a replaced sample.
  private var wholeHops = 0
  private var soundHops = Int.max
  private var hasLost = false
  private var momentaryMaximum: Double?
  private var shortTermMaximum: Double?
  private(set) var integratedBlocks = LoudnessHistogram()
  private(set) var rangeValues = LoudnessHistogram()
  /// Gating blocks left out because they touch a gap.
  private(set) var excludedBlocks = 0

  private let gate = Decibels.power(ofLoudness: LoudnessHistogram.absoluteGate)

  /// - Parameter grid: 10 ms hops, in the frames that the energies are sums over.
  init(grid: TimeGrid) { self.grid = grid }

  /// Takes the next hop.
  ///
  /// - Parameters:
  ///   - energy: the weighted sum of K-weighted squares over channels and frames.
  ///   - isLost: whether frames of it are missing.
  ///   - isDamaged: whether samples of it have been replaced.
  mutating func append(energy: Double, isLost: Bool, isDamaged: Bool) {
    hops += 1
    momentarySum.append(isLost ? 0 : energy)
    shortTermSum.append(isLost ? 0 : energy)
    if isLost { markGap() } else { wholeHops += 1 }
    soundHops = isDamaged ? 0 : soundHops == Int.max ? Int.max : soundHops + 1
    let momentary = momentary
    let shortTerm = shortTerm
    if let momentary { momentaryMaximum = max(momentary, momentaryMaximum ?? 0) }
    if let shortTerm { shortTermMaximum = max(shortTerm, shortTermMaximum ?? 0) }
    guard hops % Self.blockHops == 0 else { return }
    if let momentary {
      if momentary > gate { integratedBlocks.insert(power: momentary) }
    } else if hops >= Self.momentaryHops {
      excludedBlocks += 1
    }
    if let shortTerm, shortTerm >= gate { rangeValues.insert(power: shortTerm) }
  }

  /// Notes that frames are missing from here on: no window is whole.
  mutating func markGap() {
    wholeHops = 0
    hasLost = true
  }

  /// Takes hops that are missing altogether, however many.
  mutating func appendLost(_ count: Int) {
    let single = min(count, Self.shortTermHops)
    let bulk = count - single
    excludedBlocks += blocks(upTo: hops + bulk) - blocks(upTo: hops)
    hops += bulk
    for _ in 0..<single { append(energy: 0, isLost: true, isDamaged: false) }
  }

  /// Takes the range's values from another ledger, which has heard what this one must not.
  mutating func takeRange(from other: HopLedger) { rangeValues = other.rangeValues }

  private func blocks(upTo hops: Int) -> Int {
    max(0, (hops - Self.momentaryHops) / Self.blockHops + 1)
  }
}

extension HopLedger {
  /// The power of the momentary window, nil unless it is whole.
  var momentary: Double? {
    mean(momentarySum.sum, over: Self.momentaryHops)
  }

  /// The power of the short-term window, nil unless it is whole.
  var shortTerm: Double? {
    mean(shortTermSum.sum, over: Self.shortTermHops)
  }

  var highestMomentary: Double? { momentaryMaximum }

  var highestShortTerm: Double? { shortTermMaximum }

  /// Whether the last `count` hops touch a gap or replaced samples.
  func touchesGap(within count: Int) -> Bool {
    soundHops < count || hasLost && wholeHops < count
  }

  private func mean(_ sum: Double, over count: Int) -> Double? {
    guard wholeHops >= count else { return nil }
    return sum / Double(grid.frames(from: hops - count, to: hops))
  }
}
