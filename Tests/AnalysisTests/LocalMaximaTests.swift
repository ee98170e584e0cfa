import Testing

@testable import Analysis

@Suite struct LocalMaximaTests {
  @Test(arguments: [3, 33, 256, 1025, 5000])
  func `the maxima come in falling order, each once, and the ends are none`(count: Int) {
    // many are equal, so that plateaus occur
    let numbers = (0..<count).map { (place: Int) -> Float in
      let code: Int = (place * 7919 + 13) * place % 37
      return Float(code)
    }
    var maxima = LocalMaxima(count: count)
    for _ in 0..<2 {
      maxima.find(in: numbers + [1000, 1000])
      var found: [Int] = []
      while let place = maxima.takeHighest(above: 3) { found.append(place) }
      let wanted = (1..<count - 1).filter { (place: Int) -> Bool in
        let number = numbers[place]
        return number > 3 && number > numbers[place - 1] && number >= numbers[place + 1]
      }
      #expect(found.sorted() == wanted)
      let heights = found.map { numbers[$0] }
      #expect(heights == heights.sorted(by: >))
    }
  }

  @Test func `silence has none`() {
    var maxima = LocalMaxima(count: 100)
    maxima.find(in: Array(repeating: 0, count: 100))
    #expect(maxima.takeHighest(above: 0) == nil)
  }
}
