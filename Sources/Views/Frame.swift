import Drawing
import SampleIO

/// What all pictures share: background, title, axes.
struct Frame {
  let theme: Theme

  /// Draws the background and the title.
  ///
  /// - Parameters:
  ///   - title: of the view.
  ///   - source: named behind it.
  ///   - status: at the right, such as "LIVE".
  ///   - canvas: drawn on.
  /// - Returns: what is left for the view.
  func begin(
    _ title: String, _ source: SourceState, status: String = "", on canvas: inout some Canvas
  ) -> Rect {
    canvas.ground(canvas.bounds, theme.ground)
    let margin = canvas.isGrid ? 0 : 2.0
    let top = canvas.isGrid ? 0 : 0.5
    canvas.text(title, Point(margin, top), theme.ink, .left, .title)
    let start = margin + canvas.width(title, .title) + 2
    let room = canvas.width - margin - start
    var facts: [String] = []
    if canvas.width >= 60 { facts.append("\(Self.kilohertz(source.rate)) kHz") }
    if canvas.width >= 70, source.channels > 0 { facts.append("\(source.channels) ch") }
    if source.position > 0 { facts.append(Self.length(source)) }
    if !status.isEmpty { facts.append(status) }
    // The last ones tell the most.
    while !facts.isEmpty, canvas.width(facts.joined(separator: " · "), .plain) > room {
      facts.removeFirst()
    }
    let right = facts.joined(separator: " · ")
    canvas.text(right, Point(canvas.width - margin, top), theme.dim, .right)
    let left = Int(room - canvas.width(right, .plain)) - 2
    if left > 8 {
      canvas.text(Self.shortened(source.name, left), Point(start, top), theme.dim)
    }
    return canvas.isGrid
      ? canvas.bounds.inset(top: 1) : canvas.bounds.inset(left: 2, top: 2, right: 2, bottom: 0.5)
  }

  /// A name with its middle left out, if it is long.
  static func shortened(_ name: String, _ room: Int) -> String {
    guard name.count > room else { return name }
    guard room > 2 else { return String(name.prefix(max(room, 0))) }
    return String(name.prefix(room / 2)) + "…" + String(name.suffix(room - room / 2 - 1))
  }

  // MARK: numbers

  static func kilohertz(_ rate: Double) -> String { trimmed(rate / 1000, 3) }

  /// A number without zeros at its end.
  static func trimmed(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)
    while text.contains("."), text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Two words with a space between them, if there are two.
  static func spaced(_ one: String, _ two: String) -> String {
    two.isEmpty ? one : one + " " + two
  }

  /// A level with one decimal: "-" for none, "-inf" for silence.
  static func level(_ value: Double, signed: Bool = false) -> String {
    if value == -.infinity { return "-inf" }
    let text = fixed(value, 1)
    return signed && value > 0 && text != "0.0" ? "+" + text : text
  }

  /// A number with its unit; "-" where there is none.
  static func amount(_ value: Double, _ decimals: Int, _ unit: String) -> String {
    value.isFinite ? "\(fixed(value, decimals)) \(unit)" : "-"
  }

  /// A frequency, short: 50, 1k, 2.5k.
  static func hertz(_ value: Double) -> String {
    value >= 1000 ? trimmed(value / 1000, 2) + "k" : trimmed(value, 1)
  }

  /// Seconds as m:ss or h:mm:ss.
  static func clock(_ seconds: Double, decimals: Int = 0) -> String {
    let scale = decimals > 0 ? 10.0 : 1.0
    let ticks = (max(seconds, 0) * scale + 1e-6).rounded(.down)
    let whole = Int(ticks / scale)
    let pad = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
    let head = whole >= 3600 ? "\(whole / 3600):\(pad(whole / 60 % 60))" : "\(whole / 60)"
    let tail = decimals > 0 ? ".\(Int(ticks) % 10)" : ""
    return "\(head):\(pad(whole % 60))\(tail)"
  }

  /// How much of a source there was.
  static func length(_ source: SourceState) -> String {
    source.hasEnded && source.heardSeconds < 1
      ? short(source.heardSeconds) : clock(source.heardSeconds, decimals: 1)
  }

  /// A short time with its unit.
  static func short(_ seconds: Double) -> String {
    if seconds >= 1 { return trimmed(seconds, 2) + " s" }
    if seconds >= 1e-3 || seconds == 0 { return trimmed(seconds * 1e3, 2) + " ms" }
    return trimmed(seconds * 1e6, 1) + " µs"
  }

  /// A time on an axis, with as many digits as its steps need.
  static func moment(_ seconds: Double, step: Double) -> String {
    step < 0.1 ? short(seconds) : clock(seconds, decimals: step < 1 ? 1 : 0)
  }

  /// As many parts as have room, the first ones first.
  static func fitting(
    _ parts: [String], _ room: Double, between: String = "  ", on canvas: some Canvas
  ) -> String {
    parts.reduce("") { text, part in
      let longer = text.isEmpty ? part : text + between + part
      return canvas.width(longer, .plain) <= room ? longer : text
    }
  }

  /// Parts in lines, each as full as it gets.
  ///
  /// - Parameters:
  ///   - parts: the first ones first; one that is too long for a line is left out.
  ///   - room: of a line.
  ///   - between: what stands between two.
  ///   - canvas: that they are for.
  /// - Returns: as many lines as it takes.
  static func lines(
    _ parts: [String], _ room: Double, between: String = "  ", on canvas: some Canvas
  ) -> [String] {
    parts.reduce(into: []) { lines, part in
      let longer = lines.last.map { $0 + between + part } ?? part
      if canvas.width(longer, .plain) <= room {
        lines = lines.dropLast() + [longer]
      } else if canvas.width(part, .plain) <= room {
        lines.append(part)
      }
    }
  }

  /// What somebody has to be told, in as many lines as it takes and there is room for.
  func tell(_ text: String, in part: Rect, _ color: Color, on canvas: inout some Canvas) {
    let words = text.split(separator: " ").map(String.init)
    let lines = Self.lines(words, part.width, between: " ", on: canvas)
    for (row, line) in lines.enumerated() where Double(row + 1) <= part.height + 0.01 {
      canvas.text(line, Point(part.x, part.y + Double(row)), color)
    }
  }
}
