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

  private var zone = 2
  private var frequency: (line: Int, megahertz: Double)?
  private var speed = 15.0
  private var farnsworth: (line: Int, value: Double)?

  /// Keys whose values are numbers, and their ranges.
  private static let ranges: [String: ClosedRange<Double>] = [
    "ITU_ZONE": 1...3, "FREQ_MHZ": 144...148, "DUTY_CYCLE": 0...100, "ATTENUATION": 0...127,
    "MORSE_WPM": 1...30, "MORSE_FARNSWORTH_WPM": 1...30, "MORSE_TONE": 100...2499,
    "MORSE_TONE_VOL": 1...100, "FOX_NUMBER": 1...5,
  ]

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      if isLast, !line.isEmpty {
        faults.append(Fault(line: index + 1, text: "has no line end, so the device passes over it"))
      }
      if !isLast { read(Array(line), index + 1) }
    }
    checkTogether()
  }

  private mutating func read(_ line: [UInt8], _ number: Int) {
    if line.last == 13 {
      faults.append(Fault(line: number, text: "ends with CR LF; the CR becomes part of the value"))
    }
    let text = String(decoding: line.filter { $0 != 13 }, as: UTF8.self).uppercased()
    guard text.contains(where: { $0 != " " }) else { return }
    guard let equals = text.firstIndex(of: "=") else {
      return faults.append(Fault(line: number, text: "'\(text)' is no KEY=VALUE"))
    }
    let (key, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    if key == "CALLSIGN" { return readCallsign(value, number) }
    guard let range = Self.ranges[key] else {
      return faults.append(Fault(line: number, text: "no setting is called '\(key)'"))
    }
    guard let found = Arguments.parse(value), range.contains(found) else {
      return faults.append(
        Fault(
          line: number,
          text: "\(key)=\(value): a number from \(shown(range.lowerBound)) to "
            + "\(shown(range.upperBound)) is needed; the device takes its own"
        ))
    }
    switch key {
    case "ITU_ZONE": zone = Int(found)
    case "FREQ_MHZ": frequency = (number, found)
    case "MORSE_WPM": speed = found
    case "MORSE_FARNSWORTH_WPM": farnsworth = (number, found)
    default: break
    }
  }

  private mutating func readCallsign(_ value: String, _ number: Int) {
    callsign = String(value.prefix(11))
    if value.count > 11 {
      faults.append(
        Fault(line: number, text: "CALLSIGN=\(value): the device keeps 11 characters"))
    }
    if let odd = value.first(where: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
      faults.append(
        Fault(line: number, text: "CALLSIGN=\(value): '\(odd)' has no Morse code on the device"))
    }
  }

  private mutating func checkTogether() {
    if callsign.isEmpty {
      faults.append(
        Fault(line: 0, text: "there is no CALLSIGN, so the device does not transmit", isNote: true))
    }
    if let frequency {
      // 20 kHz stay free at either end of the band.
      let band = 144.02...(zone == 1 ? 145.98 : 147.98)
      if !band.contains(frequency.megahertz) {
        faults.append(
          Fault(
            line: frequency.line,
            text:
              "FREQ_MHZ=\(fixed(frequency.megahertz, 6)): outside \(fixed(band.lowerBound, 2)) to "
              + "\(fixed(band.upperBound, 2)) MHz of ITU zone \(zone), so the device does not transmit"
          ))
      }
    }
    if let farnsworth, farnsworth.value < speed {
      faults.append(
        Fault(
          line: farnsworth.line,
          text: "MORSE_FARNSWORTH_WPM=\(shown(farnsworth.value)): the device raises it to "
            + "MORSE_WPM, \(shown(speed))", isNote: true))
    }
  }

  private func shown(_ value: Double) -> String {
    fixed(value, value == value.rounded() ? 0 : 3)
  }
}
