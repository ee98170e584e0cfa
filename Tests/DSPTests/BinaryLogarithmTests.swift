import DSP
import Foundation
import Testing

@Suite struct BinaryLogarithmTests {
  static func logarithms(_ numbers: [Float], times factor: Float = 1) -> [Float] {
    var found = numbers
    BinaryLogarithm.apply(to: &found, times: factor)
    return found
  }

  @Test func `every logarithm is within two units in the last place, through all exponents`() {
    // all exponents, subnormal ones too, and mantissas from one power of two to the next
    let numbers = (-149...127).flatMap { exponent in
      (0..<64).map { Float(scalbn(1 + Double($0) / 64.37, exponent)) }
    }
    for (number, found) in zip(numbers, Self.logarithms(numbers)) where number < .infinity {
      let wanted = log2(Double(number))
      let unit = Double(max(Float(wanted).ulp, 1e-7))
      #expect(abs(Double(found) - wanted) <= 2 * unit, "\(number)")
    }
  }

  @Test func `near 1 little is lost`() {
    let numbers = (-1000...1000).map { 1 + Float($0) * 1e-4 }
    for (number, found) in zip(numbers, Self.logarithms(numbers)) {
      let wanted = log2(Double(number))
      #expect(abs(Double(found) - wanted) <= 3e-7 * abs(wanted))
    }
  }

  @Test func `powers of two are exact, and the factor is a factor`() {
    let numbers = (-149...127).map { Float(scalbn(1, $0)) }
    #expect(Self.logarithms(numbers) == (-149...127).map { Float($0) })
    #expect(Self.logarithms([8, 0.25], times: 10) == [30, -20])
  }

  @Test func `the ends of the scale`() {
    let found = Self.logarithms([0, -0.0, .infinity, -1, -.infinity, .nan])
    #expect(found[0] == -.infinity && found[1] == -.infinity && found[2] == .infinity)
    #expect(found[3].isNaN && found[4].isNaN && found[5].isNaN)
  }
}
