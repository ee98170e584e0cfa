import Foundation
import Testing

@testable import SampleIO

@Suite struct ManualTests {
  static let tools = [
    "sm-capture", "sm-effect", "sm-eq", "sm-fft", "sm-loudness", "sm-render", "sm-resample",
    "sm-scope",
  ]
  static let files = tools.map { $0 + ".1" } + ["sm-presets.5", "sm-records.5", "signalmetric.7"]

  // MARK: command lines

  @Test(arguments: tools) func `the synopsis is the usage that --help prints`(tool: String) throws {
    let page = try ManualPage(tool + ".1")
    let usage = try shell("\(tool) --help").text.components(separatedBy: "\n\n")[0]
    #expect("usage: " + page.synopsis == words(usage))
  }

  @Test(arguments: tools) func `the page describes every option, and no other`(tool: String) throws
  {
    let page = try ManualPage(tool + ".1")
    // The usage line and the summary stand before the list of options.
    let help = try shell("\(tool) --help").text.components(separatedBy: "\n\n")[2]
    // Lines that go on with a description stand far to the right.
    let lines = help.components(separatedBy: "\n").filter { !$0.hasPrefix("          ") }
    let options = lines.map { line in
      option(line.trimmingCharacters(in: .whitespaces).components(separatedBy: "  ")[0])
    }
    #expect(options.count > 10)
    #expect(page.options.sorted() == options.sorted())
  }

  /// "-i, --input FILE" as the pages have it: "-i FILE , --input FILE".
  private func option(_ text: String) -> String {
    guard !text.hasPrefix("--"), let comma = text.firstIndex(of: ",") else { return text }
    let long = text[text.index(comma, offsetBy: 2)...]
    let value = long.firstIndex(of: " ").map { String(long[$0...]) } ?? ""
    return text[..<comma] + value + " , " + long
  }

  private func words(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  // MARK: examples

  /// An example that can run here, and the page that it stands in.
  struct Example: Sendable, CustomStringConvertible {
    let page: String
    let script: String

    var description: String { "\(page): \(script.prefix { $0 != "\n" })" }

    /// Whether it needs a microphone, a player, another program or a file of the user.
    var needsMore: Bool {
      ["arecord", "-D ", "aplay", "ffmpeg", "sox", "song.", "talk."].contains {
        script.contains($0)
      }
    }
  }

  static let examples: [Example] = files.flatMap { file in
    ((try? ManualPage(file))?.examples ?? []).map { Example(page: file, script: $0) }
  }

  @Test(arguments: examples.filter { !$0.needsMore && !$0.script.contains("python3") })
  func `an example runs as it stands`(example: Example) throws {
    let outcome = try shell("set -euo pipefail\n" + example.script)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(
    .enabled(if: (try? shell("python3 -c 'import numpy'").status) == 0, "numpy is not installed"),
    arguments: examples.filter { $0.script.contains("python3") })
  func `the example in Python reads every whole block`(example: Example) throws {
    let outcome = try shell("set -euo pipefail\n" + example.script)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    // 30 s of 48 kHz are 703 blocks of 2048 frames and a short one; the burst stands at 8.5 s.
    #expect(outcome.text == "703 records, highest peak 1.0 in the block at frame 407552\n")
  }

  @Test func `every page of a tool has an example that runs`() {
    for tool in Self.tools {
      #expect(Self.examples.contains { $0.page == tool + ".1" && !$0.needsMore })
    }
  }

  // MARK: records

  static let layouts: [Layout] = [
    .source, .levels, .weighted, .loudness, .component, .beat, .tally,
  ]

  @Test func `the offsets of sm-records are those of the layouts`() throws {
    let tables = try ManualPage("sm-records.5").offsetTables.dropFirst()
    #expect(tables.count == Self.layouts.count)
    for (table, layout) in zip(tables, Self.layouts) {
      let ends = layout.offsets.dropFirst() + [layout.byteCount]
      for (index, field) in layout.fields.enumerated() where index < table.count {
        let (start, end) = (layout.offsets[index], ends[ends.startIndex + index])
        #expect(
          Array(table[index].prefix(4))
            == ["\(start)", "\(end - start)", typeName(field.storage), field.name])
      }
      #expect(table.count == layout.fields.count)
    }
  }

  @Test func `the codes and flags of sm-records are those of the layouts`() throws {
    let page = try ManualPage("sm-records.5")
    // notes are numbers there
    let layouts = Self.layouts + [.spectrum, .scope]
    for field in layouts.flatMap(\.fields) where field.name != "note" {
      switch field.storage {
      case .code(let words):
        let list = words.enumerated().map { "\($0) \($1)" }.joined(separator: ", ") + "."
        #expect(page.flat.contains(list), "\(field.name)")
      case .flags(let names):
        let list = names.enumerated().map { "bit \($0) \($1)" }.joined(separator: ", ")
        #expect(page.source.contains("Va \(field.name) Ta \(list)\n"), "\(field.name)")
      default: break
      }
    }
  }

  @Test(arguments: [
    ("SPEC", Layout.spectrum, "B", "band_count"), ("SCOP", .scope, "B", "bin_count"),
  ])
  func `the places of sm-records follow its lists`(
    section: String, layout: Layout, letter: String, count: String
  ) throws {
    let rows = try ManualPage("sm-records.5").subsection(section)
      .filter { $0.hasPrefix(".It ") && !$0.hasPrefix(".It Sy") }.map {
        $0.components(separatedBy: " Ta ")
      }
    var (place, lists) = (0, 0)
    for (field, row) in zip(layout.fields, rows) {
      let wanted = lists == 0 ? "\(place)" : "\(place) + \(lists)\(letter)"
      #expect(row[0] == ".It " + wanted && row[3] == "Va " + field.name)
      #expect(row[2] == typeName(field.storage))
      if case .list(_, .field(let name)) = field.storage, name == count { lists += 4 }
      place += field.storage.byteCount ?? 0
    }
    #expect(rows.count >= layout.fields.count)
  }

  @Test func `the header's fields fill its 64 bytes`() throws {
    let header = try #require(try ManualPage("sm-records.5").offsetTables.first)
    var next = 0
    for row in header {
      #expect(Int(row[0]) == next)
      next += try #require(Int(row[1]))
    }
    #expect(next == RecordHeader.byteCount)
  }

  @Test func `sm-render's page lists every field`() throws {
    let page = try ManualPage("sm-render.1")
    let groups: [(String, Layout)] = [
      ("source", .source), ("levels", .levels), ("weighted", .weighted), ("loudness", .loudness),
      ("spectrum", .spectrum), ("components", .component), ("beat", .beat), ("scope", .scope),
      ("tally", .tally),
    ]
    for (group, layout) in groups {
      #expect(page.keys(of: group) == layout.keys, "\(group)")
    }
    let line = try shell("sm-capture --impulse --duration 0.01 | sm-render csv").lines[0]
    let names = line.split(separator: ",").map(String.init).filter { !$0.contains(".") }
    #expect(page.keys(of: "Fields of the record") == names)
  }

  private func typeName(_ storage: Field.Storage) -> String {
    switch storage {
    case .float32: "Float32"
    case .float64: "Float64"
    case .int64: "Int64"
    case .uint32: "UInt32"
    case .code: "code"
    case .flags: "flags"
    case .text: "text"
    case .list: "Float32s"
    case .slots(let count, _): "\(count) rows"
    }
  }

  // MARK: form

  @Test func `the exit status is the same text in every page of a program`() throws {
    let texts = try Self.files.filter { !$0.hasSuffix(".5") }
      .map { try ManualPage($0).section("EXIT STATUS") }
    #expect(texts[0].count > 10)
    #expect(texts.allSatisfy { $0 == texts[0] })
  }

  @Test(
    .enabled(if: (try? shell("command -v mandoc").status) == 0, "mandoc is not installed"),
    arguments: files)
  func `mandoc has nothing to say`(file: String) throws {
    let path = project.appendingPathComponent("man/man\(file.suffix(1))/\(file)").path
    let outcome = try shell("mandoc -T lint -W warning \"$PAGE\"", environment: ["PAGE": path])
    #expect(outcome.text + outcome.errors == "")
    #expect(outcome.status == 0)
  }
}
