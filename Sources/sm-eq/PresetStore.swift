import Presets
import SampleIO

/// Where presets are kept: the user's folder, then the one that was installed.
struct PresetStore {
  /// $XDG_CONFIG_HOME/signalmetric/presets, nil without a home.
  let folder: String?
  private let installed: String?

  init() {
    folder = SmallFile.userFolder("XDG_CONFIG_HOME", or: "/.config").map {
      $0 + "/signalmetric/presets"
    }
    installed = SmallFile.programFolder.map {
      SmallFile.folder(of: $0) + "/share/signalmetric/presets"
    }
  }

  private var folders: [String] { [folder, installed].compactMap { $0 } }

  /// The folders that are looked at, in words.
  private var places: String {
    folders.isEmpty ? "a home folder" : folders.joined(separator: " or ")
  }

  /// Names of presets, each once, sorted.
  var names: [String] { Set(folders.flatMap { SmallFile.names(in: $0) }).sorted() }

  /// The file of a name or a path.
  ///
  /// - Parameter text: a path if it holds a slash; otherwise a preset's name, or a file that is here.
  /// - Returns: a path that can be read.
  /// - Throws: `failed` with the places that were looked at.
  func path(of text: String) throws -> String {
    if text.contains("/") {
      guard SmallFile.exists(text) else { throw SampleError.failed("\(text): no such preset file") }
      return text
    }
    if Self.isName(text) {
      for folder in folders where SmallFile.exists(folder + "/" + text) {
        return folder + "/" + text
      }
    }
    if SmallFile.exists(text) { return "./" + text }
    throw SampleError.failed(
      "\(text): neither a preset in \(places) nor a file here"
        + Nearest.question(text, among: names, or: "; sm-eq --list prints the presets"))
  }

  /// Where a preset of a name is to be saved.
  func pathForSaving(_ name: String) throws -> String {
    guard Self.isName(name) else {
      throw UsageError(
        "--save: '\(name)' is no name; it has no slash and does not begin with a dot")
    }
    guard let folder else {
      throw SampleError.failed(
        "--save \(name): neither HOME nor an absolute XDG_CONFIG_HOME is set")
    }
    return folder + "/" + name
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && !text.contains("/") && text.utf8.count <= 200
      && text.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
  }

  /// Reads a preset with everything that it includes.
  ///
  /// - Parameter path: of the file.
  /// - Returns: the preset, and the files that it was made of.
  /// - Throws: what is wrong with the file, or `PresetError`.
  static func read(_ path: String) throws -> (preset: Preset, files: [String]) {
    var files = [path]
    let text = PresetBytes.text(try SmallFile.read(path))
    let preset = try Preset.read(text, name: path) { name, from in
      // Files written elsewhere separate folders by backslashes.
      let path = name.replacing("\\", with: "/")
      let found = path.hasPrefix("/") ? path : SmallFile.folder(of: from) + "/" + path
      guard let bytes = try? SmallFile.read(found) else { return nil }
      files.append(found)
      return (found, PresetBytes.text(bytes))
    }
    guard !preset.lines.isEmpty || preset.remarks.isEmpty else {
      throw SampleError.failed(
        "\(preset.remarks[0]); nothing else in it is understood either: no preset")
    }
    return (preset, files)
  }
}

extension Preset {
  /// Reads a text; the function of the reader, by a name that a call can be read by.
  static func read(
    _ text: String, name: String, including: @escaping PresetReader.Including
  ) throws(PresetError) -> Preset {
    try PresetReader.read(text, name: name, including: including)
  }
}
