import DSP
import Fourier
import Foundation
import Testing

@Suite struct RealTransformTests {
  /// Any samples, never the same twice in a row.
  static func samples(_ count: Int) -> [Float] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 33) / Float(1 << 30)
    }
  }

  /// The sum that defines the transform.
  static func direct(_ samples: [Float], bin: Int) -> (real: Double, imaginary: Double) {
    samples.enumerated().reduce(into: (0.0, 0.0)) { sum, sample in
      let angle =
        -2 * Double.pi * Double(sample.offset * bin % samples.count) / Double(samples.count)
      sum.0 += Double(sample.element) * cos(angle)
      sum.1 += Double(sample.element) * sin(angle)
    }
  }

  @Test(arguments: [2, 6, 8, 64, 100, 1024, 2048, 4800, 8192])
  func `every bin is the sum that defines it`(length: Int) throws {
    let samples = Self.samples(length + 3)
    var transform = try RealTransform(length: length)
    transform.transform(samples, from: 3, window: Array(repeating: 1, count: length))
    #expect(transform.binCount == length / 2 + 1)
    for bin in stride(from: 0, through: length / 2, by: max(1, length / 64)) {
      let wanted = Self.direct(Array(samples[3...]), bin: bin)
      let found = transform.value(of: bin)
      #expect(abs(Double(found.real) - wanted.real) < 1e-4 * Double(length).squareRoot())
      #expect(abs(Double(found.imaginary) - wanted.imaginary) < 1e-4 * Double(length).squareRoot())
    }
  }

  @Test(arguments: [64, 2048, 65_536])
  func `the squares of all bins are those of the samples, as Parseval says`(length: Int) throws {
    let samples = Self.samples(length)
    var transform = try RealTransform(length: length)
    transform.transform(samples, from: 0, window: Array(repeating: 1, count: length))
    var squares = [Float](repeating: -1, count: length / 2 + 1)
    transform.copySquares(into: &squares, scaledBy: 2)
    // all but the first and the last stand for two bins
    let sum = squares.reduce(0.0) { $0 + Double($1) } - Double(squares[0] + squares[length / 2]) / 2
    let wanted = samples.reduce(0.0) { $0 + Double($1) * Double($1) } * Double(length)
    #expect(abs(sum / wanted - 1) < 1e-5)
  }

  @Test(arguments: [2, 4, 6, 30, 60, 62, 64, 66, 100, 2048, 8192])
  func `squares and real parts of all bins are those of each`(length: Int) throws {
    var transform = try RealTransform(length: length)
    transform.transform(
      Self.samples(length), from: 0, window: Array(repeating: 1, count: length))
    let bins = length / 2 + 1
    // what stands behind them is left alone
    var squares = [Float](repeating: -1, count: bins + 3)
    var reals = squares
    transform.copySquares(into: &squares, scaledBy: 2)
    transform.copyReal(into: &reals)
    let scale = squares.max() ?? 0
    for bin in 0..<bins {
      let (real, imaginary) = transform.value(of: bin)
      #expect(reals[bin] == real)
      #expect(abs(squares[bin] - 2 * (real * real + imaginary * imaginary)) <= 1e-6 * scale)
    }
    #expect(squares[bins...] == [-1, -1, -1] && reals[bins...] == [-1, -1, -1])
  }

  @Test func `the window is a factor of each sample`() throws {
    let samples = Self.samples(64)
    let window = Window.hann.samples(64)
    var one = try RealTransform(length: 64)
    var other = try RealTransform(length: 64)
    one.transform(samples, from: 0, window: window)
    other.transform(
      zip(samples, window).map(*), from: 0, window: Array(repeating: 1, count: 64))
    for bin in 0...32 {
      #expect(one.value(of: bin) == other.value(of: bin))
    }
  }

  @Test func `plans of the same length give the same bytes`() throws {
    let samples = Self.samples(2048)
    let window = Window.blackmanHarris.samples(2048)
    var squares: [[Float]] = []
    for _ in 0..<3 {
      var transform = try RealTransform(length: 2048)
      transform.transform(samples, from: 0, window: window)
      var found = [Float](repeating: 0, count: 1025)
      transform.copySquares(into: &found, scaledBy: 1)
      squares.append(found)
    }
    #expect(squares[0] == squares[1] && squares[1] == squares[2])
  }
}
