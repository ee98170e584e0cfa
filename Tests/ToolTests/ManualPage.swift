import Foundation

/// A manual page in mdoc, as far as the tests have to understand it.
struct ManualPage: Sendable, CustomStringConvertible {
  /// Such as "sm-capture.1".
  let file: String
  private let lines: [String]

  /// - Parameter file: its name; the folder follows from the digit at its end.
  /// - Throws: when there is no such page.
  init(_ file: String) throws {
    self.file = file
    let url = project.appendingPathComponent("man/man\(file.suffix(1))/\(file)")
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The name and section, such as "sm-capture(1)".
  var description: String { "\(file.dropLast(2))(\(file.suffix(1)))" }

  /// All of it.
  var source: String { lines.joined(separator: "\n") }

  /// Text without macros at the beginnings of its lines, on one line.
  var flat: String {
    lines.filter { !$0.hasPrefix(".") }.joined(separator: " ")
  }

  /// The lines of a section, without its heading.
  func section(_ name: String) -> [String] { part(".Sh \(name)", endingAt: [".Sh "]) }

  /// The lines of a subsection, without its heading.
  func subsection(_ name: String) -> [String] { part(".Ss \(name)", endingAt: [".Sh ", ".Ss "]) }

  private func part(_ heading: String, endingAt ends: [String]) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return Array(
      lines[(start + 1)...].prefix { line in !ends.contains { line.hasPrefix($0) } })
  }

  /// The synopsis as one reads it.
  var synopsis: String { section("SYNOPSIS").map(Self.shown).joined(separator: " ") }

  /// The items of its lists that are options, as one reads them: "-i FILE , --input FILE".
  var options: [String] {
    lines.filter { $0.hasPrefix(".It Fl ") }.map { Self.shown(String($0.dropFirst(3))) }
  }

  /// The commands under EXAMPLES, a script each.
  var examples: [String] {
    section("EXAMPLES").joined(separator: "\n").components(separatedBy: ".Bd -literal").dropFirst()
      .map { block in
        let body = block.components(separatedBy: "\n.Ed")[0]
        return body.drop { $0 != "\n" }.dropFirst()
          .replacingOccurrences(of: "\\(aq", with: "'").replacingOccurrences(of: "\\e", with: "\\")
      }
  }

  /// The rows of each table whose first column is an offset, as cells without macros.
  var offsetTables: [[[String]]] {
    var tables: [[[String]]] = []
    var isInside = false
    for line in lines {
      if line.hasPrefix(".Bl ") { isInside = line.hasPrefix(".Bl -column \"offset\"") }
      if line.hasPrefix(".Bl -column \"offset\"") { tables.append([]) }
      if line.hasPrefix(".El") { isInside = false }
      guard isInside, line.hasPrefix(".It "), !line.hasPrefix(".It Sy") else { continue }
      tables[tables.count - 1].append(Self.cells(line))
    }
    return tables
  }

  /// The first cells of a subsection's table that name keys.
  func keys(of subsection: String) -> [String] {
    self.subsection(subsection).filter { $0.hasPrefix(".It Va ") }.map { Self.cells($0)[0] }
  }

  private static func cells(_ line: String) -> [String] {
    line.dropFirst(4).components(separatedBy: " Ta ").map { cell in
      cell.hasPrefix("Va ") ? String(cell.dropFirst(3)) : cell
    }
  }

  /// A line of Nm, Op, Fl, Ar and Cm as one reads it.
  private static func shown(_ line: String) -> String {
    var words: [String] = []
    var (prefix, open, depth) = ("", "", 0)
    for word in line.split(separator: " ") {
      switch word {
      case "Op", ".Op": (open, depth) = (open + "[", depth + 1)
      case "Fl", ".Fl": prefix = "-"
      case "Nm", ".Nm", "Ar", ".Ar", "Cm", ".Cm": prefix = ""
      case ",": words.append(",")
      default:
        words.append(open + prefix + word)
        open = ""
      }
    }
    return words.joined(separator: " ") + String(repeating: "]", count: depth)
  }
}
