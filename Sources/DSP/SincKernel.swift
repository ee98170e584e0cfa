import Glibc

/// A windowed sinc between two whole rates: the kernel that the transmitter's files are made with.
///
/// cutoff = min(1, to / from) × 0.94 of the old Nyquist frequency, radius = ceil(20 / cutoff)
/// samples, under a raised cosine; the weights of each output frame are scaled to a sum of 1.
public struct SincKernel: Equatable, Sendable {
  /// Of the Nyquist frequency at the old rate.
  public let cutoff: Double
  /// Samples at the old rate, either side.
  public let radius: Int
  /// Different places of output frames between input frames: to / gcd.
  public let phases: Int
  /// Input frames for as many output frames as there are phases: from / gcd.
  public let step: Int

  /// - Parameters:
  ///   - from: Hz, above 0.
  ///   - to: Hz, above 0.
  public init(from: Int, to: Int) {
    precondition(from > 0 && to > 0)
    cutoff = min(1, Double(to) / Double(from)) * 0.94
    radius = Int((20 / cutoff).rounded(.up))
    let divisor = Self.greatestCommonDivisor(from, to)
    phases = to / divisor
    step = from / divisor
  }

  /// Frames that so many become: round(count × to / from), at least 1 unless there are none.
  public func frames(_ count: Int) -> Int {
    count > 0 ? max(1, (2 * count * phases + step) / (2 * step)) : 0
  }

  /// The weight of a sample, not scaled.
  ///
  /// - Parameter distance: from the output frame, samples at the old rate.
  /// - Returns: 0 at and beyond the radius.
  func weight(_ distance: Double) -> Double {
    let place = distance / Double(radius)
    guard place.magnitude < 1 else { return 0 }
    return WindowedSinc.sinc(cutoff * distance) * (0.5 + 0.5 * cos(.pi * place))
  }

  /// The weights of the samples around an output frame.
  ///
  /// - Parameters:
  ///   - fraction: how far it lies behind the sample before it, 0..<1.
  ///   - offsets: which samples, counted from that one.
  /// - Returns: a weight for each, with a sum of 1.
  func weights(_ fraction: Double, _ offsets: ClosedRange<Int>) -> [Double] {
    let weights = offsets.map { weight(Double($0) - fraction) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// All samples that can have a weight, counted from the one before the output frame.
  var offsets: ClosedRange<Int> { (1 - radius)...radius }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (one, other) = (first, second)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}
