import DSP
import Presets
import SampleIO

/// What the command line asks of the equalizer.
struct EqualizerRequest {
  let output: OutputRequest
  let isWatching: Bool
  let hasMixer: Bool
  let preamp: Preamp
  /// What may leave at most, dB over full scale; nil by the kind of output.
  let limit: Limit?
  /// Whether preset files are read, which can change.
  var readsFiles: Bool { !presets.isEmpty }
  let store = PresetStore()

  private let presets: [String]
  private let words: [String]
  private let graphic: GraphicOptions
  private let meaning: ShelfMeaning
  private let isStrict: Bool
  let design: FilterDesign?
  private let sides: [GraphicForm.Side?]?
  private let savedName: String?

  /// The gain that belongs to no filter.
  enum Preamp: Equatable { case fixed(Double), automatic }
  enum Limit: Equatable { case off, over(Double) }

  init(_ arguments: Arguments) throws {
    var output = try OutputRequest.likeInput(arguments)
    output.isChangeable = arguments.has("mixer") || arguments.has("watch")
    self.output = output
    isWatching = arguments.has("watch")
    hasMixer = arguments.has("mixer")
    savedName = arguments.text("save")
    presets = arguments.texts("preset")
    words = arguments.operands
    graphic = try GraphicOptions(arguments)
    isStrict = arguments.has("strict")
    meaning = try arguments.choice("ls-means", ShelfMeaning.init) ?? .auto
    design = try arguments.choice("design", FilterDesign.init)
    sides = try arguments.text("channel-map").map(Self.sides)
    preamp =
      arguments.text("preamp") == "auto"
      ? .automatic : .fixed(try arguments.number("preamp", in: -100...100, unit: "dB") ?? 0)
    limit =
      arguments.text("limit") == "off"
      ? .off : try arguments.number("limit", in: -100...200, unit: "dB").map { .over($0) }
    if isWatching, presets.isEmpty {
      throw UsageError("--watch: there is no preset file to watch; name one with --preset")
    }
    let check = PresetReader.read(words: words)
    if let remark = check.remarks.first(where: \.isDoubtful) {
      throw UsageError("\(remark); such as 'PK Fc 105 Hz Gain 5.5 dB Q 0.70', see sm-presets(5)")
    }
  }

  private static func sides(_ text: String) throws -> [GraphicForm.Side?] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      switch word.uppercased() {
      case "L": .left
      case "R": .right
      case "-": nil
      default: throw UsageError("--channel-map: '\(word)' is not L, R or -, as in L,R,L,R,-")
      }
    }
  }

  /// Everything that is asked for, as one preset; read anew at each call.
  ///
  /// - Returns: the preset, and the files that it was made of.
  /// - Throws: what is wrong with a file; with `--strict` also what was not understood.
  func load() throws -> (preset: Preset, files: [String]) {
    var whole = Preset()
    var files: [String] = []
    for name in presets {
      var (preset, read) = try PresetStore.read(try store.path(of: name))
      preset.settleShelves(meaning)
      whole.lines += preset.lines
      whole.remarks += preset.remarks
      files += read
    }
    var spoken = PresetReader.read(words: words)
    spoken.settleShelves(meaning == .auto ? .corner : meaning)
    whole.lines += spoken.lines
    whole.remarks += spoken.remarks
    try graphic.apply(to: &whole)
    if isStrict, let remark = whole.remarks.first(where: \.isDoubtful) {
      throw SampleError.failed("\(remark) (--strict)")
    }
    return (whole, files)
  }

  /// The plan for a stream, with the preamp of the command line.
  ///
  /// - Parameters:
  ///   - preset: as loaded.
  ///   - rate: Hz.
  ///   - channels: of the stream.
  ///   - mask: of the channels, 0 unknown.
  /// - Returns: the plan, with a remark for what is left out.
  /// - Throws: `PresetError` for what is not stable; with `--strict` also for what is left out.
  func plan(
    _ preset: Preset, rate: Double, channels: Int, mask: UInt32 = 0
  ) throws -> PresetPlan {
    var target = PresetTarget(rate: rate, channels: channels)
    target.mask = mask
    target.design = design
    target.sides = sides
    if let sides, sides.count != channels {
      throw UsageError("--channel-map names \(sides.count) channels, the stream has \(channels)")
    }
    var result = try preset.plan(for: target)
    if isStrict, let remark = result.remarks.first(where: \.isDoubtful) {
      throw SampleError.failed("\(remark) (--strict)")
    }
    result.plan.amplify(gainDB: gain(for: result.plan))
    return result
  }

  private func gain(for plan: EqualizerPlan) -> Double {
    switch preamp {
    case .fixed(let gain): return gain
    case .automatic:
      let highest = plan.highestGain()
      return highest.isFinite ? -highest : 0
    }
  }

  /// Keeps a preset under the name of `--save`; a mixer's otherwise under that of the user's preset.
  ///
  /// - Parameter preset: as loaded, without the preamp of the command line.
  /// - Returns: the name.
  /// - Throws: `UsageError` for what cannot be kept, `system` when it cannot be written.
  func save(_ preset: Preset) throws -> String {
    var kept = preset
    switch preamp {
    case .fixed(0): break
    case .fixed(let gain):
      kept.insertPreamp(gain, place: .init(file: "the command line", line: 0))
    case .automatic:
      throw UsageError(
        "--save: a preset has a fixed preamp; --check --preamp auto says which, then give --preamp DB"
      )
    }
    let name = savedName ?? presets.first { !$0.contains("/") } ?? "mixer"
    guard !kept.lines.isEmpty else {
      throw UsageError("--save \(name): there is nothing to save; set bands or name filters")
    }
    try SmallFile.replace(try store.pathForSaving(name), with: try kept.text())
    return name
  }
}
