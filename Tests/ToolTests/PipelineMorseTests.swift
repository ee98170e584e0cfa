import Foundation
import Testing

/// The Morse identification against the device's rules, worked out a second time.
@Suite struct `morse-id` {
  /// ITU-R M.1677-1.
  private static let code: [Character: String] = [
    "A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.",
    "H": "....", "I": "..", "J": ".---", "K": "-.-", "L": ".-..", "M": "--", "N": "-.",
    "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-",
    "V": "...-", "W": ".--", "X": "-..-", "Y": "-.--", "Z": "--..", "1": ".----", "2": "..---",
    "3": "...--", "4": "....-", "5": ".....", "6": "-....", "7": "--...", "8": "---..",
    "9": "----.", "0": "-----",
  ]

  /// A dot is 1.2 s / speed of 5,000 Hz, cut to whole samples; so are a dash and the gaps.
  private func samples(_ call: String, _ wpm: Int, spacing: Int, tone: Int, volume: Int) -> [Int] {
    let gap = [Int](repeating: 0, count: 18_000 / max(spacing, wpm))
    let dot = 6000 / Double(wpm)
    var all = gap
    for letter in call {
      for (index, sign) in Self.code[letter, default: ""].enumerated() {
        if index > 0 { all += [Int](repeating: 0, count: 6000 / wpm) }
        let count = (sign == "." ? 6000 : 18_000) / wpm
        all += (0..<count).map { i in
          let edge = min(1, Double(min(i, count - i)) / (dot / 3))
          let wave = sin(2 * Double.pi * Double(tone * i) / 5000)
          return Int(Double(volume * 32_767 / 100) * edge * wave)
        }
      }
      all += gap
    }
    return all
  }

  @Test(arguments: [
    ("", "N0CALL", 15, 15, 600, 70), ("--wpm 15 --farnsworth 10", "n0call", 15, 10, 600, 70),
    ("--wpm 12 --farnsworth 30 --tone 2499 --volume 100", "ABCDEFGHIJK", 12, 30, 2499, 100),
    ("--wpm 7 --tone 100 --volume 1", "LMNOPQRSTUV", 7, 7, 100, 1),
    ("--wpm 30 --tone 1234", "WXYZ0123456", 30, 30, 1234, 70), ("--wpm 1", "789", 1, 1, 600, 70),
  ]) func `is what the rules say`(one: (String, String, Int, Int, Int, Int)) throws {
    let outcome = try pipeline("morse-id.sh \(one.0) \(one.1)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let bytes = [UInt8](outcome.output)
    let found = stride(from: 44, to: bytes.count, by: 2).map {
      Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
    }
    let want = samples(
      one.1.uppercased(), one.2, spacing: one.3, tone: one.4, volume: one.5)
    #expect(bytes.prefix(44).elementsEqual([UInt8](deviceFile(want)).prefix(44)))
    try #require(found.count == want.count)
    // A product that is a whole number may fall to either side of it.
    #expect(zip(found, want).allSatisfy { abs($0 - $1) <= 1 })
    #expect(zip(found, want).count { $0 != $1 } < 20)
  }

  @Test func `goes into a file that the transmitter would send`() throws {
    let outcome = try pipeline(
      "morse-id.sh N0CALL -o './a b.wav' && morse-id.sh N0CALL | cmp - 'a b.wav' && "
        + "picofox-check.sh 'a b.wav'; morse-id.sh N0CALL -o no/a.wav; echo $?; "
        + "morse-id.sh N0CALL -o '' ; echo $?")
    #expect(
      outcome.lines == [
        "a b.wav: 6.3 s; the transmitter sends it as it is (--profile picofox)", "1", "2",
      ], "\(outcome.errors)")
  }

  @Test func `takes settings as the device does`() throws {
    let settings = """
      callsign=oe1xyz
      MORSE_WPM=20\r
      MORSE_FARNSWORTH_WPM=25
      MORSE_TONE=99
      MORSE_TONE_VOL=35

      """
    let outcome = try pipeline(
      """
      morse-id.sh --settings s.txt | cmp - <(
        morse-id.sh --wpm 20 --farnsworth 25 --volume 35 OE1XYZ); echo $?
      morse-id.sh --settings s.txt N0CALL; echo $?; morse-id.sh --settings none; echo $?
      echo CALLSIGN= >e.txt; morse-id.sh --settings e.txt; echo $?
      """, files: ["s.txt": Data(settings.utf8)])
    #expect(outcome.lines == ["0", "2", "1", "1"])
    #expect(
      outcome.errors == """
        morse-id.sh: either CALLSIGN or --settings; see --help
        morse-id.sh: none: there is no such file, or it cannot be read
        morse-id.sh: e.txt: CALLSIGN is empty, or its line has no end; the device does not \
        transmit without one

        """)
  }

  /// What the firmware's loop over characters and Arduino's toInt make of it.
  @Test(arguments: [
    ("CALLSIGN=N0CALL\nMORSE_WPM=20", "N0CALL"),
    ("CALLSIGN=N0CALL\nMORSE_WPM= 20\n", "--wpm 20 N0CALL"),
    ("CALLSIGN=N0CALL\nMORSE_WPM=20 words\nMORSE_TONE=1k\n", "--wpm 20 N0CALL"),
    ("CALLSIGN=N0CALL\nMORSE_TONE=66136\nMORSE_WPM=276\n", "--wpm 20 N0CALL"),
    ("CALLSIGN=N0CALL\nMORSE_WPM=20\n# slower\nMORSE_WPM=10\n", "--wpm 20 N0CALL"),
    ("CALLSIGN=N0CALL\nMORSE_WPM=20\n# slower=\nMORSE_WPM=10\n", "--wpm 10 N0CALL"),
    ("CALLSIGN=A\nCALLSIGN=N0CALLN0CALL\n", "N0CALLN0CAL"), ("callsign=ix9i\n", "IX9I"),
  ]) func `reads settings as the firmware does`(settings: String, words: String) throws {
    let outcome = try pipeline(
      "morse-id.sh --settings s.txt | cmp - <(morse-id.sh \(words))",
      files: ["s.txt": Data(settings.utf8)])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `takes no call sign from a line without an end, and knows no locale`() throws {
    try pipeline("printf CALLSIGN=N0CALL > s; morse-id.sh --settings s")
      .expectRefusal(1, "morse-id.sh", "its line has no end")
    let outcome = try pipeline(
      "LC_ALL=C morse-id.sh ix9i > a; LC_ALL=tr_TR.UTF-8 morse-id.sh ix9i | cmp - a")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: [
    ("N0CALL/P", "N0CALL/P is no call sign of A to Z and 0 to 9"), ("''", "is no call sign"),
    ("ABCDEFGHIJKL", "longer than the 11 characters"), ("A B", "exactly one CALLSIGN is sent"),
    ("", "exactly one CALLSIGN"), ("--wpm 31 A", "--wpm 31 is no number of 1 to 30"),
    ("--wpm 0 A", "--wpm 0"), ("--wpm 1.5 A", "--wpm 1.5"), ("--wpm -1 A", "--wpm -1"),
    ("--tone 99 A", "--tone 99"), ("--tone 2500 A", "--tone 2500"), ("--volume 101 A", "--volume"),
    ("--farnsworth 0 A", "--farnsworth 0 is no number of 1 to 255"), ("Ä", "is no call sign"),
  ]) func `refuses what the device does not take`(words: String, message: String) throws {
    try pipeline("morse-id.sh \(words)").expectRefusal(2, "morse-id.sh", message)
  }
}
