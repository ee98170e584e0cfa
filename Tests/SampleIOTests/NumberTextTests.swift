import Foundation
import Testing

@testable import SampleIO

@Suite struct NumberTextTests {
  private func text(_ fill: (inout NumberText) -> Void) -> String {
    var text = NumberText()
    fill(&text)
    return text.string
  }

  /// printf of the C library, in the C locale.
  private func printed(_ format: String, _ value: Double) -> String {
    String(format: format, locale: Locale(identifier: "en_US_POSIX"), value)
  }

  /// Finite Float32 of every size.
  private func singles(_ count: Int, below limit: Float) -> [Float] {
    var random = Random(11)
    return (0..<count).map { _ in
      while true {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        if value.isFinite, value.magnitude < limit { return value }
      }
    }
  }

  @Test func `a Float32 with fixed decimals is what printf makes of it`() {
    for value in singles(30_000, below: 1e5) + [0.5, 0.25, -0.125, 2.5, -3.01, 99_999.99] {
      let double = Double(value)
      for decimals in [0, 3, 4] {
        let expected = printed("%.\(decimals)f", double)
        let isZero = !expected.utf8.contains { 0x31...0x39 ~= $0 }
        #expect(
          text { $0.append(double, decimals: decimals) }
            == (isZero ? expected.replacingOccurrences(of: "-", with: "") : expected))
      }
    }
  }

  @Test func `a Float64 with fixed decimals is within half a digit`() throws {
    var random = Random(5)
    for _ in 0..<20_000 {
      let value = Double.random(in: -200_000...200_000, using: &random)
      let digits = text { $0.append(value, decimals: 4) }
      let read = try #require(Double(digits))
      #expect(abs(read - value) <= 0.000_050_001)
      #expect(digits.split(separator: ".").last?.count == 4)
    }
  }

  @Test(arguments: [-0.0, -0.00004, -1e-30, -0.000049999, 0.0])
  func `nothing is ever minus zero`(value: Double) {
    #expect(text { $0.append(value, decimals: 4) } == "0.0000")
    #expect(text { $0.append(-0.4, decimals: 0) } == "0")
    #expect(text { $0.append(significant: value * 0) } == "0")
    #expect(text { $0.append(exact: value * 0) } == "0")
    #expect(text { $0.append(exact: Float(value * 0)) } == "0")
  }

  @Test func `six significant digits are those of printf`() throws {
    for value in singles(30_000, below: .infinity) {
      let double = Double(value)
      let found = text { $0.append(significant: double) }
      let expected = printed("%.6g", double)
      let ours = try #require(Double(found))
      // Up to 1e9 whole numbers keep all their digits: seconds and counts are read by people.
      let isLong = 1e6..<1e9 ~= double.magnitude
      let theirs = isLong ? double.rounded(.toNearestOrEven) : try #require(Double(expected))
      #expect(
        abs(ours - theirs) <= abs(theirs) * 1e-12, "\(double): \(found), printf says \(expected)")
      #expect(!found.contains(".") || found.contains("e") || !found.hasSuffix("0"))
    }
    #expect(text { $0.append(significant: 99_999.97) } == "100000")
    #expect(text { $0.append(significant: 0.000_123_456_7) } == "0.000123457")
    #expect(text { $0.append(significant: -1e-9) } == "-1e-9")
    #expect(text { $0.append(significant: 0.1 + 0.2) } == "0.3")
  }

  @Test func `exact text reads back as the same number`() throws {
    var random = Random(23)
    for value in singles(20_000, below: .infinity) {
      let read = try #require(Float(text { $0.append(exact: value) }))
      #expect(read == value)
    }
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try #require(Double(text { $0.append(exact: value) })) == value)
    }
    #expect(text { $0.append(exact: 48_000.0) } == "48000")
    #expect(text { $0.append(exact: Float(0.1)) } == "0.1")
  }

  @Test(arguments: [0, 1, -1, 9, 10, -10, Int64.max, Int64.min]) func `whole numbers`(value: Int64)
  {
    #expect(text { $0.append(value) } == String(value))
  }

  @Test func `each quantity has its digits`() {
    #expect(text { $0.append(-23.0, .level) } == "-23.0000")
    #expect(text { $0.append(997.0, .frequency) } == "997.000")
    #expect(text { $0.append(44_100.0, .rate) } == "44100")
    #expect(text { $0.append(1.0 / 3, .other) } == "0.333333")
    #expect(fixed(.nan, 1) == "-")
    #expect(fixed(-.infinity, 1) == "-")
  }

  @Test func `a string is JSON whatever it holds`() throws {
    var all = ""
    for scalar in (0..<0x300).compactMap(Unicode.Scalar.init) { all.unicodeScalars.append(scalar) }
    all += "\u{2028}😀\u{FFFF}\r\n\"\\"
    let quoted = text { $0.append(quoted: all) }
    let read = try JSONSerialization.jsonObject(
      with: Data(quoted.utf8), options: .fragmentsAllowed)
    #expect(read as? String == all)
    #expect(!quoted.utf8.contains { $0 < 32 })
  }
}
