import SampleIO

/// What a timeline keeps of one signal of a source.
struct SpectrumLane {
  let signal: Signal
  /// For a terminal.
  var rolling: RollingHistory
  var picture = RollingPicture()
  /// For a picture of the whole source.
  var fitted: FittedHistory?
  /// The frame behind the last spectrum that was taken in.
  private(set) var position: Int64 = -1
  /// Whether there was a whole window already, and whether sound was lost since the last that was shown.
  private var hasWhole = false
  private var isBroken = false

  init(_ signal: Signal, _ rolling: RollingHistory) {
    self.signal = signal
    self.rolling = rolling
  }

  /// Whether a spectrum is a new one: with a hop longer than a block the last is repeated.
  ///
  /// - Parameter found: the frame behind its window.
  /// - Returns: false for one that was there before.
  mutating func advances(to found: Int64) -> Bool {
    guard found > position else { return false }
    position = found
    return true
  }

  /// Whether a spectrum is shown: not where its window touches lost sound.
  ///
  /// Before the first whole window all are, since what was before the source is no loss.
  mutating func shows(_ record: borrowing Record, _ index: Int) -> Bool {
    let flags = record.number("flags", .spectrum, index: index, .spectrum)
    let isWhole = !(flags.isFinite && Int(flags) & 2 == 2)
    if record.gapFrames > 0 || hasWhole && !isWhole { isBroken = true }
    if isWhole { hasWhole = true }
    return isWhole || !hasWhole
  }

  /// Whether sound was lost since this was asked last.
  mutating func takeGap() -> Bool {
    defer { isBroken = false }
    return isBroken
  }

  /// Goes on with another number of columns a second.
  mutating func change(to columnsPerSecond: Double) {
    rolling.change(to: columnsPerSecond)
    picture = RollingPicture()
  }

  /// The signals of a record's spectra, each once.
  ///
  /// - Parameters:
  ///   - record: the first with spectra.
  ///   - channel: the only one that is wanted, from 0; nil for all.
  /// - Returns: in the order of the record.
  static func signals(_ record: borrowing Record, channel: Int?) -> [Signal] {
    var signals: [Signal] = []
    for index in 0..<record.count(of: .spectrum) {
      let found = Signal(record, .spectrum, index: index, .spectrum)
      guard channel == nil || found.channel - 1 == channel else { continue }
      if !signals.contains(found) { signals.append(found) }
    }
    return signals
  }
}
