import Testing

@testable import DSP

@Suite struct SlidingSumTests {
  @Test func `the sum is that of the last values`() {
    var window = SlidingSum(count: 5)
    let values = (0..<40).map { Double($0 * $0 % 17) }
    for end in values.indices {
      window.append(values[end])
      #expect(window.sum == values[max(0, end - 4)...end].reduce(0, +))
    }
  }

  @Test func `zeros sum to zero after whatever came before`() {
    var window = SlidingSum(count: 3)
    for value in [1e20, 0.1, 0.3, 0, 0, 0] as [Double] { window.append(value) }
    #expect(window.sum == 0)
  }
}
