import Foundation
import Testing

/// The presets that are installed.
@Suite struct PresetFolderTests {
  static let folder = project.appendingPathComponent("pipelines/presets")
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  @Test func `there are some`() { #expect(Self.names.count > 5) }

  @Test(arguments: names, [44_100, 48_000, 96_000])
  func `every line is understood, and no frequency goes over 0 dB`(name: String, rate: Int) throws {
    let outcome = try shell(
      "sm-eq --strict --response-text -r \(rate) -p \"$PRESET\"",
      environment: ["PRESET": Self.folder.appendingPathComponent(name).path])
    #expect(outcome.errors == "")
    #expect(outcome.lines.count == 512)
    let gains = outcome.lines.compactMap { Double($0.components(separatedBy: " ")[1]) }
    #expect(try #require(gains.max()) <= 0.001)
    // It does something, and begins with a line that says what.
    #expect(try #require(gains.min()) < -1)
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    #expect(text.hasPrefix("# "))
  }

  @Test func `they are found beside the program, behind those of the user`() throws {
    let outcome = try shell(
      """
      mkdir -p place/bin place/share/signalmetric conf/signalmetric/presets
      cp "$(command -v sm-eq)" place/bin/; ln -s "$FOLDER" place/share/signalmetric/presets
      echo 'Preamp: -7 dB' >conf/signalmetric/presets/voice
      export XDG_CONFIG_HOME=$PWD/conf
      place/bin/sm-eq --list >list; place/bin/sm-eq --show voice; place/bin/sm-eq --show rumble
      cat list >&2
      """, environment: ["FOLDER": Self.folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").map(String.init) == Self.names)
    #expect(outcome.lines[0] == "Preamp: -7 dB")
    #expect(outcome.lines[1].hasPrefix("# What turntables"))
  }
}
