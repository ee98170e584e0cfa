import DSP
import Presets
import SampleIO

/// A preset as it was understood, a line a filter.
struct CheckText {
  private(set) var text = ""

  init(_ preset: Preset, _ plan: EqualizerPlan, _ request: EqualizerRequest) {
    for line in preset.lines {
      let channels = line.channels.map { $0.map(\.word).joined(separator: " ") } ?? "all"
      if case .graphic(let form) = line.content {
        add(form, line.place, request.design ?? .matched)
      } else {
        text += "\(Self.words(line.content))  channels \(channels)  (\(line.place))".asLine + "\n"
      }
    }
    if case .fixed(let gain) = request.preamp, gain != 0 {
      text += "preamp \(fixed(gain, 2)) dB  channels all  (--preamp)\n"
    }
    let highest = plan.highestGain()
    text += "highest gain \(fixed(highest, 2)) dB, at a rate of \(fixed(plan.rate, 0)) Hz"
    if request.preamp == .automatic {
      text += "; --preamp auto takes \(fixed(Self.sharedGain(plan), 2)) dB\n"
    } else {
      text += highest > 0.005 ? "; --preamp auto would take \(fixed(-highest, 2)) dB\n" : "\n"
    }
  }

  /// The gain of the first channel's paths, dB.
  private static func sharedGain(_ plan: EqualizerPlan) -> Double {
    let ratio = plan.segments.reduce(1.0) { $0 * $1.paths[0].gain }
    return Level.decibels(Float(ratio.magnitude))
  }

  private mutating func add(
    _ form: GraphicForm, _ place: Preset.Place, _ design: FilterDesign
  ) {
    for (side, name) in [(GraphicForm.Side.left, "L"), (.right, "R")] {
      for band in GraphicForm.centres.indices where form[side][band] != 0 {
        text +=
          "bell  \(Int(GraphicForm.centres[band])) Hz  gain \(fixed(form[side][band], 2)) dB  "
        text +=
          "\(fixed(form.bandwidth, 2)) octaves  \(design.rawValue)  channels \(name)  (\("\(place)".asLine))\n"
      }
    }
  }

  private static func words(_ content: Preset.Content) -> String {
    switch content {
    case .preamp(let gain): return "preamp \(fixed(gain, 2)) dB"
    case .amplify(let ratio): return "gain x \(fixed(ratio, 6))"
    case .filter(let filter): return words(filter)
    case .curve(let points): return "curve of \(points.count) points, minimum phase"
    case .delay(.milliseconds(let value)): return "delay \(fixed(value, 3)) ms"
    case .delay(.samples(let value)): return "delay \(fixed(value, 0)) samples"
    case .copy(let terms):
      return "copy to " + terms.map(\.target.word).joined(separator: " ")
    case .graphic: return ""
    }
  }

  private static func words(_ filter: PresetFilter) -> String {
    let names: [PresetFilter.Kind: String] = [
      .peaking: "bell", .lowPass: "low-pass", .highPass: "high-pass", .bandPass: "band-pass",
      .notch: "notch", .allPass: "all-pass", .lowShelf: "low shelf", .highShelf: "high shelf",
      .lowShelfCorner: "low shelf", .highShelfCorner: "high shelf",
      .lowPass1: "low-pass 6 dB/oct", .highPass1: "high-pass 6 dB/oct",
      .lowShelf1: "low shelf 6 dB/oct", .highShelf1: "high shelf 6 dB/oct",
      .allPass1: "all-pass of first order", .special: "special",
    ]
    var words = names[filter.kind] ?? ""
    words += "  centre \(fixed(filter.centre, 3)) Hz"
    if filter.kind.isCornerShelf { words += " (corner \(fixed(filter.frequency, 3)) Hz)" }
    if filter.kind.hasGain { words += "  gain \(fixed(filter.gainDB, 2)) dB" }
    guard filter.kind.hasWidth else { return words }
    switch filter.width {
    case .q(let q): words += "  Q \(fixed(q, 4))"
    case .octaves(let octaves): words += "  \(fixed(octaves, 4)) octaves"
    case .slope(let slope): words += "  slope \(fixed(12 * slope, 2)) dB/oct"
    }
    return words
  }
}
