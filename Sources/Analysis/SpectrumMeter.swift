import DSP
public import Fourier

/// Spectra of one or several signals of a source.
///
/// Give it the blocks in order. A spectrum is that of the newest window; what is held and followed over time
/// is brought up to date every 2,048 frames counted from the start, or at every hop, so that a spectrum does
/// not depend on how blocks cut the sound. Memory does not grow.
public struct SpectrumMeter: ~Copyable {
  /// Frames after which what is followed over time is brought up to date.
  private static let pace = 2048

  public let rate: Double
  public let settings: SpectrumSettings
  private var analyser: SpectrumAnalyser
  private var signals: [Signal]
  /// The spectra at the newest hop, one a signal.
  public private(set) var latest: [SpectrumReading]
  private let hop: Int
  /// The source's frame at which this meter began.
  private let start: Int64
  /// Frames since then, lost ones included.
  private var position = 0

  /// What is remembered of one signal.
  private struct Signal {
    var history: SampleHistory
    var held: HeldBands
    var tracker: PeakTracker
  }

  /// - Parameters:
  ///   - rate: Hz.
  ///   - count: signals, how many.
  ///   - start: the source's frame that comes first.
  ///   - settings: the rest.
  /// - Throws: `noPlan` where FFTW refuses the length.
  public init(
    rate: Double, signals count: Int, start: Int64 = 0, settings: SpectrumSettings
  ) throws(FourierError) {
    self.rate = rate
    self.start = start
    self.settings = settings
    analyser = try SpectrumAnalyser(rate: rate, settings: settings)
    hop = settings.hop ?? Self.pace
    let signal = Signal(
      history: SampleHistory(length: settings.length),
      held: HeldBands(count: settings.bandCount, rate: rate, settings: settings),
      tracker: PeakTracker(rate: rate, length: settings.length))
    latest = Array(repeating: Self.empty(settings), count: count)
    signals = Array(repeating: signal, count: count)
  }

  /// A spectrum without values, of the size of all others.
  private static func empty(_ settings: SpectrumSettings) -> SpectrumReading {
    var reading = SpectrumReading()
    reading.bands = Array(repeating: .nan, count: settings.bandCount)
    reading.heldBands = reading.bands
    reading.bands24 = Array(repeating: .nan, count: 24)
    if settings.bins { reading.bins = Array(repeating: .nan, count: settings.binCount) }
    return reading
  }

  /// Takes one block.
  ///
  /// - Parameters:
  ///   - samples: of each signal.
  ///   - frames: how many of them count.
  ///   - isDamaged: whether samples were replaced; every window that touches the block is marked.
  ///   - hops: called with the spectra of all signals at every hop in the block, if hops were asked for.
  public mutating func add(
    _ samples: [[Float]], frames: Int, isDamaged: Bool = false,
    hops: ([SpectrumReading]) -> Void = { _ in }
  ) {
    precondition(samples.count == signals.count)
    var done = 0
    while done < frames {
      let piece = min(frames - done, hop - position % hop)
      for index in signals.indices {
        signals[index].history.append(samples[index], from: done, count: piece)
        if isDamaged { signals[index].history.markDamaged() }
      }
      done += piece
      position += piece
      if position % hop == 0 {
        for index in signals.indices { advance(index) }
        if settings.hop != nil { hops(latest) }
      }
    }
  }

  /// Loses frames: they count as silence, and every window that touches them is marked.
  public mutating func gap(frames: Int) {
    guard frames > 0 else { return }
    for index in signals.indices { signals[index].history.appendLost(frames) }
    position += frames
  }

  /// Forgets what is held and followed; the windows run on.
  public mutating func beginSession() {
    for index in signals.indices {
      signals[index].held = HeldBands(count: settings.bandCount, rate: rate, settings: settings)
      signals[index].tracker = PeakTracker(rate: rate, length: settings.length)
    }
  }

  /// The spectra of the newest windows, one a signal.
  public mutating func current() -> [SpectrumReading] {
    let end = start + Int64(position) - 1
    guard position > 0, latest.first?.position != end else { return latest }
    return signals.indices.map { index in
      // tried on copies: only hops leave a trace
      var (signal, reading) = (signals[index], latest[index])
      Self.read(&signal, &analyser, at: position, start: start, into: &reading)
      return reading
    }
  }

  private mutating func advance(_ index: Int) {
    Self.read(&signals[index], &analyser, at: position, start: start, into: &latest[index])
  }

  /// Reads one spectrum.
  private static func read(
    _ signal: inout Signal, _ analyser: inout SpectrumAnalyser, at position: Int, start: Int64,
    into reading: inout SpectrumReading
  ) {
    let isWhole = signal.history.isWhole
    reading.position = start + Int64(position) - 1
    reading.gap = !isWhole
    let peaks = analyser.measure(signal.history, into: &reading)
    let a4 = analyser.settings.a4
    if isWhole {
      signal.held.raise(reading.bands, at: position)
      signal.tracker.update(peaks, at: position)
      signal.tracker.copyComponents(a4: a4, into: &reading.components)
    } else {
      reading.components = peaks.prefix(PeakTracker.slots).map {
        SpectrumComponent($0, a4: a4)
      }
    }
    let dominant = isWhole ? signal.tracker.dominant : nil
    reading.dominant = dominant.map { Float($0) } ?? .nan
    reading.note = dominant.flatMap { Note(frequency: $0, a4: a4) }
    signal.held.copyValues(at: position, into: &reading.heldBands)
  }
}
