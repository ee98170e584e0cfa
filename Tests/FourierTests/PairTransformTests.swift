import DSP
import Fourier
import Foundation
import Testing

@Suite struct PairTransformTests {
  @Test(arguments: [2, 8, 30, 32, 100, 320, 1024, 4096])
  func `each of two stretches has the squares of its own transform`(length: Int) throws {
    let samples = RealTransformTests.samples(3 * length)
    let window = Window.hann.samples(length).map { $0 + 0.1 }
    var pair = try PairTransform(length: length)
    #expect(pair.length == length)
    pair.transform(samples, from: 1, and: length + length / 2, window: window)
    var found = [[Float]](repeating: Array(repeating: -1, count: length / 2 + 1), count: 2)
    var second = found[1]
    pair.copySquares(into: &found[0], and: &second, scaledBy: 3)
    found[1] = second
    for (index, first) in [1, length + length / 2].enumerated() {
      var single = try RealTransform(length: length)
      single.transform(samples, from: first, window: window)
      var wanted = [Float](repeating: 0, count: length / 2 + 1)
      single.copySquares(into: &wanted, scaledBy: 3)
      let scale = wanted.max() ?? 0
      for bin in wanted.indices { #expect(abs(found[index][bin] - wanted[bin]) < 2e-6 * scale) }
    }
  }

  @Test func `the fainter of two is disturbed by less than 130 dB below the stronger`() throws {
    let length = 1024
    let loud = RealTransformTests.samples(length)
    let faint = (0..<length).map { 1e-5 * sin(0.3 * Float($0)) }
    let window = Window.hann.samples(length)
    var pair = try PairTransform(length: length)
    pair.transform(loud + faint, from: 0, and: length, window: window)
    var first = [Float](repeating: 0, count: length / 2 + 1)
    var second = first
    pair.copySquares(into: &first, and: &second, scaledBy: 1)
    var single = try RealTransform(length: length)
    single.transform(faint, from: 0, window: window)
    var wanted = first
    single.copySquares(into: &wanted, scaledBy: 1)
    let top = Double(first.max() ?? 0).squareRoot()
    for bin in wanted.indices {
      let miss = Double(second[bin]).squareRoot() - Double(wanted[bin]).squareRoot()
      #expect(abs(miss) < 3.2e-7 * top)
    }
  }
}
