import CFFTW

/// The discrete Fourier transform of real samples, of one length.
///
/// X(k) = Σ x(n) e^(−2πikn/N) for k = 0…N/2, unscaled, in Float32.
@safe public struct RealTransform: ~Copyable {
  /// The library's own name and version, such as "fftw-3.3.10-sse2-avx".
  public static var version: String { unsafe String(cString: sm_fftw_version()) }

  private let plan: TransformPlan

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - length: samples, an even number from 2.
  ///   - measured: whether FFTW tries which way is fastest, which takes longer and may give other last
  ///     digits each time; otherwise it chooses by rule, always the same.
  /// - Throws: `noPlan` where FFTW refuses the length or has no memory.
  public init(length: Int, measured: Bool = false) throws(FourierError) {
    plan = try TransformPlan(.real, length: length, measured: measured)
  }

  deinit { plan.destroy() }

  /// Samples of a transform.
  public var length: Int { plan.length }

  /// Bins from 0 Hz to half the rate: N/2 + 1.
  public var binCount: Int { plan.length / 2 + 1 }

  /// Transforms the samples under a window.
  ///
  /// - Parameters:
  ///   - samples: at least `first` + `length`.
  ///   - first: index of the first.
  ///   - window: a factor for each sample.
  public mutating func transform(_ samples: [Float], from first: Int, window: [Float]) {
    precondition(first >= 0 && first + length <= samples.count && window.count == length)
    plan.transform(samples, from: first, window: window)
  }

  /// The value of a bin, 0…N/2.
  public func value(of bin: Int) -> (real: Float, imaginary: Float) {
    precondition(bin >= 0 && bin < binCount)
    return plan.value(of: bin)
  }

  /// The real parts of all bins.
  ///
  /// - Parameter reals: gets N/2 + 1 numbers; may be longer.
  public func copyReal(into reals: inout [Float]) {
    precondition(reals.count >= binCount)
    for bin in 0..<binCount { reals[bin] = plan.value(of: bin).real }
  }

  /// Squared magnitudes of all bins.
  ///
  /// - Parameters:
  ///   - squares: gets N/2 + 1 numbers, |X(k)|² × `scale`; may be longer.
  ///   - scale: factor.
  public func copySquares(into squares: inout [Float], scaledBy scale: Float) {
    precondition(squares.count >= binCount)
    plan.copySquares(into: &squares, scaledBy: scale)
  }
}
