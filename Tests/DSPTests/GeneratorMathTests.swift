import Foundation
import Testing

@testable import DSP

@Suite struct GeneratorMathTests {
  private let steps = (0...20_000).map { Double($0) / 20_000 }

  @Test func `the sine agrees with the C library's`() {
    for step in steps {
      let turns = 4 * step - 2
      #expect(abs(GeneratorMath.sine(turns: turns) - sin(2 * Double.pi * turns)) < 3e-15)
    }
    #expect(GeneratorMath.sine(turns: 0.25) == 1)
    #expect(GeneratorMath.sine(turns: 1_000_000.75) == -1)
  }

  @Test func `the power of two agrees with the C library's`() {
    for step in steps {
      let exponent = 80 * step - 40
      #expect(abs(GeneratorMath.exp2(exponent) / exp2(exponent) - 1) < 1e-15)
    }
    #expect(GeneratorMath.exp2(-5000) == 0)
  }

  @Test func `the logarithm agrees with the C library's`() {
    for step in steps {
      let x = exp2(80 * step - 40)
      #expect(abs(GeneratorMath.log2(x) - log2(x)) < 1e-14)
    }
    #expect(GeneratorMath.log2(1) == 0)
    #expect(GeneratorMath.log2(8) == 3)
  }

  @Test func `minus 20 dB is a tenth`() {
    #expect(abs(GeneratorMath.ratio(dB: -20) - 0.1) < 1e-16)
  }
}
