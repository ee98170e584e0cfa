/// What the transform Z of sixteen pairs of real numbers is made of: Z(k) = A(k) + i B(k), where A and B are the
/// transforms of the first and of the second numbers.
///
/// 2 A(k) = Z(k) + Z*(N − k), 2i B(k) = Z(k) − Z*(N − k), N points.
struct Untangled {
  /// 2 A(k) and 2 B(k).
  let first: ComplexSixteen
  let second: ComplexSixteen

  /// Of the bins from `bin` on.
  @inline(__always)
  init(_ plan: TransformPlan, from bin: Int) {
    let twin = plan.points &- bin &- 15
    unsafe self.init(
      ComplexSixteen(
        real: plan.real.sixteen(from: bin), imaginary: plan.imaginary.sixteen(from: bin)),
      ComplexSixteen(
        real: plan.real.sixteen(from: twin).mirrored,
        imaginary: plan.imaginary.sixteen(from: twin).mirrored))
  }

  /// Of one bin, sixteen times.
  @inline(__always)
  init(_ plan: TransformPlan, of bin: Int) {
    let twin = plan.points &- bin
    unsafe self.init(
      ComplexSixteen(
        real: Sixteen(repeating: plan.real[bin]), imaginary: Sixteen(repeating: plan.imaginary[bin])
      ),
      ComplexSixteen(
        real: Sixteen(repeating: plan.real[twin]),
        imaginary: Sixteen(repeating: plan.imaginary[twin])))
  }

  @inline(__always)
  private init(_ z: ComplexSixteen, _ twin: ComplexSixteen) {
    first = ComplexSixteen(real: z.real + twin.real, imaginary: z.imaginary - twin.imaginary)
    second = ComplexSixteen(real: z.imaginary + twin.imaginary, imaginary: twin.real - z.real)
  }
}
