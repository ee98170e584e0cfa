import DSP
import Presets
import SampleIO

/// The questions that need no sound.
enum EqualizerAnswers {
  /// Answers what was asked.
  ///
  /// - Returns: false when the command line asks nothing of the kind.
  static func give(_ arguments: Arguments, _ request: EqualizerRequest) throws -> Bool {
    var text = TextOutput()
    if arguments.has("bands") {
      text.text.append(bands())
    } else if arguments.has("list") {
      for name in request.store.names { text.text.append(name.asLine + "\n") }
    } else if let name = arguments.text("show") {
      text.text.append(PresetBytes.text(try SmallFile.read(try request.store.path(of: name))))
    } else if arguments.has("save"), !request.hasMixer {
      let (preset, _) = try request.load()
      for remark in preset.remarks { Diagnostics.remark(remark.description) }
      _ = try request.save(preset)
    } else if arguments.has("check") || arguments.has("response-text") || arguments.has("response")
    {
      let rate = try arguments.number("rate", in: 1...10_000_000, unit: "Hz") ?? 48_000
      let channels = try arguments.integer("channels", in: 1...RecordHeader.mostChannels) ?? 2
      let (preset, _) = try request.load()
      let result = try request.plan(preset, rate: rate, channels: channels)
      for remark in preset.remarks + result.remarks { Diagnostics.remark(remark.description) }
      if arguments.has("check") {
        text.text.append(CheckText(preset, result.plan, request).text)
      } else if arguments.has("response-text") {
        text.text.append(responseText(result.plan))
      } else {
        try writeResponse(result.plan, arguments)
      }
    } else {
      return false
    }
    try text.flush()
    return true
  }

  private static func bands() -> String {
    let rows = zip(GraphicForm.centres, GraphicForm.labels).enumerated().map { index, band in
      let label = band.1 + "Hz"
      let pad = String(repeating: " ", count: 7 - label.count)
      return "\(index + 1 < 10 ? " " : "")\(index + 1)  \(label)\(pad)\(Int(band.0)) Hz  "
        + (index < 7 ? "low" : "high")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  // MARK: response

  /// 512 points with equal steps of the logarithm, from 4 Hz to just below half the rate.
  static func frequencies(rate: Double) -> [Double] {
    LogScale.points(512, from: min(4, rate / 1000), to: 0.499 * rate)
  }

  private static func responseText(_ plan: EqualizerPlan) -> String {
    var text = NumberText()
    for frequency in frequencies(rate: plan.rate) {
      text.append(frequency, decimals: 3)
      for channel in 0..<plan.channels {
        let gain = plan.response(channel: channel, frequency: frequency).decibels
        text.append(gain.isFinite ? " " + fixed(gain, 4) : " -")
      }
      text.append("\n")
    }
    return text.string
  }

  private static func writeResponse(_ plan: EqualizerPlan, _ arguments: Arguments) throws {
    // Nothing is read: the response needs no sound.
    var input = StreamInput(try InputRequest(arguments))
    var output = try StreamOutput(.records(arguments), for: &input)
    let channels = (0..<plan.channels).map { channel in
      frequencies(rate: plan.rate).map { frequency in
        let gain = plan.response(channel: channel, frequency: frequency)
        return ResponsePoint(
          frequency: Float(frequency), gain: Float(gain.decibels), phase: Float(gain.degrees))
      }
    }
    var record = Record()
    record.makeResponse(channels, rate: plan.rate, note: arguments.text("preset") ?? "")
    try output.write(&record)
    record.endResponse()
    try output.write(&record)
    try output.finish()
  }
}
