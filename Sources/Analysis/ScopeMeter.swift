import DSP

/// What an oscilloscope would draw of one or several signals of a source.
///
/// Give it the blocks in order. A trace covers exactly the span; it starts at the latest trigger of the first
/// signal for which the span is whole, and which lies in the two last spans. Without one, the newest span is
/// drawn, or the last trace stands. What is read does not depend on how blocks cut the sound. Memory does
/// not grow.
public struct ScopeMeter {
  public let settings: ScopeSettings
  /// Signals to draw, then the first two channels, if there are two.
  private var histories: [SampleHistory]
  private let signalCount: Int
  private var finder: TriggerFinder?
  private var triggers: [Double] = []
  private var standing: [ScopeReading]
  private var standingTrigger = Double.nan
  private let start: Int64
  /// Frames since the start, lost ones included.
  private var position = 0
  /// Frames into the piece under way.
  private var inPiece = 0
  private let pieceFrames: Int

  /// - Parameters:
  ///   - signals: how many are drawn.
  ///   - channels: of the source: from 2 on, the first two are compared.
  ///   - start: the source's frame that comes first.
  ///   - settings: the rest.
  public init(signals: Int, channels: Int, start: Int64 = 0, settings: ScopeSettings) {
    precondition(settings.spanFrames >= 2 && settings.binCount >= 1)
    self.settings = settings
    self.start = start
    signalCount = signals
    finder = settings.slope == .off ? nil : TriggerFinder(settings)
    pieceFrames = max(1, settings.spanFrames / 8)
    // two spans, and what is taken in at once
    let history = SampleHistory(length: 2 * settings.spanFrames + 2 * pieceFrames)
    histories = Array(repeating: history, count: signals + (channels > 1 ? 2 : 0))
    standing = Array(repeating: ScopeReading(bins: settings.binCount), count: signals)
  }

  /// Takes one block.
  ///
  /// - Parameters:
  ///   - samples: of each signal.
  ///   - pair: of the first two channels, empty where there is one.
  ///   - frames: how many of them count.
  ///   - isDamaged: whether samples were replaced; every trace that touches the block is marked.
  public mutating func add(
    _ samples: [[Float]], pair: [[Float]], frames: Int, isDamaged: Bool = false
  ) {
    let all = samples + pair
    precondition(samples.count == signalCount && all.count == histories.count)
    var done = 0
    while done < frames {
      let piece = min(frames - done, pieceFrames - inPiece)
      for index in histories.indices {
        histories[index].append(all[index], from: done, count: piece)
        if isDamaged { histories[index].markDamaged() }
      }
      done += piece
      position += piece
      inPiece += piece
      if inPiece == pieceFrames { endPiece() }
    }
  }

  /// Loses frames: they count as silence, and every trace that touches them is marked.
  public mutating func gap(frames: Int) {
    guard frames > 0 else { return }
    for index in histories.indices { histories[index].appendLost(frames) }
    position += frames
    inPiece = 0
    triggers.removeAll()
    finder?.restart()
  }

  private mutating func endPiece() {
    inPiece = 0
    let history = histories[0]
    finder?.process(
      history.samples, from: history.start + history.length - pieceFrames,
      position: position - pieceFrames, into: &triggers)
    let oldest = Double(position - 2 * settings.spanFrames)
    if settings.isNormal { keepTrace(before: oldest + Double(2 * pieceFrames)) }
    triggers.removeAll { $0 <= oldest - Double(pieceFrames) }
  }

  /// Draws the latest trigger's trace before its sound is forgotten.
  private mutating func keepTrace(before frame: Double) {
    guard let trigger = latestTrigger(at: position), trigger < frame, trigger != standingTrigger
    else { return }
    standing = (0..<signalCount).map { draw($0, from: trigger) }
    standingTrigger = trigger
  }

  /// The latest trigger whose span is whole at a frame.
  private func latestTrigger(at end: Int) -> Double? {
    triggers.last { place in
      let first = Int(place.rounded(.up))
      return first + settings.spanFrames <= end && first >= end - 2 * settings.spanFrames
    }
  }

  /// The traces at the end of what was heard, one a signal.
  public mutating func current() -> [ScopeReading] {
    if let trigger = latestTrigger(at: position) {
      standing = (0..<signalCount).map { draw($0, from: trigger) }
      standingTrigger = trigger
      return standing
    }
    if settings.isNormal { return standing }
    guard position > 0 else { return standing }
    return (0..<signalCount).map { draw($0, from: .nan) }
  }
}

extension ScopeMeter {
  /// One trace.
  private func draw(_ signal: Int, from trigger: Double) -> ScopeReading {
    var reading = ScopeReading(bins: settings.binCount)
    let span = settings.spanFrames
    let first = trigger.isNaN ? position - span : Int(trigger.rounded(.up))
    reading.trigger = trigger.isNaN ? .nan : trigger + Double(start)
    let history = histories[signal]
    reading.gap = first < position - history.unbroken
    let place = history.start + history.length - (position - first)
    fill(&reading, history.samples, from: place)
    if histories.count > signalCount {
      compare(&reading, histories[signalCount], histories[signalCount + 1], from: place)
    }
    return reading
  }

  /// Bins, mean and zero crossings of a span.
  private func fill(_ reading: inout ScopeReading, _ samples: [Float], from place: Int) {
    let (span, bins) = (settings.spanFrames, settings.binCount)
    let frames = Double(span) / Double(bins)
    var total = 0.0
    for bin in 0..<bins {
      // a bin shorter than a frame shows the frame that it lies in
      let first = min(span - 1, Int(Double(bin) * frames))
      let end = max(first + 1, Int(Double(bin + 1) * frames))
      var (low, high, sum) = (samples[place + first], samples[place + first], 0.0)
      for index in place + first..<place + end {
        let sample = samples[index]
        low = sample < low ? sample : low
        high = sample > high ? sample : high
        sum += Double(sample)
      }
      reading.minima[bin] = low
      reading.maxima[bin] = high
      reading.means[bin] = Float(sum / Double(end - first))
    }
    var crossings = 0
    for index in place..<place + span {
      total += Double(samples[index])
      if index > place, (samples[index] < 0) != (samples[index - 1] < 0) { crossings += 1 }
    }
    reading.dc = Float(total / Double(span))
    reading.zeroCrossingRate = Float(crossings) / Float(span - 1)
  }

  /// Correlation and balance of two channels over a span.
  private func compare(
    _ reading: inout ScopeReading, _ left: SampleHistory, _ right: SampleHistory, from place: Int
  ) {
    let span = place..<place + settings.spanFrames
    let about = (Double(left.samples[place]), Double(right.samples[place]))
    // what varies is measured from the first sample on, where a constant channel is exactly nothing
    let varying = Moments(left.samples, right.samples, span, about: about)
    let count = Double(span.count)
    let left2 = varying.squares.0 - varying.sums.0 * varying.sums.0 / count
    let right2 = varying.squares.1 - varying.sums.1 * varying.sums.1 / count
    if left2 > 0, right2 > 0 {
      let common = varying.products - varying.sums.0 * varying.sums.1 / count
      reading.correlation = Float(min(1, max(-1, common / (left2 * right2).squareRoot())))
    }
    // and the whole is that and the constants
    let square = { (sum: Double, square: Double, about: Double) in
      square + about * (2 * sum + count * about)
    }
    let squares =
      square(varying.sums.0, varying.squares.0, about.0)
      + square(varying.sums.1, varying.squares.1, about.1)
    if squares > 0 {
      let products =
        varying.products + about.0 * varying.sums.1 + about.1 * varying.sums.0
        + count * about.0 * about.1
      reading.balance = Float(2 * products / squares)
    }
  }
}

/// Sums over two channels, of how far they are from two constants.
private struct Moments {
  private(set) var sums = (0.0, 0.0)
  private(set) var squares = (0.0, 0.0)
  private(set) var products = 0.0

  init(_ left: [Float], _ right: [Float], _ span: Range<Int>, about: (Double, Double)) {
    for index in span {
      let (l, r) = (Double(left[index]) - about.0, Double(right[index]) - about.1)
      sums.0 += l
      sums.1 += r
      squares.0 += l * l
      squares.1 += r * r
      products += l * r
    }
  }
}
