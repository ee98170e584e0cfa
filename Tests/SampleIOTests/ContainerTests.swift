import Testing

@testable import SampleIO

@Suite struct ContainerTests {
  private func sniff(_ bytes: [UInt8]) throws -> Container {
    var input = try input(bytes, pipe: true)
    let found = try Container.sniff(&input)
    #expect(input.offset == 0)
    return found
  }

  @Test func `the streams of the suite are known by their first bytes`() throws {
    #expect(try sniff([0x53, 0x4D, 0xFF, 0x7F, 1, 0]) == .records)
    #expect(try sniff(Array("RIFF".utf8) + [0, 0, 0, 0]) == .wav)
    #expect(try sniff(Array("RF64".utf8)) == .wav)
    #expect(try sniff(Array("BW64".utf8)) == .wav)
    #expect(try sniff(Array(".snd".utf8)) == .au)
    #expect(try sniff([]) == .unknown)
    #expect(try sniff([0x53, 0x4D, 0xFF]) == .unknown)
  }

  @Test(arguments: [
    ("fLaC", 0, "FLAC"), ("OggS", 0, "Ogg"), ("ID3", 0, "MP3"), ("FORM", 0, "AIFF"),
    ("caff", 0, "CAF"), ("RIFX", 0, "big-endian WAV"), ("riff", 0, "W64"),
  ]) func `what libsndfile reads is known by name`(one: (String, Int, String)) throws {
    let bytes =
      [UInt8](repeating: 0, count: one.1) + Array(one.0.utf8) + [9, 9, 9, 9, 9, 9, 9, 9, 9]
    guard case .foreign(let name, readable: true) = try sniff(bytes) else {
      Issue.record("\(one.0)")
      return
    }
    #expect(name.contains(one.2))
  }

  @Test(arguments: [
    (4, Array("ftypM4A ".utf8), "M4A"), (0, [0x1A, 0x45, 0xDF, 0xA3], "Matroska"),
    (0, Array("wvpk".utf8), "WavPack"), (0, Array("MAC ".utf8), "Monkey"),
    (0, Array("FRM8".utf8), "DSDIFF"), (0, Array("MPCK".utf8), "Musepack"),
    (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6], "WMA"),
  ]) func `what nobody here reads is known by name`(one: (Int, [UInt8], String)) throws {
    guard
      case .foreign(let name, readable: false) = try sniff(
        [UInt8](repeating: 0, count: one.0) + one.1)
    else {
      Issue.record("\(one.2)")
      return
    }
    #expect(name.contains(one.2))
  }

  @Test(
    arguments: [
      // Version 1 layer III of 128 kbit/s at 44.1 kHz: 417 bytes. Version 2 layer III of 64 kbit/s
      // at 22.05 kHz: 208. Version 1 layer II of 384 kbit/s at 48 kHz: 1152. ADTS of 300 bytes.
      ([0xFF, 0xFB, 0x90, 0x64, 0, 0], 417), ([0xFF, 0xF3, 0x80, 0x64, 0, 0], 208),
      ([0xFF, 0xFD, 0xE4, 0x00, 0, 0], 1152), ([0xFF, 0xF1, 0x50, 0x80, 0x25, 0x80], 300),
    ] as [([UInt8], Int)])
  func `an MPEG sync counts only with a second one behind its frame`(one: ([UInt8], Int)) throws {
    let frame = one.0 + [UInt8](repeating: 0, count: one.1 - one.0.count)
    guard case .foreign = try sniff(frame + frame) else {
      Issue.record("two frames were not known")
      return
    }
    #expect(try sniff(frame) == .unknown)
    #expect(try sniff(one.0) == .unknown)
    #expect(try sniff(frame + [0] + frame) == .unknown)
  }

  @Test func `no finite Float32 begins a record`() {
    // The first four bytes, as a Float32, must have all exponent bits set and be no infinity.
    let magic = Float(bitPattern: RecordHeader.magic)
    #expect(magic.isNaN)
    var random = Random(3)
    for _ in 0..<200_000 {
      let bits = UInt32(truncatingIfNeeded: random.next())
      guard Float(bitPattern: bits).isFinite else { continue }
      let found = withUnsafeBytes(of: bits.littleEndian) { Container(sniffing: $0) }
      #expect(found != .records)
    }
  }

  @Test func `a name is quoted for the shell only where it must be`() {
    #expect(Container.quoted("/a/b-c_d.wav") == "/a/b-c_d.wav")
    #expect(Container.quoted("a b.wav") == "'a b.wav'")
    #expect(Container.quoted("it's") == "'it'\\''s'")
    #expect(Container.quoted("$x") == "'$x'")
    #expect(Container.quoted("") == "''")
  }
}
