import DSP
import Presets
import SampleIO

/// The options that set the fourteen bands.
struct GraphicOptions {
  private var left: [Double]?
  private var right: [Double]?
  private var bands: [(side: GraphicForm.Side?, band: Int, gain: Double)] = []
  private var bandwidth: Double?

  init(_ arguments: Arguments) throws {
    let both = try Self.gains(arguments, "gains")
    left = try Self.gains(arguments, "left") ?? both
    right = try Self.gains(arguments, "right") ?? both
    bands = try arguments.texts("band").map(Self.band)
    let range = GraphicForm.bandwidthRange
    bandwidth = try arguments.number("bandwidth", in: range, unit: "octaves")
    if let q = try arguments.number("q", in: 0.18...28.9) {
      guard bandwidth == nil else { throw UsageError("--q and --bandwidth: choose one") }
      bandwidth = min(max(BandWidth.octavesOfQ(q), range.lowerBound), range.upperBound)
    }
  }

  private static func gains(_ arguments: Arguments, _ name: String) throws -> [Double]? {
    guard let text = arguments.text(name) else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count == GraphicForm.centres.count else {
      throw UsageError(
        "--\(name): \(words.count) gains where fourteen are needed, one a band, with commas between"
      )
    }
    return try words.map { try gain(String($0), "--\(name)") }
  }

  private static func gain(_ text: String, _ option: String) throws -> Double {
    guard let value = Arguments.parse(text) else {
      throw UsageError("\(option): '\(text)' is not a number")
    }
    guard GraphicForm.gainRange ~= value else {
      throw UsageError("\(option): \(text) is outside -12 to 12 dB")
    }
    return value
  }

  private static func band(
    _ text: String
  ) throws -> (side: GraphicForm.Side?, band: Int, gain: Double) {
    let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = (sides.last ?? "").split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError("--band: '\(text)' is not like 1k=3 or L:1k=3")
    }
    var side: GraphicForm.Side?
    if sides.count == 2 {
      switch sides[0].uppercased() {
      case "L", "1": side = .left
      case "R", "2": side = .right
      default: throw UsageError("--band: '\(sides[0])' is not L or R, as in L:1k=3")
      }
    }
    guard let band = GraphicForm.band(named: String(parts[0])) else {
      throw UsageError(
        "--band: there is no band at '\(parts[0])'; they are at "
          + GraphicForm.labels.joined(separator: " "))
    }
    return (side, band, try gain(String(parts[1]), "--band"))
  }

  private var isEmpty: Bool { left == nil && right == nil && bands.isEmpty && bandwidth == nil }

  /// Sets in a preset what was given.
  func apply(to preset: inout Preset) throws {
    guard !isEmpty else { return }
    var form = preset.graphic ?? GraphicForm()
    form.left = left ?? form.left
    form.right = right ?? form.right
    form.bandwidth = bandwidth ?? form.bandwidth
    for (side, band, gain) in bands {
      if side != .right { form.left[band] = gain }
      if side != .left { form.right[band] = gain }
    }
    preset.setGraphic(form, place: .init(file: "the command line", line: 0))
  }
}
