import DSP
import Testing

@Suite struct SumTreeTests {
  @Test(arguments: [1, 31, 32, 33, 100, 1025])
  func `every stretch has the sum of its numbers`(count: Int) {
    let numbers = (0..<count).map { Float(($0 * 7919 + 13) % 1009) }
    var tree = SumTree(count: count)
    tree.fill(numbers)
    for first in stride(from: 0, through: count, by: max(1, count / 40)) {
      for end in first...count {
        #expect(tree.sum(first, end) == numbers[first..<end].reduce(0, +))
      }
    }
    #expect(tree.total == numbers.reduce(0, +))
  }

  @Test func `the index that reaches a sum is the first one`() {
    let numbers = (0..<1025).map { Float($0 % 5) }
    var tree = SumTree(count: 1025)
    tree.fill(numbers)
    for limit in stride(from: Float(0.5), to: 2045, by: 17.25) {
      var sum: Float = 0
      let wanted = numbers.firstIndex {
        sum += $0
        return sum >= limit
      }
      #expect(tree.index(reaching: limit) == wanted)
    }
  }
}
