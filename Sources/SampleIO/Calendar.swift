/// Dates of the Gregorian calendar, in UTC.
enum Calendar {
  /// A moment as ISO 8601 with nanoseconds.
  ///
  /// Source: days from civil dates by counting 400-year eras from 1 March of year 0.
  ///
  /// - Parameter nanoseconds: since 1970-01-01T00:00:00Z.
  /// - Returns: such as "2026-11-30T02:41:00.500000000Z".
  static func iso8601(nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let seconds = rest < 0 ? whole - 1 : whole
    let fraction = rest < 0 ? rest + 1_000_000_000 : rest
    let day = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    let clock = seconds - day * 86_400
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return pad(civilYear, 4) + "-" + pad(civilMonth, 2) + "-" + pad(date, 2) + "T"
      + pad(clock / 3600, 2) + ":" + pad(clock / 60 % 60, 2) + ":" + pad(clock % 60, 2) + "."
      + pad(fraction, 9) + "Z"
  }

  /// A moment for the name of a file, such as "20261130T024100Z".
  static func fileStamp(_ nanoseconds: Int64) -> String {
    iso8601(nanoseconds: nanoseconds).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
