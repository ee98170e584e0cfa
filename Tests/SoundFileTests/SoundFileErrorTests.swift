import Foundation
import Testing

@testable import SoundFile

@Suite struct SoundFileErrorTests {
  @Test func `a missing file and a directory are refused with the system's reason`() throws {
    let scratch = try Scratch()
    #expect(
      refusal(scratch.folder + "/none.wav") == .cannotOpen(reason: "no such file or directory"))
    #expect(refusal(scratch.folder) == .cannotOpen(reason: "is a directory"))
    #expect(refusal("-") == .cannotOpen(reason: "no such file or directory"))
  }

  @Test(arguments: ["empty", "empty.wav", "empty.mp3", "empty.au"])
  func `an empty file is called empty`(_ name: String) throws {
    let scratch = try Scratch()
    #expect(refusal(try scratch.file(name, [])) == .empty)
  }

  @Test(arguments: ["x", "x.wav", "x.au", "x.snd", "x.vox", "x.gsm", "x.raw"])
  func `text is not sound, whatever its name`(_ name: String) throws {
    let scratch = try Scratch()
    let text = Array("Not a sound, but a line of text that is repeated.\n".utf8)
    #expect(refusal(try scratch.file(name, text + text + text)) == .notSound)
  }

  @Test func `the first bytes of a format alone are an error`() throws {
    let scratch = try Scratch()
    #expect(refusal(try scratch.file("x.flac", Array("fLaC".utf8))) != nil)
    #expect(refusal(try scratch.file("x.ogg", Array("OggS".utf8))) != nil)
    #expect(refusal(try scratch.file("x.wav", Array("RIFF".utf8))) != nil)
    #expect(refusal(try scratch.file("x.caf", Array("caff".utf8))) != nil)
  }

  @Test func `a file that ends early delivers what there is, then says so`() throws {
    let scratch = try Scratch()
    let sound = SoundBytes(channels: 1, bits: 16, samples: Array(0..<100))
    var file = try SoundFile(reading: try scratch.file("x.flac", sound.flac(announced: 250)))
    let (samples, error) = decode(&file, block: 1000)
    #expect(samples == (0..<100).map { Float($0) / 32768 })
    #expect(error == .truncated(frames: 100, of: 250))
    #expect(decode(&file).error == error)
    try file.seek(toFrame: 99)
    #expect(decode(&file).samples == [99.0 / 32768])
  }

  @Test func `descriptions are half sentences`() {
    let all: [SoundFileError] = [
      .cannotOpen(reason: "no"), .empty, .notSound, .unsupportedEncoding, .damaged(reason: "x"),
      .truncated(frames: 1, of: 2), .stopsEarly(frames: 1), .notSeekable, .beyondEnd(frame: 3),
    ]
    for text in all.map(\.description) {
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("\n"))
    }
  }
}
