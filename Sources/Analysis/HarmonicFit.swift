/// Finds one fundamental on which several components agree.
///
/// A component is harmonic h of f when it lies within 0.5 % of f from h × f, or within a quarter of a bin where
/// that is more, but never 3 % of f away; h is at most 16. The fundamental is one of the components, and
/// another agrees, where only two do with h up to 4; or it is missing, and three agree that have no common
/// divisor. Of several the one with most components wins, then the highest.
enum HarmonicFit {
  private static let tolerance = 0.005
  private static let toleranceBins = 0.25
  private static let mostTolerance = 0.03
  private static let highest = 16
  private static let highestOfPair = 4
  private static let highestMissing = 4

  /// Writes harmonic numbers and the fundamental into the components that agree.
  ///
  /// - Parameters:
  ///   - components: any order.
  ///   - usable: indices of those that are steady enough to count.
  ///   - resolution: Hz from bin to bin.
  static func label(
    _ components: inout [SpectrumComponent], among usable: [Int], resolution: Double
  ) {
    guard usable.count >= 2 else { return }
    var best: (fundamental: Double, numbers: [(index: Int, number: Int)])?
    for candidate in usable {
      for divisor in 1...highestMissing {
        let guess = components[candidate].frequency / Double(divisor)
        let reach = min(mostTolerance * guess, max(tolerance * guess, toleranceBins * resolution))
        let numbers: [(index: Int, number: Int)] = usable.compactMap { index in
          let number = (components[index].frequency / guess).rounded()
          let miss = (components[index].frequency - number * guess).magnitude
          guard 1...Double(highest) ~= number, miss <= reach else { return nil }
          return (index, Int(number))
        }
        guard isConvincing(numbers.map(\.number)) else { continue }
        let isBetter =
          best.map { ($0.numbers.count, $0.fundamental) < (numbers.count, guess) } ?? true
        if isBetter { best = (guess, numbers) }
      }
    }
    guard let best else { return }
    // least squares of frequency = number × fundamental
    let products = best.numbers.map { components[$0.index].frequency * Double($0.number) }
    let squares = best.numbers.map { Double($0.number * $0.number) }
    let fundamental = products.reduce(0, +) / squares.reduce(0, +)
    for (index, number) in best.numbers {
      components[index].harmonic = number
      components[index].fundamental = fundamental
    }
  }

  private static func isConvincing(_ numbers: [Int]) -> Bool {
    let distinct = Set(numbers)
    if distinct.count == 2 {
      return distinct.contains(1) && distinct.allSatisfy { $0 <= highestOfPair }
    }
    return distinct.count > 2 && (distinct.contains(1) || distinct.reduce(0, divisor) == 1)
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
