import SampleIO

/// What a transmitter's settings.txt says, and what is wrong with it.
struct DeviceSettings {
  /// What is wrong, with the line it stands in; 0 for what stands nowhere.
  private(set) var faults: [Fault] = []
  private(set) var callsign = ""

  struct Fault {
    let line: Int
    let text: String
    /// Whether it is only worth knowing: the device does what it does by default.
    var isNote = false
  }

  /// A whole number, and what the device takes for one that is out of range.
  private struct Setting {
    let range: ClosedRange<Int>
    let otherwise: Int
    /// That it is kept in.
    var bits = 8
  }

  private var zone = 2
  private var frequency: (line: Int, text: String, megahertz: Double)?
  private var duty: (line: Int, percent: Int)?
  private var speed = 15
  private var farnsworth: (line: Int, value: Int)?

  private static let settings: [String: Setting] = [
    "ITU_ZONE": Setting(range: 1...3, otherwise: 2),
    "DUTY_CYCLE": Setting(range: 0...100, otherwise: 100),
    "ATTENUATION": Setting(range: 0...127, otherwise: 127),
    "MORSE_WPM": Setting(range: 1...30, otherwise: 15),
    // Too slow is raised to MORSE_WPM.
    "MORSE_FARNSWORTH_WPM": Setting(range: 1...255, otherwise: 0),
    "MORSE_TONE": Setting(range: 100...2499, otherwise: 600, bits: 16),
    "MORSE_TONE_VOL": Setting(range: 1...100, otherwise: 70),
    "FOX_NUMBER": Setting(range: 1...5, otherwise: 1),
  ]

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    var waiting = ""
    for (index, line) in lines.enumerated() {
      let text = Self.capitals(line)
      guard index < lines.count - 1 else {
        if !line.isEmpty { add(index + 1, "has no line end, so the device passes over it") }
        break
      }
      waiting += text
      guard !text.isEmpty else { continue }
      guard let equals = waiting.utf8.firstIndex(of: 61) else {
        add(
          index + 1,
          "'\(shown(text))' is no KEY=VALUE; the device puts it in front of the next line")
        continue
      }
      read(String(waiting[..<equals]), String(waiting[waiting.index(after: equals)...]), index + 1)
      waiting = ""
    }
    checkTogether()
  }

  /// As the device has it: a to z become capitals, and nothing else changes.
  private static func capitals(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.map { 97...122 ~= $0 ? $0 - 32 : $0 }, as: UTF8.self)
  }

  private mutating func add(_ line: Int, _ text: String, isNote: Bool = false) {
    faults.append(Fault(line: line, text: text, isNote: isNote))
  }

  private mutating func read(_ key: String, _ value: String, _ line: Int) {
    if key == "CALLSIGN" { return readCallsign(value, line) }
    if key == "FREQ_MHZ" {
      let number = DeviceNumber(value, isWhole: false)
      frequency = (line, shown(value), number.value)
      return note(number, "\(key)=\(shown(value))", fixed(number.value, 6), line)
    }
    guard let setting = Self.settings[key] else {
      return add(line, "no setting is called '\(shown(key))'")
    }
    let number = DeviceNumber(value, isWhole: true)
    let kept = number.kept(bits: setting.bits)
    let taken = setting.range ~= kept ? kept : setting.otherwise
    if setting.range ~= kept, Double(kept) == number.value {
      note(number, "\(key)=\(shown(value))", "\(kept)", line)
    } else {
      add(
        line,
        "\(key)=\(shown(value)): a whole number from \(setting.range.lowerBound) to "
          + "\(setting.range.upperBound) is needed; the device takes "
          + (taken == 0 && setting.range.lowerBound > 0 ? "MORSE_WPM" : "\(taken)"))
    }
    switch key {
    case "ITU_ZONE": zone = taken
    case "DUTY_CYCLE": duty = (line, taken)
    case "MORSE_WPM": speed = taken
    case "MORSE_FARNSWORTH_WPM": farnsworth = setting.range ~= kept ? (line, taken) : nil
    default: break
    }
  }

  /// Says what the device reads where that is not all that is written.
  private mutating func note(_ number: DeviceNumber, _ pair: String, _ read: String, _ line: Int) {
    guard number.hasTail || number.isMisread else { return }
    add(line, "\(pair): the device reads \(read)", isNote: !number.isMisread)
  }

  private mutating func readCallsign(_ value: String, _ line: Int) {
    var value = Substring(value)
    if value.utf8.last == 13 {
      add(line, "ends with CR LF; the CR becomes part of the call sign")
      value = value.dropLast()
    }
    callsign = shown(String(value.prefix(11)))
    if value.count > 11 {
      add(line, "CALLSIGN=\(shown(value)): the device keeps 11 characters")
    }
    if let odd = value.first(where: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
      add(line, "CALLSIGN=\(shown(value)): '\(shown(String(odd)))' has no Morse code on the device")
    }
  }

  private mutating func checkTogether() {
    if callsign.isEmpty {
      add(0, "there is no CALLSIGN, so the device does not transmit", isNote: true)
    }
    if let duty, duty.percent == 0 {
      add(duty.line, "DUTY_CYCLE=0: the device does not transmit", isNote: true)
    }
    if let frequency {
      // 20 kHz stay free at either end of the band; the firmware counts whole Hz.
      let band = 144.02...(zone == 1 ? 145.98 : 147.98)
      let hertz = (frequency.megahertz * 1e6).rounded(.down)
      if !((band.lowerBound * 1e6).rounded()...(band.upperBound * 1e6).rounded() ~= hertz) {
        add(
          frequency.line,
          "FREQ_MHZ=\(frequency.text): outside \(fixed(band.lowerBound, 2)) to "
            + "\(fixed(band.upperBound, 2)) MHz of ITU zone \(zone), so the device does not transmit"
        )
      }
    }
    if let farnsworth, farnsworth.value < speed {
      add(
        farnsworth.line,
        "MORSE_FARNSWORTH_WPM=\(farnsworth.value): the device raises it to MORSE_WPM, \(speed)",
        isNote: true)
    }
  }

  /// Text that a terminal does not obey.
  private func shown(_ text: some StringProtocol) -> String {
    let plain = text.unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control ? "?" : Character(scalar)
    }
    return String(plain)
  }
}
