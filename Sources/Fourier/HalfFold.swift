import Glibc

/// From the complex transform of half as many points to that of real samples, bins from either end together.
///
/// With A and B the transforms of the even and of the odd samples, M = N/2, k = 0…M/2:
/// X(k) = A(k) + e^(−2πik/N) B(k), X(M − k) = (A(k) − e^(−2πik/N) B(k))*.
@safe struct HalfFold {
  private let plan: TransformPlan
  /// Of 2πk/N.
  private let cosines: UnsafeMutablePointer<Float>
  private let sines: UnsafeMutablePointer<Float>

  /// - Parameter plan: lives longer than this.
  init(_ plan: TransformPlan) {
    self.plan = plan
    let count = plan.points / 2 + 1
    unsafe cosines = .allocate(capacity: count)
    unsafe sines = .allocate(capacity: count)
    for bin in 0..<count {
      let angle = Double.pi * Double(bin) / Double(plan.points)
      unsafe cosines[bin] = Float(cos(angle))
      unsafe sines[bin] = Float(sin(angle))
    }
  }

  func destroy() {
    unsafe cosines.deallocate()
    unsafe sines.deallocate()
  }

  /// Twice X(k) and X(M − k).
  typealias Sides = (lower: ComplexSixteen, upper: ComplexSixteen)

  /// Sixteen from k on, all of them at most M/2.
  @inline(__always)
  func sides(from bin: Int) -> Sides {
    unsafe Self.sides(
      Untangled(plan, from: bin), cosines.sixteen(from: bin), sines.sixteen(from: bin))
  }

  /// One k, 0…M/2, sixteen times.
  func sides(of bin: Int) -> Sides {
    unsafe Self.sides(
      Untangled(plan, of: bin), Sixteen(repeating: cosines[bin]), Sixteen(repeating: sines[bin]))
  }

  @inline(__always)
  private static func sides(_ parts: Untangled, _ cosine: Sixteen, _ sine: Sixteen) -> Sides {
    let (a, b) = (parts.first, parts.second)
    let real = cosine * b.real + sine * b.imaginary
    let imaginary = cosine * b.imaginary - sine * b.real
    return (
      ComplexSixteen(real: a.real + real, imaginary: a.imaginary + imaginary),
      ComplexSixteen(real: a.real - real, imaginary: imaginary - a.imaginary)
    )
  }
}
