import Drawing
import SampleIO

/// Where pictures go that are made at the end of a source: a file, or text on standard output.
public struct PictureFile {
  private let path: String
  private let format: CairoCanvas.Format
  private let settings: ViewSettings
  private var number = 0

  /// - Parameters:
  ///   - path: its suffix decides the format.
  ///   - settings: size and scale.
  /// - Throws: `UsageError` for a suffix that is none of a picture.
  public init(_ path: String, _ settings: ViewSettings) throws {
    let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let format = CairoCanvas.Format(rawValue: suffix), path.contains(".") else {
      throw UsageError("--output \(path): the name of a picture ends in .png, .svg or .pdf")
    }
    self.path = path
    self.format = format
    self.settings = settings
    let size = Self.size(settings)
    guard format != .png || Double(size.width) * settings.scale <= 32_767,
      format != .png || Double(size.height) * settings.scale <= 32_767
    else {
      throw UsageError(
        "--scale \(fixed(settings.scale, 2)): a PNG has at most 32767 x 32767 pixels")
    }
  }

  /// Smaller pictures are laid out as large as this, and reduced.
  private static let least = (width: 400.0, height: 250.0)

  private static func size(_ settings: ViewSettings) -> (width: Int, height: Int) {
    settings.size ?? (960, 540)
  }

  /// How much smaller a picture is drawn.
  static func reduction(_ width: Int, _ height: Int) -> Double {
    max(least.width / Double(width), least.height / Double(height), 1)
  }

  private func canvas() throws -> CairoCanvas {
    let (width, height) = Self.size(settings)
    return try CairoCanvas(
      format, width: width, height: height, scale: settings.scale,
      reduction: Self.reduction(width, height))
  }

  /// What views lay themselves out for.
  func shape() throws -> Shape { Shape(try canvas()) }

  /// Writes the picture of a source; the second one's name has a -2 before its suffix.
  ///
  /// - Parameter session: what is drawn.
  /// - Throws: `failed` of cairo, `system` of the file.
  mutating func write(_ session: inout Session) throws {
    number += 1
    var canvas = try canvas()
    session.draw(on: &canvas)
    canvas.describe(title: session.title, session.sentence)
    let bytes = try canvas.finish()
    try PartFile.make(bytes, at: name, replacing: true)
  }

  private var name: String {
    guard number > 1, let dot = path.lastIndex(of: ".") else { return path }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}
