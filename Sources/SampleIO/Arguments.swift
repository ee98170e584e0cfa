import CGetopt
import Glibc

/// The command line, read with getopt_long against a tool's table of options.
///
/// A word such as -12.5 is a number, not an option.
public struct Arguments {
  /// What stands on the command line beside options.
  public private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// The table.
  let options: [Option]

  /// - Parameters:
  ///   - words: the command line without the program's name.
  ///   - options: the table.
  /// - Throws: `UsageError` for an option that is not in the table or lacks its value.
  public init(_ words: [String], options: [Option]) throws {
    self.options = options
    // getopt would take "-12" for options; hidden behind a control character it is a word.
    let guarded =
      [Diagnostics.tool]
      + Self.withFallbacks(words, options).map { Self.isNegativeNumber($0) ? "\u{1}" + $0 : $0 }
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe guarded.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.indices.forEach { unsafe free(argv[$0]) } }
    let names: [UnsafeMutablePointer<CChar>?] = unsafe options.map { unsafe strdup($0.long) }
    defer { unsafe names.indices.forEach { unsafe free(names[$0]) } }
    var table = unsafe zip(options, names).enumerated().map { index, pair in
      unsafe CGetopt.option(
        name: pair.1, has_arg: pair.0.value == nil ? no_argument : required_argument, flag: nil,
        val: Int32(256 + index))
    }
    unsafe table.append(CGetopt.option(name: nil, has_arg: 0, flag: nil, val: 0))
    let letters = options.compactMap { entry in
      entry.short.map { String($0) + (entry.value == nil ? "" : ":") }
    }.joined()
    sm_getopt_begin()
    while true {
      let code = unsafe getopt_long(Int32(guarded.count), &argv, ":" + letters, table, nil)
      if code == -1 { break }
      guard let found = Self.entry(code, options) else {
        // The words have been moved: operands behind options. A letter of several bytes
        // stands in a word that getopt has not left yet.
        let place = Int(sm_optind()) - (0..<128 ~= sm_optopt() || sm_optopt() > 255 ? 1 : 0)
        let word = unsafe argv[place].map { unsafe String(cString: $0) } ?? ""
        throw Self.fault(code, word, options)
      }
      let value = unsafe sm_optarg().map { unsafe String(cString: $0) } ?? ""
      values[found.long, default: []].append(Self.bare(value))
    }
    for index in Int(sm_optind())..<guarded.count {
      guard let word = unsafe argv[index] else { continue }
      operands.append(unsafe Self.bare(String(cString: word)))
    }
  }

  /// Gives options whose number was left out their number.
  private static func withFallbacks(_ words: [String], _ options: [Option]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    return words.indices.map { index in
      guard index < end, index == 0 || !takesNextWord(words[index - 1], options),
        let entry = options.first(where: { "--" + $0.long == words[index] }),
        let fallback = entry.fallback
      else { return words[index] }
      let next = index + 1 < words.count ? parse(words[index + 1]) : nil
      return next == nil ? "\(words[index])=\(fallback)" : words[index]
    }
  }

  /// Whether the word behind this one is its value, whatever it looks like.
  private static func takesNextWord(_ word: String, _ options: [Option]) -> Bool {
    options.contains { entry in
      entry.value != nil && entry.fallback == nil
        && (word == "--" + entry.long || entry.short.map { word == "-\($0)" } ?? false)
    }
  }

  private static func entry(_ code: Int32, _ options: [Option]) -> Option? {
    if code >= 256 { return options[Int(code) - 256] }
    return options.first { $0.short?.asciiValue == UInt8(truncatingIfNeeded: code) }
  }

  private static func fault(_ code: Int32, _ word: String, _ options: [Option]) -> UsageError {
    let help = "; see \(Diagnostics.tool) --help"
    let letter = sm_optopt()
    let isLetter = 1...127 ~= letter
    let name =
      isLetter
      ? "-\(Character(Unicode.Scalar(UInt8(letter))))" : String(word.prefix { $0 != "=" })
    if code == Int32(UInt8(ascii: ":")) {
      let entry = Self.entry(letter, options)
      return UsageError("\(name) needs a value (\(entry?.value ?? "VALUE"))\(help)")
    }
    if letter >= 256 { return UsageError("\(name) takes no value\(help)") }
    if isLetter { return UsageError("unknown option \(name)\(help)") }
    let names = options.map { "--\($0.long)" }
    let begun = names.filter { $0.hasPrefix(name) }
    guard begun.count < 2 else {
      return UsageError("\(name) is ambiguous: \(begun.joined(separator: ", "))")
    }
    return UsageError("unknown option \(name)" + Nearest.question(name, among: names, or: help))
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    var rest = word.utf8.dropFirst()
    guard word.utf8.first == UInt8(ascii: "-"), let next = rest.popFirst() else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return digits ~= next || next == UInt8(ascii: ".") && rest.first.map { digits ~= $0 } ?? false
  }

  private static func bare(_ word: String) -> String {
    word.utf8.first == 1 ? String(word.dropFirst()) : word
  }

  // MARK: values

  /// Whether an option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value of an option, or nil.
  public func text(_ name: String) -> String? { values[name]?.last }

  /// All values of an option, in their order.
  public func texts(_ name: String) -> [String] { values[name] ?? [] }

  /// A number.
  ///
  /// - Parameters:
  ///   - name: of the option.
  ///   - range: what is allowed.
  ///   - unit: for the message; "s" takes 1:30, too.
  /// - Returns: nil when the option was not given.
  /// - Throws: `UsageError` for anything else than a number of the range.
  public func number(
    _ name: String, in range: ClosedRange<Double>, unit: String = ""
  ) throws -> Double? {
    guard let text = text(name) else { return nil }
    let isTime = unit == "s"
    guard let value = isTime ? Self.parseSeconds(text) : Self.parse(text) else {
      throw UsageError(
        "--\(name): '\(text)' is not a number" + (isTime ? ", or a time such as 1:30" : ""))
    }
    guard range.contains(value) else {
      throw UsageError(
        "--\(name): \(text) is outside \(plain(range.lowerBound)) to \(plain(range.upperBound))"
          + (unit.isEmpty ? "" : " " + unit))
    }
    return value
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: of the option.
  ///   - range: what is allowed.
  /// - Returns: nil when the option was not given.
  /// - Throws: `UsageError` for anything else than a whole number of the range.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard
      let value = try number(name, in: Double(range.lowerBound)...Double(range.upperBound))
    else { return nil }
    guard value == value.rounded() else {
      throw UsageError("--\(name): '\(text(name) ?? "")' is not a whole number")
    }
    return Int(value)
  }

  /// Seconds as people type them: 90, 1:30 or 0:01:30.5.
  public static func parseSeconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return parse(text) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count < 4, parts.dropLast().allSatisfy({ $0.utf8.allSatisfy { digits ~= $0 } }),
      let first = parts[0].utf8.first, digits ~= first,
      let last = parts.last?.utf8.first, digits ~= last
    else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = parse(String(part)), index == 0 || value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  /// A number as people type it: 48k is 48000, in no locale.
  public static func parse(_ text: String) -> Double? {
    // By exponent, not by multiplying: 44.1k is 44100 to the last bit.
    let thousands = text.count > 1 && (text.last == "k" || text.last == "K")
    let digits = thousands ? text.dropLast() + "e3" : Substring(text)
    let allowed = digits.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    guard allowed, let value = Double(digits), value.isFinite else { return nil }
    return value
  }
}
