import Testing

@testable import SampleIO

@Suite struct SampleCodingTests {
  private func encode(
    _ samples: [Float], _ format: SampleFormat, big: Bool = false
  ) -> (bytes: [UInt8], limited: Int) {
    var bytes = [UInt8](repeating: 0xAA, count: samples.count * (format.byteCount ?? 0))
    let limited = bytes.withUnsafeMutableBytes { target in
      samples.withUnsafeBufferPointer {
        SampleEncoder(format: format, bigEndian: big).encode($0, into: target)
      }
    }
    return (bytes, limited)
  }

  private func decode(_ bytes: [UInt8], _ format: SampleFormat, big: Bool = false) -> [Float] {
    var samples = [Float](repeating: 9, count: bytes.count / (format.byteCount ?? 1))
    samples.withUnsafeMutableBufferPointer { target in
      bytes.withUnsafeBytes {
        SampleDecoder(format: format, bigEndian: big).decode($0, into: target)
      }
    }
    return samples
  }

  @Test(arguments: [false, true]) func `every 16-bit sample comes back bit for bit`(big: Bool) {
    let values = (-32_768...32_767).map { Int($0) }
    let bytes = values.flatMap { big ? SampleIOTests.big($0, 2) : little($0, 2) }
    let samples = decode(bytes, .s16, big: big)
    #expect(samples == values.map { Float(Double($0) / 32_768) })
    let back = encode(samples, .s16, big: big)
    #expect(back.bytes == bytes)
    #expect(back.limited == 0)
  }

  @Test(arguments: [false, true]) func `24-bit samples come back bit for bit`(big: Bool) {
    let values =
      Array(stride(from: -8_388_608, through: 8_388_607, by: 97)) + [8_388_607, -1, 0, 1]
    let bytes = values.flatMap { big ? SampleIOTests.big($0, 3) : little($0, 3) }
    let samples = decode(bytes, .s24, big: big)
    #expect(samples == values.map { Float(Double($0) / 8_388_608) })
    let back = encode(samples, .s24, big: big)
    #expect(back.bytes == bytes)
    #expect(back.limited == 0)
  }

  @Test func `24-bit samples in four bytes are read from the lower three`() throws {
    let values = [-8_388_608, -8_388_607, -1, 0, 1, 255, 65_536, 8_388_607]
    let decoder = try #require(SampleDecoder(rawName: "S24_LE"))
    // what stands in the fourth byte is the sign, or nothing
    for fill in [UInt8(0), 0xFF, 0x55] {
      let bytes = values.flatMap { little($0, 3) + [fill] }
      var samples = [Float](repeating: 9, count: values.count)
      samples.withUnsafeMutableBufferPointer { target in
        bytes.withUnsafeBytes { decoder.decode($0, into: target) }
      }
      #expect(samples == values.map { Float(Double($0) / 8_388_608) })
    }
    #expect(decoder.alsaName == "S24_LE")
    #expect(SampleDecoder(rawName: "S24_3LE")?.alsaName == "S24_3LE")
  }

  @Test func `24-bit samples come back from 32 bits and from floats`() {
    let samples = stride(from: -8_388_608, through: 8_388_607, by: 1009).map {
      Float($0) / 8_388_608
    }
    for format in [SampleFormat.s32, .f32, .f64] {
      for big in [false, true] {
        #expect(decode(encode(samples, format, big: big).bytes, format, big: big) == samples)
      }
    }
  }

  @Test func `what is over full scale is limited and counted`() {
    let samples: [Float] = [1.5, -1.5, 1, -1, .infinity, -.infinity, 0.99999]
    let sixteen = encode(samples, .s16)
    #expect(
      sixteen.bytes
        == [32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 32_767].flatMap { little($0, 2) })
    #expect(sixteen.limited == 6)
    let half = encode([1.5, -1.0, Float(32_767.4 / 32_768)], .s16)
    #expect(half.limited == 1)
    let wide = encode(samples, .s32)
    #expect(Array(wide.bytes.prefix(8)) == little(2_147_483_647, 4) + little(-2_147_483_648, 4))
    #expect(wide.limited == 5)
  }

  @Test func `samples are rounded to the nearest, ties to even`() {
    let steps: [Float] = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49, -0.51]
    let bytes = encode(steps.map { $0 / 32_768 }, .s16).bytes
    #expect(bytes == [0, 2, 2, 0, -2, 0, -1].flatMap { little($0, 2) })
  }

  @Test func `floats are kept above full scale and as subnormals`() {
    let samples: [Float] = [1.5, -3, .leastNonzeroMagnitude, -0.0, .greatestFiniteMagnitude]
    for format in [SampleFormat.f32, .f64] {
      let back = decode(encode(samples, format).bytes, format)
      #expect(back.map(\.bitPattern) == samples.map(\.bitPattern))
    }
  }

  @Test func `a sample that is no number becomes zero where it leaves Float32`() {
    for format in [SampleFormat.s16, .s24, .s32] {
      #expect(encode([.nan], format).bytes.allSatisfy { $0 == 0 })
    }
  }
}

@Suite struct ScrubTests {
  private func scrubbed(_ samples: [Float]) -> ([Float], Int64) {
    var samples = samples
    let count = samples.withUnsafeMutableBufferPointer { Scrub.replace($0) }
    return (samples, count)
  }

  @Test func `NaN and infinity of any kind become zero and are counted`() {
    let bad: [Float] = [
      .nan, -.nan, .signalingNaN, .infinity, -.infinity, Float(bitPattern: 0x7FFF_4D53),
    ]
    for length in 1...20 {
      for place in 0..<length {
        for value in bad {
          var samples = [Float](repeating: .greatestFiniteMagnitude, count: length)
          samples[place] = value
          let (clean, count) = scrubbed(samples)
          #expect(count == 1)
          #expect(clean[place] == 0)
          #expect(clean.count { $0 == .greatestFiniteMagnitude } == length - 1)
        }
      }
    }
    #expect(scrubbed(bad).1 == 6)
  }

  @Test func `finite samples pass unchanged`() {
    let samples: [Float] = [
      0, -0.0, .leastNonzeroMagnitude, -1e-38, 1.5, -.greatestFiniteMagnitude,
      .leastNormalMagnitude,
    ]
    let (clean, count) = scrubbed(samples)
    #expect(count == 0)
    #expect(clean.map(\.bitPattern) == samples.map(\.bitPattern))
    #expect(scrubbed([]).1 == 0)
  }
}
