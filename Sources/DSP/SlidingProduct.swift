/// A short symmetric filter applied at every place of a signal: sums of neighbours times taps.
///
/// An output's bits do not depend on where it stands.
struct SlidingProduct: Sendable {
  private typealias Sum = SIMD16<Float>

  /// The first sixteen taps, and those after them; the last mirror the first.
  private let outer: SIMD16<Float>
  private let inner: SIMD16<Float>
  private let groups: Int
  /// All of them.
  private let taps: [Float]

  /// - Parameter half: the first half of the taps, 8, 16 or 24 of them; the second half mirrors it.
  init(_ half: [Float]) {
    precondition([8, 16, 24].contains(half.count))
    taps = half + half.reversed()
    groups = taps.count / 16
    outer = taps.sixteen(from: 0)
    inner = groups == 3 ? taps.sixteen(from: 16) : SIMD16()
  }

  /// Filters.
  ///
  /// - Parameters:
  ///   - source: as many more than outputs as there are taps, and up to fifteen more, are read.
  ///   - start: index of the one that the first tap meets for the first output.
  ///   - target: gets the outputs, and up to fifteen more of no meaning.
  ///   - first: index of the first output.
  ///   - count: outputs, how many.
  func apply(
    to source: [Float], from start: Int, into target: inout [Float], at first: Int, count: Int
  ) {
    #if NATIVE
      applyBySixteens(to: source, from: start, into: &target, at: first, count: count)
    #else
      applyByPairs(to: source, from: start, into: &target, at: first, count: count)
    #endif
  }

  // MARK: narrow registers, no fused product

  /// Adds the two neighbours of a tap first: half the products.
  func applyByPairs(
    to source: [Float], from start: Int, into target: inout [Float], at first: Int, count: Int
  ) {
    precondition(first >= 0 && first + count <= target.count)
    var target = target.mutableSpan
    for index in first..<first + count { target[index] = 0 }
    let half = taps.count / 2
    for tap in stride(from: 0, to: half, by: 4) {
      addFourPairs(source, start + tap, start + taps.count - 1 - tap, tap, &target, first, count)
    }
  }

  @inline(never)
  private func addFourPairs(
    _ x: [Float], _ left: Int, _ right: Int, _ tap: Int, _ target: inout MutableSpan<Float>,
    _ first: Int, _ count: Int
  ) {
    precondition(left >= 0 && count >= 0 && left + 3 + count <= x.count)
    precondition(right >= 3 && right + count <= x.count)
    precondition(first >= 0 && first + count <= target.count)
    let (h0, h1, h2, h3) = (taps[tap], taps[tap + 1], taps[tap + 2], taps[tap + 3])
    for i in 0..<count {
      let (from, to) = (left &+ i, right &+ i)
      var sum = multiplyAdd(h0, x[from] + x[to], target[first &+ i])
      sum = multiplyAdd(h1, x[from &+ 1] + x[to &- 1], sum)
      sum = multiplyAdd(h2, x[from &+ 2] + x[to &- 2], sum)
      target[first &+ i] = multiplyAdd(h3, x[from &+ 3] + x[to &- 3], sum)
    }
  }

  // MARK: wide registers

  /// Sixteen outputs and sixteen taps at a time: what has been read serves all outputs that need it.
  func applyBySixteens(
    to source: [Float], from start: Int, into target: inout [Float], at first: Int, count: Int
  ) {
    let outputs = (count + 15) / 16 * 16
    guard outputs > 0 else { return }
    precondition(start >= 0 && start + outputs + 16 * groups - 1 <= source.count)
    precondition(first >= 0 && first + outputs <= target.count)
    unsafe source.withUnsafeBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        let source = unsafe UnsafeRawBufferPointer(rebasing: source[(4 * start)...])
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[(4 * first)...])
        switch groups {
        case 1: unsafe applyOne(source, target, outputs)
        case 2: unsafe applyTwo(source, target, outputs)
        default: unsafe applyThree(source, target, outputs)
        }
      }
    }
  }

  private func applyOne(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, _ count: Int
  ) {
    var place = 0
    while place < count {
      let sum = unsafe Self.sums(source, place, outer).forward
      unsafe target.storeBytes(of: sum, toByteOffset: 4 &* place, as: Sum.self)
      place &+= 16
    }
  }

  private func applyTwo(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, _ count: Int
  ) {
    // what the sixteen read last give to the outputs before the next
    var waiting = unsafe Self.sums(source, 0, outer).forward
    var place = 0
    while place < count {
      let (first, last) = unsafe Self.sums(source, place &+ 16, outer)
      unsafe target.storeBytes(of: waiting + last, toByteOffset: 4 &* place, as: Sum.self)
      waiting = first
      place &+= 16
    }
  }

  private func applyThree(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, _ count: Int
  ) {
    var older =
      unsafe Self.sums(source, 0, outer).forward + Self.sums(source, 16, inner).forward
    var newer = unsafe Self.sums(source, 16, outer).forward
    var place = 0
    while place < count {
      let (first, last) = unsafe Self.sums(source, place &+ 32, outer)
      unsafe target.storeBytes(of: older + last, toByteOffset: 4 &* place, as: Sum.self)
      older = unsafe newer + Self.sums(source, place &+ 32, inner).forward
      newer = first
      place &+= 16
    }
  }

  /// What sixteen neighbours, and the fifteen after them, give by sixteen taps; and by the same in reverse.
  @inline(__always)
  private static func sums(
    _ source: UnsafeRawBufferPointer, _ place: Int, _ taps: SIMD16<Float>
  ) -> (forward: Sum, backward: Sum) {
    var (forward0, forward1, backward0, backward1) = (Sum(), Sum(), Sum(), Sum())
    for tap in stride(from: 0, to: 16, by: 2) {
      let even = unsafe read(source, place &+ tap)
      let odd = unsafe read(source, place &+ tap &+ 1)
      forward0 = multiplyAdd(even, taps[tap], forward0)
      backward0 = multiplyAdd(even, taps[15 &- tap], backward0)
      forward1 = multiplyAdd(odd, taps[tap &+ 1], forward1)
      backward1 = multiplyAdd(odd, taps[14 &- tap], backward1)
    }
    return (forward0 + forward1, backward0 + backward1)
  }

  @inline(__always)
  private static func read(_ source: UnsafeRawBufferPointer, _ place: Int) -> Sum {
    unsafe source.loadUnaligned(fromByteOffset: 4 &* place, as: Sum.self)
  }
}
