/// Reads a preset: Equalizer APO's text with what AutoEq and REW write, or CamillaDSP's YAML.
public struct PresetReader {
  /// Reads another file: its name as it was written, and the file that names it.
  ///
  /// The answer is the name to call it by and the text, or nil where it cannot be read.
  public typealias Including = (_ path: String, _ from: String) -> (name: String, text: String)?

  private let including: Including
  private var preset = Preset()
  private var channels: [ChannelName]?
  private static let mostIncludes = 16

  private init(_ including: @escaping Including) { self.including = including }

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - text: of a file.
  ///   - name: of the file, for remarks.
  ///   - including: reads the files that it includes.
  /// - Returns: what was understood, with a remark for what was not.
  /// - Throws: `PresetError` for YAML that is none.
  public static func read(
    _ text: String, name: String, including: @escaping Including = { _, _ in nil }
  ) throws(PresetError) -> Preset {
    if CamillaReader.recognizes(text) { return try CamillaReader.read(text, name: name) }
    var reader = PresetReader(including)
    reader.read(text, name: name, depth: 0)
    return reader.preset
  }

  /// Reads words of the command line: each a filter, or a whole line such as "Preamp: -6 dB".
  public static func read(words: [String]) -> Preset {
    var reader = PresetReader { _, _ in nil }
    for word in words {
      let place = Preset.Place(file: "'\(word)'", line: 0)
      if word.contains(":") {
        reader.readLine(Substring(word), place, isHeader: false)
      } else {
        reader.readFilter(Substring(word), place, needsState: false)
      }
    }
    return reader.preset
  }

  private mutating func read(_ text: String, name: String, depth: Int) {
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    // REW puts its own words in front of the first filter.
    let isREW =
      lines.first { !$0.allSatisfy(\.isWhitespace) }?.hasPrefix("Filter Settings") ?? false
    let firstFilter = lines.firstIndex { Self.key(of: $0)?.hasPrefix("filter") ?? false }
    var hasGraphic = false
    for (index, line) in lines.enumerated() {
      let place = Preset.Place(file: name, line: index + 1)
      let key = Self.key(of: line) ?? ""
      if hasGraphic, key == "channel" || key.hasPrefix("filter") { continue }
      if key == "include" {
        include(Self.parameters(of: line), place, depth)
        continue
      }
      let before = preset.lines.count
      readLine(line, place, isHeader: isREW && index < firstFilter ?? lines.count)
      // What stands behind it says the same for other programs.
      if key == "signalmetric-graphic", preset.lines.count > before { hasGraphic = true }
    }
  }

  private mutating func include(_ path: String, _ place: Preset.Place, _ depth: Int) {
    guard depth < Self.mostIncludes else {
      return doubt(place, "files include each other more than \(Self.mostIncludes) deep")
    }
    guard let (name, text) = including(path, place.file) else {
      return doubt(place, "the file '\(path)' cannot be read")
    }
    let before = channels
    read(text, name: name, depth: depth + 1)
    channels = before
  }

  private static func key(of line: Substring) -> String? {
    let text = line.drop(while: \.isWhitespace)
    guard !text.hasPrefix("#"), let colon = text.firstIndex(of: ":") else { return nil }
    return text[..<colon].trimmed.lowercased()
  }

  private static func parameters(of line: Substring) -> String {
    guard let colon = line.firstIndex(of: ":") else { return "" }
    return String(line[line.index(after: colon)...].trimmed)
  }

  private mutating func doubt(_ place: Preset.Place, _ text: String) {
    preset.remarks.append(PresetRemark(place: place, text: text, isDoubtful: true))
  }

  private mutating func note(_ place: Preset.Place, _ text: String) {
    preset.remarks.append(PresetRemark(place: place, text: text, isDoubtful: false))
  }

  private mutating func add(_ content: Preset.Content, _ place: Preset.Place) {
    preset.lines.append(.init(content: content, channels: channels, place: place))
  }

  // MARK: lines

  /// Without a remark behind it.
  private static func withoutRemark(_ line: Substring) -> Substring {
    var before: Character?
    for index in line.indices {
      if line[index] == "#", before.map(\.isWhitespace) ?? true { return line[..<index] }
      before = line[index]
    }
    return line
  }

  private mutating func readLine(_ line: Substring, _ place: Preset.Place, isHeader: Bool) {
    let text = Self.withoutRemark(line).trimmed
    guard !text.isEmpty, !text.hasPrefix("#") else { return }
    guard let key = Self.key(of: text) else {
      if !isHeader { doubt(place, "'\(text.prefix(40))' is not understood") }
      return
    }
    let rest = Substring(Self.parameters(of: text))
    switch key {
    case "preamp": readPreamp(rest, place)
    case "channel": readChannels(rest, place)
    case "delay": readDelay(rest, place)
    case "graphiceq": readCurve(rest, place)
    case "signalmetric-graphic": readGraphic(rest, place)
    case "copy":
      switch CopyLine.terms(rest) {
      case .success(let terms): add(.copy(terms), place)
      case .failure(let fault): doubt(place, fault.text)
      }
    case _ where key.hasPrefix("filter"): readFilter(rest, place, needsState: true)
    case "device" where rest.lowercased() == "all": break
    case _ where isHeader: break
    case "convolution", "device", "stage", "if", "elseif", "else", "endif", "eval",
      "loudnesscorrection", "vstplugin":
      doubt(place, "'\(text.prefix(40))': this command of Equalizer APO is not supported")
    default: doubt(place, "'\(text.prefix(40))' is not understood")
    }
  }

  private mutating func readFilter(_ text: Substring, _ place: Preset.Place, needsState: Bool) {
    do throws(FilterLine.Fault) {
      let line = try FilterLine(text, needsState: needsState)
      line.doubts.forEach { doubt(place, $0) }
      line.notes.forEach { note(place, $0) }
      if let filter = line.filter { add(.filter(filter), place) }
    } catch {
      doubt(place, "no filter: \(error.text)")
    }
  }

  /// What stands behind the unit of a value says nothing, as in Equalizer APO.
  private mutating func passOver(_ tail: Substring, _ place: Preset.Place) {
    guard !tail.trimmed.isEmpty else { return }
    doubt(place, "'\(tail.trimmed)' is not understood and passed over")
  }

  private mutating func readPreamp(_ text: Substring, _ place: Preset.Place) {
    guard let (number, rest) = PresetNumber.leading(text),
      let value = PresetNumber.value(number), value.magnitude <= 100,
      rest.trimmed.isEmpty || rest.trimmed.lowercased().hasPrefix("db")
    else { return doubt(place, "Preamp '\(text)' is no gain in dB of at most 100") }
    add(.preamp(value), place)
    passOver(rest.trimmed.dropFirst(2), place)
  }

  private mutating func readChannels(_ text: Substring, _ place: Preset.Place) {
    var names: [ChannelName] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      if word.lowercased() == "all" {
        channels = nil
        return
      }
      guard let name = ChannelName(String(word)) else {
        doubt(place, "'\(word)' is no channel; the lines behind go to the others named")
        continue
      }
      names.append(name)
    }
    channels = names
  }

  private mutating func readDelay(_ text: Substring, _ place: Preset.Place) {
    guard let (number, rest) = PresetNumber.leading(text),
      let value = PresetNumber.value(number), value >= 0
    else { return doubt(place, "Delay '\(text)' is no time") }
    let unit = rest.trimmed.prefix { !$0.isWhitespace }
    switch unit.lowercased() {
    case "ms" where value <= 10_000: add(.delay(.milliseconds(value)), place)
    case "samples" where value <= 1_000_000: add(.delay(.samples(value)), place)
    default: return doubt(place, "Delay '\(text)' is no time in ms or samples of at most 10 s")
    }
    passOver(rest.trimmed.dropFirst(unit.count), place)
  }

  private mutating func readCurve(_ text: Substring, _ place: Preset.Place) {
    let hasPoint = text.contains(".")
    let words = text.split { $0 == ";" || $0 == " " || $0 == "\t" || (hasPoint && $0 == ",") }
    var numbers: [Double] = []
    for word in words {
      if ["-inf", "-infinity"].contains(word.lowercased()) {
        numbers.append(-.infinity)
      } else if let value = PresetNumber.value(word) {
        numbers.append(value)
      } else {
        return doubt(place, "GraphicEQ: '\(word)' is not a number")
      }
    }
    guard numbers.count >= 2, numbers.count % 2 == 0 else {
      return doubt(place, "GraphicEQ: \(numbers.count) numbers are no pairs of Hz and dB")
    }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      CurvePoint(frequency: numbers[$0], gainDB: numbers[$0 + 1])
    }
    guard points.allSatisfy({ $0.frequency > 0 && $0.gainDB <= 100 && $0.frequency <= 1e6 }) else {
      return doubt(place, "GraphicEQ: a frequency that is not above 0, or a gain above 100 dB")
    }
    add(.curve(points.sorted { $0.frequency < $1.frequency }), place)
  }

  private mutating func readGraphic(_ text: Substring, _ place: Preset.Place) {
    let words = text.split { $0 == " " || $0 == "\t" }
    let numbers = words.map { Double($0) }
    guard words.count == 32, words[0] == "bandwidth", words[2] == "left", words[17] == "right",
      let bandwidth = numbers[1], GraphicForm.bandwidthRange ~= bandwidth
    else { return doubt(place, "SignalMetric-Graphic: not 'bandwidth B left g1 … right …'") }
    var form = GraphicForm()
    form.bandwidth = bandwidth
    form.left = numbers[3..<17].compactMap { $0 }
    form.right = numbers[18..<32].compactMap { $0 }
    let gains = form.left + form.right
    guard gains.count == 28, gains.allSatisfy({ GraphicForm.gainRange ~= $0 }) else {
      return doubt(place, "SignalMetric-Graphic: a gain that is not within -12 to 12 dB")
    }
    add(.graphic(form), place)
  }
}

extension Substring {
  /// Without white space at its ends.
  var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
