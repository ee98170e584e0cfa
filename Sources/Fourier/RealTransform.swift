import CFFTW

/// The discrete Fourier transform of real samples, of one length.
///
/// X(k) = Σ x(n) e^(−2πikn/N) for k = 0…N/2, unscaled, in Float32: by a complex transform of N/2 points, in
/// which the samples with an even number are the real and those with an odd one the imaginary part.
@safe public struct RealTransform: ~Copyable {
  /// The library's own name and version, such as "fftw-3.3.10-sse2-avx".
  public static var version: String { unsafe String(cString: sm_fftw_version()) }

  private let plan: TransformPlan
  private let fold: HalfFold

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - length: samples, an even number from 2.
  ///   - measured: whether FFTW tries which way is fastest, which takes longer and may give other last
  ///     digits each time; otherwise it chooses by rule, always the same.
  /// - Throws: `noPlan` where FFTW refuses the length or has no memory.
  public init(length: Int, measured: Bool = false) throws(FourierError) {
    precondition(length >= 2 && length % 2 == 0)
    plan = try TransformPlan(points: length / 2, for: length, measured: measured)
    fold = HalfFold(plan)
  }

  deinit {
    fold.destroy()
    plan.destroy()
  }

  /// Samples of a transform.
  public var length: Int { 2 * plan.points }

  /// Bins from 0 Hz to half the rate: N/2 + 1.
  public var binCount: Int { plan.points + 1 }

  /// Transforms the samples under a window.
  ///
  /// - Parameters:
  ///   - samples: at least `first` and as many as the window has.
  ///   - first: index of the first.
  ///   - window: a factor for each sample; an even number, at most `length`. Zeros fill what is left.
  public mutating func transform(_ samples: [Float], from first: Int, window: [Float]) {
    precondition(window.count <= length && window.count % 2 == 0)
    precondition(first >= 0 && first + window.count <= samples.count)
    let (real, imaginary, half) = unsafe (plan.realInput, plan.imaginaryInput, window.count / 2)
    let whole = half / 16 * 16
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe window.withUnsafeBufferPointer { window in
        guard let newest = samples.baseAddress, let factors = window.baseAddress else { return }
        let row = unsafe newest + first
        for pair in stride(from: 0, to: whole, by: 16) {
          let even = 2 &* pair
          let one = unsafe row.sixteen(from: even) * factors.sixteen(from: even)
          let other = unsafe row.sixteen(from: even &+ 16) * factors.sixteen(from: even &+ 16)
          unsafe real.store(Sixteen(lowHalf: one.evenHalf, highHalf: other.evenHalf), from: pair)
          unsafe imaginary.store(Sixteen(lowHalf: one.oddHalf, highHalf: other.oddHalf), from: pair)
        }
        for pair in whole..<half {
          unsafe real[pair] = row[2 &* pair] * factors[2 &* pair]
          unsafe imaginary[pair] = row[2 &* pair &+ 1] * factors[2 &* pair &+ 1]
        }
        for pair in half..<plan.points { unsafe (real[pair], imaginary[pair]) = (0, 0) }
      }
    }
    plan.execute()
  }

  /// The value of a bin, 0…N/2.
  public func value(of bin: Int) -> (real: Float, imaginary: Float) {
    precondition(bin >= 0 && bin < binCount)
    let mirror = plan.points - bin
    let sides = fold.sides(of: min(bin, mirror))
    let side = bin <= mirror ? sides.lower : sides.upper
    return (side.real[0] / 2, side.imaginary[0] / 2)
  }

  /// The real parts of all bins.
  ///
  /// - Parameter reals: gets N/2 + 1 numbers; may be longer.
  public func copyReal(into reals: inout [Float]) {
    precondition(reals.count >= binCount)
    let (fold, last, count) = (fold, plan.points, plan.points / 2 + 1)
    let whole = count / 16 * 16
    unsafe reals.withUnsafeMutableBufferPointer { reals in
      guard let row = reals.baseAddress else { return }
      for bin in stride(from: 0, to: whole, by: 16) {
        let sides = fold.sides(from: bin)
        unsafe row.store(sides.lower.real * 0.5, from: bin)
        unsafe row.store(sides.upper.real.mirrored * 0.5, from: last &- bin &- 15)
      }
      for bin in whole..<count {
        let sides = fold.sides(of: bin)
        unsafe row[bin] = sides.lower.real[0] * 0.5
        unsafe row[last &- bin] = sides.upper.real[0] * 0.5
      }
    }
  }

  /// Squared magnitudes of all bins.
  ///
  /// - Parameters:
  ///   - squares: gets N/2 + 1 numbers, |X(k)|² × `scale`; may be longer.
  ///   - scale: factor.
  public func copySquares(into squares: inout [Float], scaledBy scale: Float) {
    precondition(squares.count >= binCount)
    let (fold, last, count) = (fold, plan.points, plan.points / 2 + 1)
    let whole = count / 16 * 16
    let quarter = scale / 4
    unsafe squares.withUnsafeMutableBufferPointer { squares in
      guard let row = squares.baseAddress else { return }
      for bin in stride(from: 0, to: whole, by: 16) {
        let sides = fold.sides(from: bin)
        unsafe row.store(sides.lower.squares * quarter, from: bin)
        unsafe row.store(sides.upper.squares.mirrored * quarter, from: last &- bin &- 15)
      }
      for bin in whole..<count {
        let sides = fold.sides(of: bin)
        unsafe row[bin] = sides.lower.squares[0] * quarter
        unsafe row[last &- bin] = sides.upper.squares[0] * quarter
      }
    }
  }
}
