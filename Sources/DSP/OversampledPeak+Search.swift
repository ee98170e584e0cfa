/// The search for the highest output: bounds first, parabolas only where they matter.
extension OversampledPeak {
  /// The highest of the parabolas around the outputs of a range, or `known` where that is higher.
  ///
  /// A bound is cheap and a division is not: only where the bound is above what is known is it looked at
  /// closely. A parabola through a, b, c with b the highest exceeds it by (a − c)² / (8 (2b − a − c)),
  /// which is at most |a − c| / 8.
  mutating func search(_ range: Range<Int>, above known: Float) -> Float {
    Self.copyBounds(
      x, early, middle, late, from: range.lowerBound, count: range.count, to: &bounds.values)
    bounds.use(count: range.count)
    return bounds.raise(known) { place, known in
      let i = range.lowerBound + place
      return max(
        known, Self.parabola(late[i - 1], x[i], early[i]),
        Self.parabola(x[i], early[i], middle[i]), Self.parabola(early[i], middle[i], late[i]),
        Self.parabola(middle[i], late[i], x[i + 1]))
    }
  }

  private static func copyBounds(
    _ x: [Float], _ early: [Float], _ middle: [Float], _ late: [Float], from first: Int, count: Int,
    to bounds: inout [Float]
  ) {
    var output = bounds.mutableSpan
    precondition(first >= 1 && count >= 0 && count <= output.count)
    precondition(first + count + 1 <= x.count && first + count <= early.count)
    precondition(first + count <= middle.count && first + count <= late.count)
    let (back, next) = (first - 1, first + 1)
    for j in 0..<count {
      let (x0, x1) = (x[first &+ j], early[first &+ j])
      let (x2, x3) = (middle[first &+ j], late[first &+ j])
      let (e0, e1) = ((late[back &+ j] - x1).magnitude, (x0 - x2).magnitude)
      let (e2, e3) = ((x1 - x3).magnitude, (x2 - x[next &+ j]).magnitude)
      let (d0, d1) = (e0 > e1 ? e0 : e1, e2 > e3 ? e2 : e3)
      let (m0, m1) = (x0.magnitude, x1.magnitude)
      let (m2, m3) = (x2.magnitude, x3.magnitude)
      let (h0, h1) = (m0 > m1 ? m0 : m1, m2 > m3 ? m2 : m3)
      output[j] = multiplyAdd(0.125, d0 > d1 ? d0 : d1, h0 > h1 ? h0 : h1)
    }
  }

  /// The height of the parabola through three neighbours, 0 unless the middle one is the highest.
  static func parabola(_ a: Float, _ b: Float, _ c: Float) -> Float {
    let height = b.magnitude
    guard height >= a.magnitude, height >= c.magnitude else { return 0 }
    let bend = b < 0 ? a + c - 2 * b : 2 * b - a - c
    guard bend > 0 else { return height }
    return height + (a - c) * (a - c) / (8 * bend)
  }
}
