import SampleIO

/// A value of several numbers with colons between them; those at the end may be left out.
struct Parts {
  private let option: String
  private let words: [String]
  private let example: String

  /// - Parameters:
  ///   - option: its long name.
  ///   - text: the value.
  ///   - example: of a whole value, for the message.
  ///   - most: numbers.
  /// - Throws: `UsageError` for more numbers.
  init(_ option: String, _ text: String, _ example: String, most: Int) throws {
    self.option = option
    self.example = example
    words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard words.count <= most else {
      throw UsageError("--\(option): '\(text)' has more than \(most) numbers; such as \(example)")
    }
  }

  /// A time, s.
  ///
  /// - Parameters:
  ///   - index: which of the numbers.
  ///   - range: what is allowed.
  /// - Returns: nil when it was left out.
  /// - Throws: `UsageError` for anything else than a number of the range.
  func seconds(_ index: Int, in range: ClosedRange<Double>) throws -> Double? {
    guard index < words.count else { return nil }
    return try checked(Arguments.parse(words[index]), words[index], in: range, " s")
  }

  /// A factor from 0 to 1, which may be written in per cent.
  ///
  /// - Parameters:
  ///   - index: which of the numbers.
  ///   - range: what is allowed.
  /// - Returns: nil when it was left out.
  /// - Throws: `UsageError` for anything else than a number of the range.
  func factor(_ index: Int, in range: ClosedRange<Double>) throws -> Double? {
    guard index < words.count else { return nil }
    let word = words[index]
    let value =
      word.last == "%"
      ? Arguments.parse(String(word.dropLast())).map { $0 / 100 }
      : Arguments.parse(word)
    return try checked(value, word, in: range, "; 0.5 is the same as 50%")
  }

  private func checked(
    _ value: Double?, _ word: String, in range: ClosedRange<Double>, _ unit: String
  ) throws -> Double {
    guard let value else {
      throw UsageError("--\(option): '\(word)' is not a number; such as \(example)")
    }
    guard range.contains(value) else {
      var text = NumberText()
      text.append(exact: range.lowerBound)
      var end = NumberText()
      end.append(exact: range.upperBound)
      throw UsageError("--\(option): \(word) is outside \(text.string) to \(end.string)\(unit)")
    }
    return value
  }
}
