import Glibc

/// How far a signal is from another one, frame by frame.
public struct Comparison {
  /// A sample of a signal.
  public struct Place: Equatable, Sendable {
    /// Counted from 0.
    public var frame: Int64
    /// Counted from 0.
    public var channel: Int
  }

  /// The largest difference that is none, linear.
  public let tolerance: Double
  /// Frames compared.
  public private(set) var frames: Int64 = 0
  /// The first sample that differs by more than the tolerance; nil where none does.
  public private(set) var first: Place?
  /// The largest difference, linear.
  public private(set) var largest = 0.0
  /// Where it is; nil where there is none.
  public private(set) var largestPlace: Place?

  private var energy = 0.0
  private var referenceEnergy = 0.0
  private var errorEnergy = 0.0

  public init(tolerance: Double) { self.tolerance = tolerance }

  /// Whether all that was compared is as close as it may be.
  public var isWithin: Bool { first == nil }

  /// Energy of the reference over that of the difference, dB: ∞ where there is no difference, nil where
  /// both are silent.
  public var signalToNoise: Double? { Self.decibels(referenceEnergy, over: errorEnergy) }

  /// Energy of the signal over that of the reference, dB: ±∞ where one is silent, nil where both are.
  public var levelDifference: Double? { Self.decibels(energy, over: referenceEnergy) }

  private static func decibels(_ one: Double, over other: Double) -> Double? {
    one == 0 && other == 0 ? nil : 10 * log10(one / other)
  }

  /// Compares the next frames.
  ///
  /// - Parameters:
  ///   - signal: interleaved; what is missing at its end is silence.
  ///   - reference: interleaved, as long or shorter or longer.
  ///   - channels: of both.
  public mutating func add(
    _ signal: ArraySlice<Float>, _ reference: ArraySlice<Float>, channels: Int
  ) {
    let count = max(signal.count, reference.count)
    precondition(count % channels == 0)
    let both = min(signal.count, reference.count)
    var (one, other, error) = (energy, referenceEnergy, errorEnergy)
    for index in 0..<count {
      let value = index < signal.count ? Double(signal[signal.startIndex &+ index]) : 0
      let wanted = index < reference.count ? Double(reference[reference.startIndex &+ index]) : 0
      let difference = (value - wanted).magnitude
      one += value * value
      other += wanted * wanted
      error += difference * difference
      // A sample without a partner differs even in silence, unless a tolerance was given.
      guard difference > largest || difference > tolerance || index >= both else { continue }
      note(index, difference, channels, isAlone: index >= both)
    }
    (energy, referenceEnergy, errorEnergy) = (one, other, error)
    frames += Int64(count / channels)
  }

  private mutating func note(_ index: Int, _ difference: Double, _ channels: Int, isAlone: Bool) {
    let place = Place(frame: frames + Int64(index / channels), channel: index % channels)
    if difference > largest { (largest, largestPlace) = (difference, place) }
    if first == nil, difference > tolerance || isAlone && tolerance == 0 { first = place }
  }
}
