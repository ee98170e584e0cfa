import Foundation
import Testing

@Suite struct `sm-render` {
  private static let header = [
    "source", "position", "time", "utc", "rate", "channels", "frames", "lost", "live", "gap", "end",
    "session_end", "levels", "weighted", "loudness", "spectrum", "spectra", "beat", "scope",
    "scopes",
    "response", "tally",
  ]
  private static let source = [
    "kind", "mask", "format", "rate", "channels", "frames", "bytes", "name", "note",
  ]

  @Test(arguments: [
    ("", "say what is wanted"), ("bogus", "'bogus' is unknown"), ("json x.sm", "-i FILE"),
    ("check", "check needs conditions"), ("csv --fields a", "no field is called 'a'"),
    ("csv --fields ''", "no field is called ''"), ("csv --fields time,", "no field is called ''"),
    ("csv --fields levels.0.rms", "'levels.0.rms'"), ("text --every 0", "outside 0.1 to 86400"),
    ("json --fields time", "--fields goes with csv"), ("csv --pcm", "--pcm goes with json"),
    ("text --exact", "--exact goes with json and csv"), ("check --last 'rate > 1'", "--last goes"),
    ("json --bogus", "unknown option --bogus"), ("check 'rate'", "the form is"),
    ("check 'bogus > 1'", "no field is called 'bogus'"), ("check 'rate ~ 1'", "is no comparison"),
    ("check 'rate < x'", "'x' is not a number"), ("check 'rate < nan'", "'nan' is not a number"),
    ("check 'rate in 2..1'", "is no range"),
    ("check 'rate in 1'", "is no range"), ("check 'rate<1'", "the form is"),
    ("check 'levels.1.bogus < 1'", "no field is called"),
  ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String)) throws
  {
    try shell("sm-capture --tone --duration 0.1 2>&1 | sm-render \(one.0)")
      .expectRefusal(2, "sm-render", one.1)
  }

  // MARK: json

  @Test(arguments: [
    "sm-capture --demo --duration 1 |", "sm-capture --demo --duration 1 -t wav |",
    "sm-capture --demo --duration 1 -t au --to s24 |", "sm-capture --tone --duration 0 |",
    "sm-capture --noise white -c 64 --duration 0.1 --note $'a\"\\\\ \\n\\t\\001ü' |",
    "head -c 100000 /dev/zero | sm-capture -r 44100 -c 1 -f s16 |",
    "sm-capture --tone -t raw -c 1 --duration 0.1 > a; o='-r 48k -c 1 -i a'; :|",
  ]) func `every line of JSON is an object with every key`(line: String) throws {
    for options in ["", "--exact", "--pcm", "--last"] {
      let outcome = try shell(
        "\(line.replacingOccurrences(of: ":|", with: "")) sm-render json $o \(options)")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      let objects = try outcome.objects()
      #expect(!objects.isEmpty)
      for object in objects {
        let keys = Self.header + (options == "--pcm" ? ["pcm"] : [])
        #expect(Set(object.keys) == Set(keys))
        let source = try #require(object["source"] as? [String: Any])
        #expect(Set(source.keys) == Set(Self.source))
        #expect(object["loudness"] is NSNull)
        #expect(object["utc"] is NSNull)
      }
      #expect(objects.last?["end"] as? String == "eof")
      #expect(options != "--last" || objects.count == 1)
      for line in outcome.lines {
        let places = Self.header.map { line.range(of: "\"\($0)\":")?.lowerBound }
        #expect(!places.contains(nil))
      }
    }
  }

  @Test func `the samples in JSON are the samples`() throws {
    let samples = ramp(300)
    let outcome = try shell("sm-render json --pcm -r 48k -c 2", input: raw(samples))
    let objects = try outcome.objects()
    let numbers = try #require(objects[0]["pcm"] as? [NSNumber])
    #expect(numbers.map(\.floatValue) == samples)
    #expect(objects[1]["pcm"] is NSNull)
    #expect(!(try shell("sm-render json -r 48k -c 2", input: raw(samples)).text.contains("pcm")))
  }

  @Test func `a note of any text comes out as it went in`() throws {
    let note = "a,\"b\" \\ \n\r\t\u{1} ü 😀 \u{7F}"
    let outcome = try shell(
      "sm-capture --tone --duration 0.1 --note \"$NOTE\" | sm-render json",
      environment: ["NOTE": note])
    let source = try #require(outcome.objects()[0]["source"] as? [String: Any])
    #expect(source["note"] as? String == note)
  }

  @Test func `the ledger has a row for each process in the order of the chain`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.1 | sm-capture | sm-capture --mono | sm-render json")
    for object in try outcome.objects() {
      let rows = try #require(object["tally"] as? [[String: Any]])
      #expect(rows.map { $0["stage"] as? String } == ["sm-capture", "sm-capture", "sm-capture"])
      #expect(rows.allSatisfy { $0["rate"] as? Int == 48_000 })
    }
  }

  @Test func `a record from a clock at the edge of time is printed`() throws {
    // A record of the earliest nanosecond that was live when it was stored, made of one of ours: flags at 6, time at 40.
    var bytes = Array(try shell("sm-capture --tone --duration 0").output)
    bytes[6] |= 1 << 4
    for place in 40..<47 { bytes[place] = 0 }
    bytes[47] = 0x80
    let crc = castagnoli(bytes[..<60])
    bytes.replaceSubrange(60..<64, with: little(Int(crc), 4))
    let outcome = try shell("sm-render json", input: Data(bytes))
    #expect(outcome.status == 0)
    #expect(try outcome.objects()[0]["utc"] as? String == "1677-09-21T00:12:43.145224192Z")
    #expect(try outcome.objects()[0]["live"] as? Bool == false)
  }

  /// CRC-32C, bit by bit.
  private func castagnoli(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { crc, _ in
        crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1
      }
    }
  }

  @Test func `the same sound is the same JSON by every way, but for its source`() throws {
    let outcome = try shell(
      """
      sm-capture --noise pink --duration 0.3 -t wav --to s16 > a.wav
      j() { sm-render json --pcm "$@" | sed 's/"source":{[^}]*}//; s/"tally":.*"pcm"/"pcm"/'; }
      j -i a.wav > file
      cat a.wav | j > pipe
      sm-capture a.wav | j > records
      sm-capture a.wav -t raw | j -r 48k -c 2 > raw
      sm-capture a.wav -t au --to s24 | sm-capture | j > au
      for way in pipe records raw au; do cmp file $way && wc -l < $way; done
      """)
    #expect(outcome.lines == ["9", "9", "9", "9"])
    #expect(outcome.errors == "")
  }

  // MARK: csv

  /// The cells of CSV by RFC 4180.
  private func cells(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var quoted = false
    for scalar in text.unicodeScalars {
      let (row, cell) = (rows.count - 1, rows[rows.count - 1].count - 1)
      switch scalar {
      case "\"":
        quoted.toggle()
        rows[row][cell].unicodeScalars.append(scalar)
      case "," where !quoted: rows[row].append("")
      case "\n" where !quoted: rows.append([""])
      default: rows[row][cell].unicodeScalars.append(scalar)
      }
    }
    return rows.dropLast().map { row in
      row.map { cell in
        guard cell.utf8.first == UInt8(ascii: "\"") else { return cell }
        let inner = String(cell.unicodeScalars.dropFirst().dropLast())
        return inner.replacingOccurrences(of: "\"\"", with: "\"", options: .literal)
      }
    }
  }

  @Test(arguments: [
    "plain", "a,b", "a \"b\" c", "two\nlines", "a\rb", "\"", "a\r\nb", "\"\u{301}x,\u{301}",
  ]) func `a cell of any text is one cell`(note: String) throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0 --note \"$NOTE\" | sm-render csv --fields source.note,end",
      environment: ["NOTE": note])
    #expect(cells(outcome.text) == [["source.note", "end"], [note, "eof"]])
    #expect(outcome.text.contains("\"") == (note != "plain"))
  }

  @Test func `the columns are the keys of JSON joined by points`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 0.2 > a; sm-render csv -i a; echo; sm-render json -i a")
    let parts = outcome.text.components(separatedBy: "\n\n")
    let rows = cells(parts[0] + "\n")
    let objects = try parts[1].split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.count == objects.count + 1)
    for (row, object) in zip(rows.dropFirst(), objects) {
      #expect(row.count == rows[0].count)
      for (name, cell) in zip(rows[0], row) {
        var value: Any? = object
        for key in name.split(separator: ".") {
          if let index = Int(key) {
            value = (value as? [Any])?[index - 1]
          } else {
            value = (value as? [String: Any])?[String(key)]
          }
        }
        switch value {
        case is NSNull: #expect(cell == "", "\(name)")
        case let text as String: #expect(cell == text, "\(name)")
        case let number as NSNumber:
          #expect(
            Double(cell) == number.doubleValue || cell == (number.boolValue ? "true" : "false"))
        default: Issue.record("JSON has no \(name)")
        }
      }
    }
  }

  @Test func `a source with other columns begins a new header after an empty line`() throws {
    let outcome = try shell(
      """
      sm-capture --tone --duration 0 > a; sm-capture < a > b
      cat a a b | sm-render csv | cut -d, -f 1,10
      """)
    #expect(
      outcome.text == """
        source.kind,position
        generator,0
        generator,0

        source.kind,position
        generator,0

        """)
  }

  @Test func `chosen columns come in their order, empty where a record has none`() throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.05 | "
        + "sm-render csv --fields frames,levels.2.rms,tally.9.stage,frames,loudness.integrated")
    #expect(
      outcome.lines == [
        "frames,levels.2.rms,tally.9.stage,frames,loudness.integrated", "2048,,,2048,",
        "352,,,352,", "0,,,0,",
      ])
  }

  // MARK: check

  @Test(arguments: [
    ("rate in 44100..48000", true), ("rate in 48000..48000", true), ("rate in -1..1", false),
    ("rate == 48000", true), ("rate == 48k", true), ("rate != 48000", false), ("frames <= 0", true),
    ("frames < 0", false),
    ("time >= 0.1", true), ("time > 0.1", false), ("end == eof", true), ("end != eof", false),
    ("source.format == f32", true), ("gap == false", true), ("live == true", false),
    ("tally.1.clipped == 0", true), ("source.name == tone", true),
    // No comparison holds for what is missing.
    ("loudness.integrated < 100", false), ("loudness.integrated > -100", false),
    ("loudness.integrated != 3", false), ("levels.1.peak in -1000..1000", false),
    ("utc != x", false), ("source.name < 5", false),
  ]) func `a condition holds or makes the status 1 with its value`(one: (String, Bool)) throws {
    let outcome = try shell(
      "sm-capture --tone --duration 0.1 | sm-render check '\(one.0)' 'rate > 0'")
    #expect(outcome.status == (one.1 ? 0 : 1))
    #expect(outcome.output.isEmpty)
    guard !one.1 else {
      #expect(outcome.errors == "")
      return
    }
    let isMeasured = one.0.hasPrefix("loudness") || one.0.hasPrefix("levels")
    #expect(
      outcome.errors.hasPrefix("sm-render: " + (isMeasured ? "check needs" : "tone: \(one.0): it "))
    )
    #expect(outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func `every source is checked and every failure told`() throws {
    let outcome = try shell(
      """
      (sm-capture --tone --duration 0.1; sm-capture --impulse) | \
        sm-render check 'time > 5' 'source.name == tone'
      """)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        sm-render: tone: time > 5: it is 0.100000
        sm-render: impulse: time > 5: it is 1.000000
        sm-render: impulse: source.name == tone: it is impulse

        """)
  }

  @Test func `a damaged stream fails the check even where conditions hold`() throws {
    let outcome = try shell(
      "sm-capture --tone | head -c 100000 | sm-render check 'rate == 48000'")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("ends at byte 100000"))
  }

  // MARK: text

  @Test func `text says what each source was`() throws {
    let outcome = try shell(
      "(sm-capture --tone --duration 65 -c 1 --note hello; sm-capture --impulse) | sm-render text")
    #expect(
      outcome.text == """
        tone: 1 min 5.0 s, 1 channel, 48 kHz, f32; hello.
        No loudness was measured; sm-loudness in the pipe adds it.

        impulse: 1.0 s, 2 channels, 48 kHz, f32.
        No loudness was measured; sm-loudness in the pipe adds it.

        """)
  }

  @Test func `replaced samples are told at the end of the chain`() throws {
    let files = ["nan.f32": raw(Array(ramp(24_000)) + Array(repeating: .nan, count: 9600))]
    let tail = "< nan.f32 sm-loudness -q -r 48k -c 1"
    let text = try shell("\(tail) | sm-fft -q | sm-render text --every 1", files: files)
    #expect(
      text.lines.contains("Replaced by zero on the way: 9600 samples, no finite numbers."))
    #expect(text.lines.filter { $0.contains("replaced so far") }.count == 1, "\(text.text)")
    let alone = try shell("sm-render text -q -r 48k -c 1 < nan.f32", files: files)
    #expect(alone.text.contains("Replaced by zero on the way: 9600 samples"))
    let monitor = try shell("\(tail) | sm-render monitor --size 120x36", files: files)
    #expect(monitor.text.contains("nothing lost · 9600 samples replaced"), "\(monitor.text)")
    let one = try shell(
      "sm-render text -q -r 48k -c 1", input: raw([0.5, .infinity, 0.5]))
    #expect(one.text.contains("Replaced by zero on the way: 1 sample, no finite number.\n"))
    let none = try shell("sm-capture --tone --duration 1 | sm-loudness | sm-render text")
    #expect(!none.text.contains("Replaced"))
  }

  @Test(arguments: [
    ("-c 1", "2 channels; the file has 48000 Hz, 1 channel; sm-capture --mono makes them alike"),
    ("-r 8000", "sm-resample makes them alike"),
    ("-c 1 -r 8000", "sm-capture --mono and sm-resample make them alike"),
  ]) func `what would make two sources alike is said`(one: (String, String)) throws {
    let tone = "sm-capture --tone --duration 0.1"
    let pair = "cat <(\(tone) \(one.0)) <(\(tone))"
    for target in ["wav -o x.wav", "picofox -o x.wav", "compare a.sm"] {
      let run = try shell(
        "sm-capture --tone --duration 1 \(one.0) > a.sm; \(pair) | sm-render \(target)")
      let words = one.1.split(separator: "; ").last.map(String.init) ?? ""
      #expect(run.status == 1)
      #expect(run.errors.contains(target.hasPrefix("wav") ? one.1 : words), "\(run.errors)")
    }
    let fix = ["-c 1": "sm-capture --mono", "-r 8000": "sm-resample 48k"][one.0]
    let both = try shell("\(pair) | sm-capture --mono | sm-resample 48k | sm-render wav -o x.wav")
    #expect(both.status == 0, "\(both.errors)")
    let made = try shell("\(pair) | \(fix ?? "false") | sm-render wav -o x.wav")
    #expect(made.status == (fix == nil ? 1 : 0), "\(made.errors)")
  }

  @Test func `text comes every so often where it was asked for`() throws {
    let outcome = try shell("sm-capture --tone --duration 3.2 | sm-render text --every 1")
    #expect(outcome.lines.filter { $0.hasPrefix("At ") }.count == 3)
    #expect(outcome.lines.first?.hasPrefix("At 1.0 s: momentary no value, ") == true)
  }

  // MARK: streams

  @Test func `a stream cut in a record is told with its byte after everything before it`() throws {
    let cut = try shell(
      "sm-capture --tone --duration 0.2 > a.sm; head -c 30000 a.sm > b.sm; "
        + "sm-render csv --fields position,end -i b.sm")
    #expect(cut.status == 1)
    #expect(cut.lines == ["position,end", "0,", "2048,no_end_record"])
    #expect(
      cut.errors.hasPrefix("sm-render: b.sm: ends at byte 30000: inside the record that began"))
  }

  @Test(arguments: [1, 7, 1001]) func `how the pipe cuts the records does not matter`(size: Int)
    throws
  {
    let bytes = try shell("sm-capture --demo --duration 0.1").output
    let once = try shell("cat | sm-render json", input: bytes)
    let pieces = try shell("dd bs=\(size) status=none | sm-render json", input: bytes)
    #expect(once.lines.count == 4)
    #expect(pieces.output == once.output)
  }

  @Test func `a reader that has gone is a quiet end`() throws {
    for prefix in ["", "trap '' PIPE; "] {
      let closed = try shell(
        "\(prefix)sm-capture --silence --duration 500 | sm-render csv | head -c 5 > /dev/null; "
          + "echo ${PIPESTATUS[*]}")
      #expect(closed.lines == ["141 141 0"])
      #expect(closed.errors == "")
    }
  }
}
