import Testing

@testable import SampleIO

@Suite struct AUHeaderTests {
  private func au(
    start: Int = 24, size: Int, encoding: Int, rate: Int = 8000, channels: Int = 1,
    note: [UInt8] = [], _ data: [UInt8]
  ) -> [UInt8] {
    Array(".snd".utf8) + big(start, 4) + big(size, 4) + big(encoding, 4) + big(rate, 4)
      + big(channels, 4) + note + data
  }

  @Test(arguments: [
    (2, [0x80, 0x40] as [UInt8], [-1, 0.5] as [Float]),
    (3, big(-32_768, 2) + big(1, 2), [-1, 0x1p-15]),
    (4, big(-8_388_608, 3) + big(1, 3), [-1, 0x1p-23]), (5, big(1 << 30, 4), [0.5]),
    (6, big(Int(Float(1.5).bitPattern), 4), [1.5]), (7, big(Int(0.25.bitPattern), 8), [0.25]),
  ]) func `every plain encoding is read`(one: (Int, [UInt8], [Float])) throws {
    for size in [one.1.count, 0xFFFF_FFFF, 0] {
      for pipe in [false, true] {
        let found = try sound(au(size: size, encoding: one.0, one.1), pipe: pipe)
        #expect(found.samples == one.2)
        #expect(found.error == nil)
        #expect(found.rate == 8000)
        #expect(found.frames == (size == one.1.count ? Int64(one.2.count) : nil))
      }
    }
  }

  @Test func `an annotation is passed over, whatever its length`() throws {
    let note = Array("made by a test\0".utf8)
    let found = try sound(
      au(start: 24 + note.count, size: 4, encoding: 3, note: note, big(1, 2) + big(2, 2)),
      pipe: true)
    #expect(found.samples == [0x1p-15, 0x1p-14])
  }

  @Test(arguments: [(1, "mu-law"), (27, "A-law"), (23, "encoding 23")])
  func `other encodings are refused by name`(one: (Int, String)) throws {
    guard
      case .foreign(_, let kind, _) = try sound(
        au(size: 2, encoding: one.0, [1, 2]), pipe: true
      ).error
    else {
      Issue.record("it was taken")
      return
    }
    #expect(kind.contains(one.1))
  }

  @Test func `impossible headers are refused`() throws {
    for bytes in [
      au(start: 4, size: 2, encoding: 3, [0, 0]), au(start: 4000, size: 2, encoding: 3, [0, 0]),
      au(size: 2, encoding: 3, channels: 0, [0, 0]),
      au(size: 2, encoding: 3, channels: 65, [0, 0]),
      au(size: 2, encoding: 3, rate: 0, [0, 0]), Array(au(size: 2, encoding: 3, []).prefix(20)),
    ] {
      #expect(place(try sound(bytes, pipe: true).error) != nil)
    }
  }

  @Test func `what was written is read back`() throws {
    for format in [SampleFormat.s16, .s24, .s32, .f32, .f64] {
      for frames in [nil, Int64(3)] {
        let header = AUHeader.bytes(format, rate: 96_000, channels: 5, frames: frames)
        var read = try input(header, pipe: true)
        let found = try AUHeader.read(from: &read)
        #expect(read.offset == Int64(header.count))
        #expect(found.decoder.format == format)
        #expect(found.decoder.bigEndian)
        #expect(found.rate == 96_000)
        #expect(found.channels == 5)
        #expect(found.frames == frames)
      }
    }
  }
}
