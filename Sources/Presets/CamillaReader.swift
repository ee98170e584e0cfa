/// Reads the filters and the pipeline of a CamillaDSP configuration.
struct CamillaReader {
  private typealias Node = YAMLText.Node

  private let file: String
  private var preset = Preset()

  /// Whether a text is such a configuration: a key of its first level stands at a line's beginning.
  static func recognizes(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      ["filters:", "pipeline:", "devices:"].contains { line.hasPrefix($0) }
    }
  }

  /// - Throws: `PresetError` for what is no YAML.
  static func read(_ text: String, name: String) throws(PresetError) -> Preset {
    var reader = CamillaReader(file: name)
    let root: Node
    do throws(YAMLText.Fault) {
      root = try YAMLText.parse(text)
    } catch {
      throw PresetError(.init(file: name, line: error.line), error.text)
    }
    reader.readPipeline(root)
    return reader.preset
  }

  private init(file: String) { self.file = file }

  private func place(_ node: Node) -> Preset.Place { .init(file: file, line: node.line) }

  private mutating func doubt(_ node: Node, _ text: String) {
    preset.remarks.append(PresetRemark(place: place(node), text: text, isDoubtful: true))
  }

  private mutating func readPipeline(_ root: Node) {
    let filters = root["filters"]?.pairs ?? []
    guard let pipeline = root["pipeline"] else {
      preset.remarks.append(
        PresetRemark(
          place: place(root), text: "no pipeline: all filters, for all channels, in their order",
          isDoubtful: false))
      for (name, filter) in filters { add(name, filter, nil) }
      return
    }
    for step in pipeline.items {
      if step["bypassed"]?.text == "true" { continue }
      guard step["type"]?.text == "Filter" else {
        doubt(step, "a step of type '\(step["type"]?.text ?? "")' is not supported")
        continue
      }
      let channels = channels(of: step)
      for item in step["names"]?.items ?? [] {
        guard let name = item.text, let filter = filters.first(where: { $0.key == name })?.node
        else {
          doubt(item, "no filter is called '\(item.text ?? "")'")
          continue
        }
        add(name, filter, channels)
      }
    }
  }

  /// The channels of a step: a list, one number (versions 1 and 2), or none for all; counted from 0.
  private mutating func channels(of step: Node) -> [ChannelName]? {
    let found = step["channels"]?.items ?? step["channel"].map { [$0] }
    guard let found, !found.isEmpty else { return nil }
    var names: [ChannelName] = []
    for item in found {
      if let number = item.text.flatMap({ Int($0) }), 0...63 ~= number {
        names.append(.number(number + 1))
      } else {
        doubt(item, "'\(item.text ?? "")' is no channel")
      }
    }
    return names
  }

  private mutating func add(_ name: String, _ node: Node, _ channels: [ChannelName]?) {
    let parameters = node["parameters"] ?? node
    var parser = CamillaFilter(parameters)
    do throws(FilterLine.Fault) {
      for content in try parser.contents(of: node["type"]?.text ?? "") {
        preset.lines.append(.init(content: content, channels: channels, place: place(node)))
      }
    } catch {
      doubt(node, "filter '\(name)': \(error.text)")
    }
  }
}
