import Foundation
import Testing

@Suite struct `sm-fft` {
  /// Blocks of records apart: everything but headers of the processes before.
  static func spectra(_ outcome: Outcome) throws -> [NSDictionary] {
    try outcome.objects().compactMap { $0["spectrum"] as? NSDictionary }
  }

  /// An object of the last line.
  static func last(_ outcome: Outcome, _ key: String) throws -> [String: Any] {
    try #require(try outcome.objects().last?[key] as? [String: Any])
  }

  @Test func `a tone's component, note and band are in the record`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --level -6 --duration 2 | sm-fft | sm-render json")
    #expect(outcome.status == 0 && outcome.errors == "")
    // before the end, where the generator fades
    let spectrum = try #require(try outcome.objects()[40]["spectrum"] as? [String: Any])
    let components = try #require(spectrum["components"] as? [[String: Any]])
    #expect(components.count == 1)
    #expect(abs(try #require(components[0]["frequency"] as? Double) - 440) < 0.02)
    #expect(abs(try #require(components[0]["level"] as? Double) - -6) < 0.01)
    #expect(abs(try #require(components[0]["period"] as? Double) - 1 / 440.0) < 1e-8)
    #expect(components[0]["note"] as? String == "A4")
    #expect(components[0]["harmonic"] is NSNull)
    #expect(abs(try #require(spectrum["dominant"] as? Double) - 440) < 0.02)
    #expect(spectrum["note"] as? String == "A4")
    #expect(spectrum["window"] as? String == "hann")
    #expect(spectrum["fft_length"] as? Int == 2048)
    #expect(spectrum["resolution"] as? Double == 23.4375)
    #expect(spectrum["enbw"] as? Double == 1.5)
    #expect(spectrum["channel"] as? Int == 65_535)
    #expect(spectrum["channels_folded"] as? Int == 2)
    #expect(spectrum["position"] as? Int == 2048 * 41 - 1)
    #expect((spectrum["bands"] as? [Any])?.count == 64)
    #expect((spectrum["held_bands"] as? [Any])?.count == 64)
    #expect((spectrum["bands24"] as? [Any])?.count == 24)
    #expect(spectrum["bins"] is NSNull)
  }

  @Test func `no value in silence, and no NaN anywhere`() throws {
    let outcome = try shell("sm-capture --silence --duration 1 | sm-fft --bins | sm-render json")
    #expect(outcome.status == 0)
    #expect(!outcome.text.contains(":nan") && !outcome.text.contains(",nan"))
    #expect(!outcome.text.contains("inf"))
    let spectrum = try Self.last(outcome, "spectrum")
    for key in ["centroid", "bandwidth", "rolloff85", "flatness", "dominant", "note", "cents"] {
      #expect(spectrum[key] is NSNull)
    }
    #expect((spectrum["components"] as? [Any])?.isEmpty == true)
    #expect((spectrum["bins"] as? [Any])?.count == 1025)
  }

  @Test func `the record has six slots in CSV and those in use in JSON`() throws {
    let line = "sm-capture --tone 1000 --duration 1 | sm-fft --bands 3 | "
    let names = try #require(try shell(line + "sm-render csv").lines.first).split(separator: ",")
    #expect(names.contains("spectrum.bands.3") && !names.contains("spectrum.bands.4"))
    #expect(names.contains("spectrum.components.6.fundamental"))
    #expect(names.contains("beat.bpm") && !names.contains { $0.hasPrefix("spectra.") })
    #expect(names.contains("spectrum.held_bands.1") && names.contains("spectrum.bands24.24"))
    let check = line + "sm-render check 'spectrum.fft_length == 2048' 'spectrum.window == hann'"
    #expect(try shell(check).status == 0)
    #expect(try shell(line + "sm-render check 'spectrum.components.1.note == A4'").status == 1)
    #expect(try shell(line + "sm-render check 'spectrum.nothing == 1'").status == 2)
  }

  @Test func `--pad makes bins closer, and the record says how close`() throws {
    let tone = "sm-capture --tone 1019.53125 --level -6.0206 --duration 1 | "
    let line = tone + "sm-fft --bins --pad 4 | sm-render json --at 1018"
    let record = try shell(line).objects()[10]
    let spectrum = try #require(record["spectrum"] as? [String: Any])
    #expect(spectrum["fft_length"] as? Int == 2048)
    #expect(spectrum["resolution"] as? Double == 5.859375)
    #expect(spectrum["enbw"] as? Double == 6)
    #expect((spectrum["bins"] as? [Any])?.count == 4097)
    let at = try #require(record["at"] as? [String: Any])
    #expect(abs(try #require(at["level"] as? Double) - -6.0206) < 0.001)
    #expect(at["frequency"] as? Double == 1018)
    for (options, words) in [("--pad 3 --bins", "--pad: 3"), ("--pad 2", "--bins")] {
      try shell(tone + "sm-fft \(options)").expectRefusal(2, "sm-fft", words)
    }
  }

  @Test func `--at prints the level at one frequency`() throws {
    let tone = "sm-capture --tone 1007.8125 --level -6.0206 --duration 1 | "
    let bin = try shell(tone + "sm-fft --bins | sm-render json --at 1000").objects()[10]
    let at = try #require(bin["at"] as? [String: Any])
    #expect(at["of"] as? String == "bin")
    #expect(abs(try #require(at["level"] as? Double) - -6.0206) < 0.001)
    let bands = try shell(tone + "sm-fft | sm-render json --at 1000").objects()[10]
    let band = try #require(bands["at"] as? [String: Any])
    #expect(band["of"] as? String == "band")
    #expect(try #require(band["low"] as? Double) < 1000)
    #expect(try #require(band["high"] as? Double) > 1000)
    let all = try #require((bands["spectrum"] as? [String: Any])?["bands"] as? [Double])
    #expect(band["level"] as? Double == all[33])
    let outside = try shell(tone + "sm-fft | sm-render json --at 30000").objects()[10]
    #expect((outside["at"] as? [String: Any])?["level"] is NSNull)
    #expect(try shell(tone + "sm-render json --at 1000").objects()[10]["at"] is NSNull)
  }

  @Test func `bands are those that the manual makes of the bins: --range, --bands, --density`()
    throws
  {
    let spectrum = try #require(
      try shell(
        "sm-capture --noise white --duration 0.1 | sm-fft --bins --range 100:10000 --bands 8 "
          + "--density | sm-render json --exact"
      ).objects()[0]["spectrum"] as? [String: Any])
    #expect(spectrum["low"] as? Int == 100 && spectrum["high"] as? Int == 10_000)
    #expect(spectrum["density"] as? Bool == true)
    let bins = try #require(spectrum["bins"] as? [Double])
    for (key, count) in [("bands", 8), ("held_bands", 8), ("bands24", 24)] {
      let levels = try #require(spectrum[key] as? [Double])
      #expect(levels.count == count)
      for (band, level) in levels.enumerated() {
        let low = 100 * pow(100, Double(band) / Double(count))
        let high = 100 * pow(100, Double(band + 1) / Double(count))
        // a bin's level is 10 lg of 2 P(k) times its noise bandwidth, but for both ends
        let sum = bins.indices.dropFirst().dropLast().reduce(0.0) { sum, bin in
          // in bins
          let (left, right) = (Double(bin) - 0.5, Double(bin) + 0.5)
          let share = max(0, min(high / 23.4375, right) - max(low / 23.4375, left))
          return sum + share * pow(10, bins[bin] / 10) / 1.5
        }
        #expect(abs(level - 10 * log10(sum / (high - low))) < 0.001, "\(key) \(band)")
      }
    }
  }

  @Test func `--a4 moves the notes, --hold and --decay what is held`() throws {
    // twelve blocks of a tone an octave above the A4 that is asked for, the same each, then silence
    let tone = (0..<12 * 2048).map { Float(sin(2 * Double.pi * 43 * Double($0 % 2048) / 2048)) }
    let spectra = try Self.spectra(
      try shell(
        "sm-fft -r 48000 -c 1 -f f32 --a4 503.90625 --hold 0.5 --decay 40 --bands 1 "
          + "| sm-render json", input: raw(tone + [Float](repeating: 0, count: 60 * 2048))))
    #expect(spectra[11]["note"] as? String == "A5")
    #expect(abs(try #require(spectra[11]["cents"] as? Double)) < 0.1)
    let components = try #require(spectra[11]["components"] as? [[String: Any]])
    #expect(components.map { $0["note"] as? String } == ["A5"])
    let level = try #require((spectra[11]["bands"] as? [Double])?.first)
    #expect(abs(level) < 0.01)
    for block in 12..<72 {
      let held = try #require((spectra[block]["held_bands"] as? [Double])?.first)
      let fallen = 40 * max(0, Double((block - 11) * 2048) / 48_000 - 0.5)
      #expect(abs(held - (level - fallen)) < 0.01, "block \(block)")
    }
  }

  @Test func `--fold side is half the difference of the first two of any channels`() throws {
    let tone = { (bin: Int, frame: Int) -> Float in
      Float(0.2 * sin(2 * Double.pi * Double(bin) * Double(frame % 2048) / 2048))
    }
    // what differs between the first two, what they share, and a third channel
    let samples = (0..<8192).flatMap { frame -> [Float] in
      let (side, middle, third) = (tone(100, frame), tone(43, frame), tone(200, frame))
      return [middle + side, middle - side, third]
    }
    let record = try shell(
      "sm-fft -r 48000 -c 3 -f f32 --fold side | sm-scope --fold side | sm-render json",
      input: raw(samples)
    ).objects()[2]
    let spectrum = try #require(record["spectrum"] as? [String: Any])
    let components = try #require(spectrum["components"] as? [[String: Any]])
    #expect(components.count == 1)
    #expect(abs(try #require(components[0]["frequency"] as? Double) - 2343.75) < 0.02)
    #expect(abs(try #require(components[0]["level"] as? Double) - -13.9794) < 0.01)
    let scope = try #require(record["scope"] as? [String: Any])
    #expect(abs(((scope["max"] as? [Double])?.max() ?? 0) - 0.2) < 0.001)
    for section in [spectrum, scope] {
      #expect(section["channel"] as? Int == 65_534 && section["channels_folded"] as? Int == 2)
    }
  }

  @Test func `several spectra of a record stand in an array, the newest by itself`() throws {
    let outcome = try shell(
      "sm-capture --noise white --duration 0.5 | sm-fft --hop 512 | sm-render json")
    let objects = try outcome.objects()
    for (index, object) in objects.dropLast(2).enumerated() {
      let spectra = try #require(object["spectra"] as? [[String: Any]])
      #expect(spectra.map { $0["position"] as? Int } == (1...4).map { index * 2048 + 512 * $0 - 1 })
      #expect((object["spectrum"] as? NSDictionary) == (spectra[3] as NSDictionary))
    }
    let short = try #require(objects.dropLast().last)
    #expect((short["frames"] as? Int) == 24_000 % 2048)
    #expect((short["spectra"] as? [Any])?.count == 2)
    let each = try shell(
      "sm-capture --noise white --duration 0.5 | sm-fft --fold each | sm-render json"
    ).objects()[3]
    let both = try #require(each["spectra"] as? [[String: Any]])
    #expect(both.map { $0["channel"] as? Int } == [1, 2])
    #expect((each["spectrum"] as? [String: Any])?["channel"] as? Int == 1)
  }

  @Test func `with a hop longer than the block the records between repeat the last spectrum`()
    throws
  {
    let outcome = try shell(
      "sm-capture --noise white --duration 0.5 | sm-fft --hop 8192 | tee x.sm | sm-render json; "
        + "wc -c <x.sm")
    let objects = try outcome.lines.dropLast().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let positions = objects.map { ($0["spectrum"] as? [String: Any])?["position"] as? Int }
    let wanted = [nil, nil, nil] + (0..<10).map { $0 < 4 ? 8191 : 16_383 }
    #expect(positions == wanted)
    #expect(objects.allSatisfy { $0["spectra"] is NSNull })
  }

  @Test func `hop and block must divide one another`() throws {
    let noise = "sm-capture --noise white --duration 0.5 | "
    try shell(noise + "sm-fft --hop 1000").expectRefusal(2, "sm-fft", "--hop 1000")
    try shell("sm-capture --noise white --duration 0.5 -t raw | sm-fft -r 48k -c 2 --hop 3000")
      .expectRefusalAfterOutput(2, "sm-fft", "--hop 3000")
    #expect(try shell("sm-capture --noise white --duration 0.01 | sm-fft --hop 512").status == 0)
  }

  @Test(arguments: [
    ("-n 63", "--length"), ("-n 65", "odd"), ("-n 70000", "--length"),
    ("--window kaiser", "kaiser"),
    ("--range 100", "--range"), ("--range 200:100", "--range"), ("--range 0:100", "--range"),
    ("--bands 0", "--bands"), ("--fold middle", "--fold"), ("--fold 3", "channel 3"),
    ("--a4 0", "--a4"), ("--hop 5", "--hop"), ("x", "'x'"), ("--bands 1 --hold -1", "--hold"),
  ])
  func `wrong usage is refused, with the option's name`(options: String, words: String) throws {
    try shell("sm-capture --tone 100 --duration 0.1 | sm-fft \(options)")
      .expectRefusal(2, "sm-fft", words)
  }

  @Test func `side and right need two channels`() throws {
    for fold in ["side", "right"] {
      try shell("sm-capture --tone 100 --duration 0.1 -c 1 | sm-fft --fold \(fold)")
        .expectRefusal(2, "sm-fft", "channel 2")
    }
  }

  @Test(arguments: ["64", "256", "2048", "8192"])
  func `any size of blocks: the same sections at the same positions`(block: String) throws {
    // blocks of 64 meet every position of the others
    let sound = "sm-capture --demo --duration 1 -t raw | sm-fft -r 48000 -c 2 -f f32 -b "
    let fine = try Self.spectra(try shell(sound + "64 --bins | sm-render json --exact"))
    let coarse = try Self.spectra(try shell(sound + "\(block) --bins | sm-render json --exact"))
    let byPosition = Dictionary(
      fine.map { ($0["position"] as? Int ?? -1, $0) }, uniquingKeysWith: { $1 })
    #expect(coarse.count >= 6)
    for spectrum in coarse {
      #expect(byPosition[spectrum["position"] as? Int ?? -2] == spectrum)
    }
  }

  @Test(arguments: [1, 7, 1001])
  func `any cut of the pipe: the same bytes`(size: Int) throws {
    let outcome = try shell(
      "sm-capture --demo --duration 0.3 >in.sm; sm-fft <in.sm >one.sm; "
        + "dd if=in.sm bs=\(size) status=none | sm-fft | cmp - one.sm")
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func `two runs give the same bytes`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 1 >in.sm; sm-fft --bins <in.sm >one.sm; "
        + "sm-fft --bins <in.sm | cmp - one.sm")
    #expect(outcome.status == 0)
  }

  @Test func `any order of the analysers gives the same sections, and a second run replaces`()
    throws
  {
    let fields = { (chain: String) throws -> [String] in
      try shell("sm-capture --demo --duration 2 | \(chain) | sm-render json --exact").lines.map {
        // the ledger names the processes in their order
        $0.components(separatedBy: "\"tally\"")[0]
      }
    }
    let wanted = try fields("sm-loudness | sm-fft | sm-scope")
    #expect(wanted.count == 48)
    #expect(try fields("sm-scope | sm-fft | sm-loudness") == wanted)
    #expect(try fields("sm-fft | sm-scope | sm-loudness") == wanted)
    #expect(
      try fields("sm-fft -n 512 --bins | sm-scope --bins 8 | sm-loudness | sm-fft | sm-scope")
        == wanted)
  }

  @Test func `--no-pcm leaves the sound out, and what needs it says so`() throws {
    let small = try shell("sm-capture --demo --duration 1 | sm-fft --no-pcm | sm-render json --pcm")
    #expect(try small.objects().allSatisfy { $0["pcm"] is NSNull })
    #expect(try small.objects()[5]["spectrum"] is [String: Any])
    for tool in ["sm-fft", "sm-scope"] {
      let outcome = try shell("sm-capture --demo --duration 1 | sm-fft --no-pcm | \(tool)")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("--no-pcm") && outcome.errors.hasPrefix("\(tool): "))
    }
  }

  @Test func `a new source begins anew, also at another rate`() throws {
    let outcome = try shell(
      "sm-capture --tone 1000 --level 0 --duration 0.5 >a.sm; "
        + "sm-capture --silence --duration 0.5 -r 44100 -c 1 >b.sm; "
        + "cat a.sm b.sm | sm-fft | sm-scope | sm-render json")
    let objects = try outcome.objects()
    let second = objects.filter { ($0["rate"] as? Int) == 44_100 }
    #expect(second.count == 12)
    for object in second {
      let spectrum = try #require(object["spectrum"] as? [String: Any])
      #expect((spectrum["held_bands"] as? [Any])?.allSatisfy { $0 is NSNull } == true)
      #expect(spectrum["resolution"] as? Double == 44_100 / 2048.0)
      #expect(spectrum["channels_folded"] as? Int == 1)
    }
  }

  @Test func `a window that touches a gap, or replaced samples, is marked until it is whole`()
    throws
  {
    // the second of four blocks is lost
    let outcome = try shell(
      "sm-capture --noise white --duration 1 -b 1024 >in.sm; python3 - <<'E' >gap.sm\n"
        + "data = open('in.sm', 'rb').read(); place = 0; number = 0\nimport struct, sys\n"
        + "while place < len(data):\n"
        + "  size = 64 + struct.unpack_from('<I', data, place + 8)[0]\n"
        + "  if number != 20: sys.stdout.buffer.write(data[place:place + size])\n"
        + "  place += size; number += 1\nE\n"
        + "sm-fft <gap.sm | sm-scope --trigger off | sm-render json")
    let marks = try outcome.objects().map { object in
      ["spectrum", "scope"].map { (object[$0] as? [String: Any])?["gap"] as? Bool ?? true }
    }
    for (index, mark) in marks.enumerated() where index < 40 {
      let isMarked = index == 0 || index == 20
      #expect(mark == [isMarked, isMarked], "record \(index)")
    }
    let nan = Data(little(0x7FC0_0000, 4))
    let damaged = try shell(
      "sm-fft -r 48000 -c 1 -f f32 -q | sm-render json",
      input: raw([Float](repeating: 0.1, count: 8192)) + nan
        + raw([Float](repeating: 0.1, count: 8191)))
    let flags = try damaged.objects().map { ($0["spectrum"] as? [String: Any])?["gap"] as? Bool }
    #expect(flags == [false, false, false, false, true, false, false, false, false])
  }

  @Test func `SIGUSR2 begins a new session: a record of its own, and nothing is held`() throws {
    let outcome = try shell(
      "mkfifo pipe; sm-fft <pipe >out.sm & exec 3>pipe; "
        + "sm-capture --tone 1000 --level 0 --duration 2 >a.sm; "
        + "head -c 262144 a.sm >&3; sleep 0.3; kill -USR2 $!; sleep 0.1; "
        + "tail -c +262145 a.sm >&3; exec 3>&-; wait; sm-render json <out.sm")
    let ends = try outcome.objects().filter { $0["session_end"] as? Bool == true }
    #expect(ends.count == 1)
    #expect(ends.first?["frames"] as? Int == 0)
    #expect(ends.first?["spectrum"] is [String: Any] && ends.first?["beat"] is [String: Any])
    #expect(ends.first?["end"] is NSNull)
  }

  @Test func `the text says what was seen last`() throws {
    let text = try shell(
      "sm-capture --tone 440 --level -20 --duration 2 -t raw | head -c 600000 | "
        + "sm-fft -r 48000 -c 2 -f f32 | sm-scope | sm-render text"
    ).text
    #expect(text.contains("dominant 440.0 Hz, A4 0 cents."))
    #expect(text.contains("Strongest components: 440.0 Hz at -20.0 dBFS.\n"))
    #expect(text.contains("Tempo: listening, no regular beat.\n"))
    #expect(text.contains("correlation of the first two channels 1.00.\n"))
    #expect(!text.contains("No loudness was measured"))
    let cut = try shell(
      "sm-capture --demo --duration 2 | sm-loudness | head -c 200000 >x.sm; sm-render text -i x.sm")
    #expect(cut.text.contains("The final values of its loudness are missing.\n"))
  }
}

extension Outcome {
  /// Expects a refusal that some output may have preceded.
  func expectRefusalAfterOutput(
    _ status: Int32, _ tool: String, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, sourceLocation: sourceLocation)
    #expect(errors.hasPrefix(tool + ": ") && errors.contains(words), sourceLocation: sourceLocation)
    #expect(errors.count { $0 == "\n" } == 1, sourceLocation: sourceLocation)
  }
}
