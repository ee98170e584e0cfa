import Presets
import SampleIO

/// The mixer as lines of text for a terminal of at least 80 × 24.
struct MixerPicture {
  private let state: MixerState
  private let columns: Int
  private let hasColor = ControllingTerminal.hasColor
  private let isUnicode = ControllingTerminal.speaksUTF8
  private(set) var lines: [String] = []

  init(_ state: MixerState, columns: Int, rows: Int) {
    self.state = state
    self.columns = columns
    guard columns >= 79, rows >= 23 else {
      let text = "sm-eq: the mixer needs 80 columns and 24 rows; this is \(columns) x \(rows)"
      lines = Array(Self.wrapped(text, columns).prefix(rows))
      return
    }
    lines = [title] + (0..<17).map(sliders) + [labels, gains, meter(0), meter(1), keys]
  }

  private var title: String {
    let gain = { (gains: [Double]) in Self.signed(gains[state.band], 1) }
    let form = state.form
    let left = "L \(gain(form.left)) dB  R \(gain(form.right)) dB"
    let label = GraphicForm.labels[state.band] + "Hz"
    let head = "sm-eq  \(label)  \(left)  keys move \(state.side.rawValue)"
    let word = state.isBypassed ? " BYPASS " : ""
    let room = max(columns - head.count - word.count - 4, 0)
    return head + "  " + (word.isEmpty ? "" : styled(word, "7") + "  ")
      + state.message.prefix(word.isEmpty ? room + 2 : room)
  }

  /// One row of all sliders, from +12 dB down in steps of 1.5.
  private func sliders(_ row: Int) -> String {
    let level = 12 - 1.5 * Double(row)
    let scale = row % 4 == 0 ? Self.signed(level, 0) : ""
    var text = String(repeating: " ", count: 4 - scale.count) + scale + " "
    for band in GraphicForm.centres.indices {
      let left = cell(state.form.left[band], level, isMoved: state.side != .right)
      let right = cell(state.form.right[band], level, isMoved: state.side != .left)
      let fill = level == 0 ? (isUnicode ? "─" : "-") : " "
      let column = fill + left + fill + right + fill
      text += band == state.band ? styled(column, "7") : column
    }
    return text
  }

  private func cell(_ gain: Double, _ level: Double, isMoved: Bool) -> String {
    if (gain - level).magnitude < 0.75 || gain - level == 0.75 {
      return isMoved ? (isUnicode ? "█" : "O") : (isUnicode ? "▒" : "o")
    }
    if level == 0 { return isUnicode ? "┼" : "+" }
    let isBetween = level > 0 ? gain > level : gain < level
    return isBetween ? (isUnicode ? "┃" : "#") : (isUnicode ? "│" : "|")
  }

  private var labels: String {
    "  Hz "
      + GraphicForm.labels.enumerated().map { band, label in
        let text = Self.centred(band == state.band ? "[\(label)]" : label)
        return styled(text, band < 7 ? "34" : "31", isColor: true)
      }.joined()
  }

  private var gains: String {
    let shown = state.side == .right ? state.form.right : state.form.left
    return "  dB " + shown.map { Self.centred(Self.signed($0, 0)) }.joined()
  }

  /// The level of a side from −60 to +6 dBFS.
  private func meter(_ side: Int) -> String {
    let width = 55
    let level = state.levels[side]
    let filled = level.isFinite ? Int(((level + 60) / 66 * Double(width)).rounded()) : 0
    let bar = String(repeating: isUnicode ? "█" : "#", count: min(max(filled, 0), width))
    let rest = String(repeating: isUnicode ? "·" : ".", count: width - min(max(filled, 0), width))
    let number = level.isFinite ? fixed(level, 1) : "-"
    let padded = String(repeating: " ", count: max(6 - number.count, 0)) + number
    let light = state.isClipping(side) ? styled(" CLIP ", "7") : "      "
    let color = state.isClipping(side) ? "31" : level > -6 ? "33" : "32"
    return "   \(side == 0 ? "L" : "R") " + styled(bar, color, isColor: true) + rest
      + " \(padded) dBFS " + light
  }

  /// How to leave stands first; the shorter form fits the smallest terminal.
  private var keys: String {
    let rest = "  0 flat  tab side  space bypass  s save  r reset"
    let long = "q leave  arrows band, gain  PgUp/PgDn 3 dB" + rest
    return long.count <= columns ? long : "q leave  arrows  PgUp/Dn 3 dB" + rest
  }

  // MARK: text

  /// Words in lines of so many columns.
  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word.prefix(columns)))
      }
    }
  }

  private func styled(_ text: String, _ code: String, isColor: Bool = false) -> String {
    isColor && !hasColor ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func signed(_ value: Double, _ decimals: Int) -> String {
    (value > 0 ? "+" : "") + fixed(value, decimals)
  }

  private static func centred(_ text: String) -> String {
    let left = (5 - text.count) / 2
    return String(repeating: " ", count: max(left, 0)) + text
      + String(repeating: " ", count: max(5 - text.count - max(left, 0), 0))
  }
}
