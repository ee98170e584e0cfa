import Foundation
import Testing

@testable import SampleIO

@Suite struct WAVHeaderTests {
  private typealias W = WAVBytes
  private static let ramp = (0..<20).map { $0 * 1000 - 9500 }
  private static let data = ramp.flatMap { little($0, 2) }
  private static let samples = ramp.map { Float($0) / 32_768 }
  private let plain = W.format(1, bits: 16)

  /// Expects the ramp of 20 frames from a file and from a pipe.
  private func expectRamp(
    _ bytes: [UInt8], _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for pipe in [false, true] {
      let found = try sound(bytes, pipe: pipe)
      #expect(found.samples == Self.samples, "pipe \(pipe)", sourceLocation: sourceLocation)
      #expect(found.error == nil, "pipe \(pipe)", sourceLocation: sourceLocation)
      #expect(found.rate == 48_000, sourceLocation: sourceLocation)
    }
  }

  private func data(_ size: Int? = nil) -> [UInt8] { W.chunk("data", Self.data, size: size) }

  @Test func `a plain file is read`() throws {
    try expectRamp(W(chunks: [plain, data()]).bytes)
  }

  @Test func `LIST and other chunks may stand before the data`() throws {
    let list = W.chunk("LIST", Array("INFOISFTabcdef".utf8))
    let fact = W.chunk("fact", little(20, 4))
    try expectRamp(W(chunks: [list, plain, fact, list, data()]).bytes)
  }

  @Test(arguments: [true, false]) func `an odd chunk may have its padding byte or not`(pad: Bool)
    throws
  {
    let odd = W.chunk("note", [1, 2, 3], pad: pad)
    try expectRamp(W(chunks: [odd, plain, odd, data()]).bytes)
  }

  @Test func `chunks behind the data are no sound`() throws {
    let list = W.chunk("LIST", Array("INFOISFTabcdef".utf8))
    try expectRamp(W(chunks: [plain, data(), list]).bytes)
  }

  @Test func `a large foreign chunk is passed over`() throws {
    let large = W.chunk("JUNK", [UInt8](repeating: 0x55, count: 50_000))
    try expectRamp(W(chunks: [large, plain, data()]).bytes)
  }

  @Test(arguments: [0x7FFF_FFFE, 0xFFFF_FFFF, 0xFFFF_FFFE])
  func `a foreign chunk that claims gigabytes ends with a message at once`(size: Int) throws {
    let bytes = W(chunks: [W.chunk("LIST", Array("INFO".utf8), size: size), plain, data()]).bytes
    for pipe in [false, true] {
      let found = try sound(bytes, pipe: pipe)
      #expect(place(found.error)?.what == "before any 'data' chunk")
      #expect(place(found.error)?.byte == Int64(bytes.count))
    }
  }

  @Test(arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
  func `a size that was never filled in means to the end of input`(size: Int) throws {
    for riff in [0, size, size + 36, 0xFFFF_FFFF] where riff <= 0xFFFF_FFFF {
      let bytes = W(riffSize: riff, chunks: [plain, data(size)]).bytes
      try expectRamp(bytes)
      #expect(try sound(bytes, pipe: true).frames == nil)
    }
  }

  @Test func `an honest empty file is empty, whatever stands behind it`() throws {
    for chunks in [
      [plain, W.chunk("data", [])], [plain, W.chunk("data", []), W.chunk("LIST", [1])],
    ] {
      for pipe in [false, true] {
        let found = try sound(W(chunks: chunks).bytes, pipe: pipe)
        #expect(found.samples.isEmpty || chunks.count == 2 && pipe)
        #expect(found.error == nil)
      }
    }
  }

  @Test func `a file longer than its unfilled size is read beyond it`() throws {
    // SoX writes this size to a pipe; here 3 GiB of it were put into a (sparse) file.
    let header = W(riffSize: 0x7FFF_F024, chunks: [plain, W.chunk("data", [], size: 0x7FFF_F000)])
    let path = NSTemporaryDirectory() + "/sampleio-" + UUID().uuidString
    try Data(header.bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(truncate(path, 3 << 30) == 0)
    var unfilled = try ByteInput(path: path)
    let frames = try WAVHeader.read(from: &unfilled).frames
    #expect(frames == nil)
    // The same file with a RIFF size that fits it has a chunk behind its data.
    let honest = W(
      riffSize: 3 << 30 - 8, chunks: [plain, W.chunk("data", [], size: 0x7FFF_F000)])
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(honest.bytes))
    try handle.close()
    var filled = try ByteInput(path: path)
    let known = try WAVHeader.read(from: &filled).frames
    #expect(known == Int64(0x7FFF_F000 / 2))
  }

  @Test func `floating point of both widths is taken as it is`() throws {
    let values = [0, 1.5, -1.5, 0.25, 1e-42, -3]
    let single = values.flatMap { little(Int(Float($0).bitPattern), 4) }
    let double = values.flatMap { little(Int(bitPattern: UInt($0.bitPattern)), 8) }
    for pipe in [false, true] {
      let narrow = try sound(
        W(chunks: [W.format(3, bits: 32), W.chunk("data", single)]).bytes, pipe: pipe)
      #expect(narrow.samples == values.map(Float.init))
      let wide = try sound(
        W(chunks: [W.format(3, bits: 64, extra: little(0, 2)), W.chunk("data", double)]).bytes,
        pipe: pipe)
      #expect(wide.samples == values.map(Float.init))
    }
  }

  @Test func `integers of every width are read`() throws {
    let cases: [(Int, [UInt8], [Float])] = [
      (8, [0, 127, 128, 129, 255], [-1, -1 / 128, 0, 1 / 128, 127 / 128]),
      (16, little(-32_768, 2) + little(32_767, 2), [-1, 32_767 / 32_768]),
      (24, little(-8_388_608, 3) + little(1, 3), [-1, 1 / 8_388_608]),
      (32, little(-2_147_483_648, 4) + little(1 << 30, 4), [-1, 0.5]),
    ]
    for (bits, bytes, expected) in cases {
      let found = try sound(
        W(chunks: [W.format(1, bits: bits), W.chunk("data", bytes)]).bytes, pipe: true)
      #expect(found.samples == expected, "\(bits)")
    }
  }

  @Test func `fewer bits stand at the top of their bytes`() throws {
    let twelve = W.format(1, channels: 2, bits: 12, block: 4)
    let narrow = try sound(
      W(chunks: [twelve, W.chunk("data", little(0x7FF0, 2) + little(-0x8000, 2))]).bytes,
      pipe: true)
    #expect(narrow.samples == [Float(0x7FF) / 2048, -1])
    let twenty = W.format(1, bits: 20, block: 3)
    let wide = try sound(
      W(chunks: [twenty, W.chunk("data", little(0x7FFFF0, 3) + little(0x10, 3))]).bytes,
      pipe: true)
    #expect(wide.samples == [Float(0x7FFFF) / 0x80000, 1 / 0x80000])
    let five = W.format(1, bits: 5, block: 1)
    let byte = try sound(W(chunks: [five, W.chunk("data", [0xF8, 0x80])]).bytes, pipe: true)
    #expect(byte.samples == [Float(0x78) / 128, 0])
  }

  @Test func `the extensible format names its samples and channels`() throws {
    let format = W.format(
      0xFFFE, channels: 6, bits: 24, extra: W.extensible(1, bits: 24, mask: 0x3F))
    let body = (0..<12).flatMap { little($0 << 16, 3) }
    let found = try sound(W(chunks: [format, W.chunk("data", body)]).bytes, pipe: true)
    #expect(found.mask == 0x3F)
    #expect(found.channels == 6)
    #expect(found.samples == (0..<12).map { Float($0) / 128 })
    let strange = W.format(
      0xFFFE, channels: 6, bits: 24, extra: W.extensible(1, bits: 24, mask: 0x3))
    #expect(try sound(W(chunks: [strange, W.chunk("data", body)]).bytes, pipe: true).mask == 0)
  }

  @Test(arguments: ["RF64", "BW64"]) func `long files take their length from ds64`(
    id: String
  ) throws {
    let ds64 = W.chunk("ds64", little(1000, 8) + little(40, 8) + little(20, 8) + little(0, 4))
    let behind = W.chunk("LIST", Array("abcd".utf8))
    try expectRamp(
      W(id: id, riffSize: 0xFFFF_FFFF, chunks: [ds64, plain, data(0xFFFF_FFFF), behind]).bytes)
    let unknown = W.chunk("ds64", [UInt8](repeating: 0, count: 28))
    try expectRamp(
      W(id: id, riffSize: 0xFFFF_FFFF, chunks: [unknown, plain, data(0xFFFF_FFFF)]).bytes)
  }

  @Test func `a wrong byte rate does not matter`() throws {
    try expectRamp(W(chunks: [W.format(1, bits: 16, byteRate: 7), data()]).bytes)
  }

  @Test func `a file cut short gives its whole frames and then the byte`() throws {
    let bytes = Array(W(chunks: [plain, data()]).bytes.dropLast(11))
    for pipe in [false, true] {
      let found = try sound(bytes, pipe: pipe)
      #expect(found.samples == Array(Self.samples.prefix(14)))
      #expect(place(found.error)?.byte == Int64(bytes.count))
      #expect(place(found.error)?.what == "cut short, 14 of 20 frames are there")
    }
  }

  @Test func `a frame cut in an unknown length is told`() throws {
    let bytes = Array(W(chunks: [plain, data(0xFFFF_FFFF)]).bytes.dropLast(3))
    let found = try sound(bytes, pipe: true)
    #expect(found.samples.count == 18)
    #expect(place(found.error)?.what == "inside a frame, 1 of its 2 bytes are there")
  }

  @Test func `a header cut anywhere is a message with its byte`() throws {
    let whole = W(chunks: [W.chunk("LIST", [1, 2, 3]), plain, data()]).bytes
    let headerEnd = whole.count - Self.data.count
    for length in 4..<headerEnd {
      let found = try sound(Array(whole[..<length]), pipe: length % 2 == 0)
      #expect(found.samples.isEmpty)
      #expect(place(found.error)?.byte == Int64(length), "\(length)")
    }
  }

  @Test func `a format behind the data, too short or missing is refused`() throws {
    let late = try sound(W(chunks: [data(), plain]).bytes, pipe: true)
    #expect(place(late.error)?.what == "'data' stands before any 'fmt ' chunk")
    #expect(place(late.error)?.byte == 12)
    let short = W.chunk("fmt ", little(1, 2) + little(1, 2) + little(48_000, 4) + little(0, 5))
    let thirteen = try sound(W(chunks: [short, data()]).bytes, pipe: true)
    #expect(place(thirteen.error)?.what == "a 'fmt ' chunk of 13 bytes, at least 16")
  }

  @Test func `impossible channels and rates are refused`() throws {
    for (channels, rate) in [(0, 48_000), (65, 48_000), (1, 0), (1, 0xFFFF_FFFF)] {
      let format = W.format(1, channels: channels, rate: rate, bits: 16)
      #expect(try sound(W(chunks: [format, data()]).bytes, pipe: true).error != nil)
    }
  }

  @Test(arguments: [
    (2, 4, "Microsoft ADPCM"), (6, 8, "A-law"), (7, 8, "mu-law"), (0x11, 4, "IMA ADPCM"),
    (0x55, 0, "MP3"), (1, 36, "36-bit"), (1, 64, "64-bit"), (3, 16, "16-bit"), (0x1234, 8, "4660"),
  ]) func `samples that are no plain numbers are refused by name`(kind: (Int, Int, String)) throws {
    let bytes = W(chunks: [W.format(kind.0, bits: kind.1), data()]).bytes
    guard case .foreign(_, let name, let advice) = try sound(bytes, pipe: true).error else {
      Issue.record("it was taken")
      return
    }
    #expect(name.contains(kind.2))
    #expect(advice.contains("sm-capture"))
  }

  @Test func `a RIFF file that is no WAVE is refused`() throws {
    let bytes = Array("RIFF".utf8) + little(4, 4) + Array("AVI LIST".utf8)
    guard case .foreign(_, let kind, _) = try sound(bytes, pipe: true).error else {
      Issue.record("it was taken")
      return
    }
    #expect(kind.contains("AVI"))
  }

  @Test func `what was written is read back`() throws {
    for format in [SampleFormat.s16, .s24, .s32, .f32, .f64] {
      for (channels, mask) in [(1, UInt32(0)), (2, 3), (6, 0x3F), (64, 0)] {
        for frames in [nil, Int64(0), 3] {
          let header = WAVHeader.bytes(
            format, rate: 44_100, channels: channels, mask: mask, frames: frames)
          var read = try input(header, pipe: true)
          let found = try WAVHeader.read(from: &read)
          #expect(read.offset == Int64(header.count))
          #expect(found.decoder.format == format)
          #expect(found.rate == 44_100)
          #expect(found.channels == channels)
          #expect(found.mask == (mask > 3 ? mask : 0) || format == .s24 || format == .s32)
          #expect(found.frames == frames || frames == 0)
          let size = frames.map { Int($0) * channels * (format.byteCount ?? 0) } ?? 0xFFFF_FFFF
          #expect(Array(header.suffix(4)) == little(size, 4))
        }
      }
    }
  }
}
