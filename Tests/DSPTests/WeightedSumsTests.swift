import DSP
import Testing

@Suite struct WeightedSumsTests {
  /// Whole numbers, so that every sum is exact.
  static let numbers = (0..<200).map { Float(($0 * 7919 + 13) % 101) }

  @Test(arguments: [1, 2, 15, 16, 17, 33, 100])
  func `every sum is that of its numbers times their weights`(length: Int) {
    let weights = (0..<length).map { Float($0 % 7 + 1) }
    var sums = WeightedSums()
    let places = [0, 1, 16, 50]
    for first in places { sums.append(from: first, weights: weights) }
    #expect(sums.count == 4 && sums.reach == 50 + (length + 15) / 16 * 16)
    var found = [Float](repeating: -1, count: 5)
    sums.copySums(of: Self.numbers, into: &found)
    for (place, first) in places.enumerated() {
      let wanted = (0..<length).reduce(Float(0)) { $0 + weights[$1] * Self.numbers[first + $1] }
      #expect(found[place] == wanted)
    }
    #expect(found[4] == -1, "what is longer stays")
  }

  @Test func `what lies behind a stretch does not count`() {
    var sums = WeightedSums()
    sums.append(from: 3, weights: [1, 1])
    var found: [Float] = [0]
    var numbers = [Float](repeating: 1e30, count: sums.reach)
    (numbers[3], numbers[4]) = (2, 3)
    sums.copySums(of: numbers, into: &found)
    #expect(found == [5])
  }

  @Test func `sixteen numbers add up to their sum`() {
    #expect(Self.numbers.sixteen(from: 7).total == Self.numbers[7..<23].reduce(0, +))
    #expect(SIMD16<Float>.counting.total == 120)
  }
}
