import Testing

@testable import DSP

@Suite struct RankedWindowTests {
  @Test func `percentiles are those of the sorted last values`() {
    var window = RankedWindow(capacity: 10)
    var values: [Double] = []
    #expect(window.percentile(0.1) == nil)
    for k in 0..<100 {
      let value = Double((k * 37 + 11) % 23)
      window.append(value)
      values.append(value)
      let last = values.suffix(10).sorted()
      #expect(window.count == last.count)
      for fraction in [0, 0.1, 0.5, 0.95, 1] {
        let rank = Int((Double(last.count - 1) * fraction).rounded())
        #expect(window.percentile(fraction) == last[rank])
      }
    }
  }
}
