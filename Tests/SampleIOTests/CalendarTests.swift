import Foundation
import Testing

@testable import SampleIO

@Suite struct CalendarTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000000Z"),
    (951_827_696_000_000_001, "2000-02-29T12:34:56.000000001Z"),
    (-1, "1969-12-31T23:59:59.999999999Z"),
    (Int64.max, "2262-04-11T23:47:16.854775807Z"),
    (Int64.min, "1677-09-21T00:12:43.145224192Z"),
  ]) func `a moment has its date`(one: (Int64, String)) {
    #expect(Calendar.iso8601(nanoseconds: one.0) == one.1)
  }

  @Test func `dates are those of Foundation`() {
    let formatter = ISO8601DateFormatter()
    var random = Random(1)
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -9_000_000_000...9_000_000_000, using: &random)
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      let found = Calendar.iso8601(nanoseconds: seconds * 1_000_000_000)
      #expect(found == expected.dropLast() + ".000000000Z")
    }
  }
}
