import CFFTW

/// The discrete Fourier transforms of two stretches of real samples by one complex transform.
///
/// A third faster than a `RealTransform` for each. The fainter of the two is disturbed by the rounding of the
/// stronger, some 140 dB below it.
@safe public struct PairTransform: ~Copyable {
  private let plan: TransformPlan

  /// Makes the plan, by rule, always the same.
  ///
  /// - Parameter length: samples, an even number from 2.
  /// - Throws: `noPlan` where FFTW refuses the length or has no memory.
  public init(length: Int) throws(FourierError) {
    plan = try TransformPlan(.pairs, length: length, measured: false)
  }

  deinit { plan.destroy() }

  /// Samples of a transform.
  public var length: Int { plan.length }

  /// Transforms two stretches under a window.
  ///
  /// - Parameters:
  ///   - samples: at least `length` from each beginning on.
  ///   - first: index of the first sample of one stretch.
  ///   - second: that of the other.
  ///   - window: a factor for each sample.
  public mutating func transform(
    _ samples: [Float], from first: Int, and second: Int, window: [Float]
  ) {
    precondition(min(first, second) >= 0 && max(first, second) + length <= samples.count)
    precondition(window.count == length)
    plan.transform(samples, from: first, and: second, window: window)
  }

  /// Squared magnitudes of all bins.
  ///
  /// - Parameters:
  ///   - first: gets N/2 + 1 numbers of the first stretch, |X(k)|² × `scale`; may be longer.
  ///   - second: those of the second.
  ///   - scale: factor.
  public func copySquares(
    into first: inout [Float], and second: inout [Float], scaledBy scale: Float
  ) {
    precondition(min(first.count, second.count) > length / 2)
    plan.copySquares(into: &first, and: &second, scaledBy: scale)
  }
}
