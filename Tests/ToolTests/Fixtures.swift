import Foundation
import Testing

/// Little-endian bytes of a number.
func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Float32 as raw bytes.
func raw(_ samples: [Float]) -> Data {
  Data(samples.flatMap { little(Int($0.bitPattern), 4) })
}

/// A WAV file of Float32.
func wav(_ samples: [Float], channels: Int, rate: Int = 48_000) -> Data {
  wav(raw(samples), tag: 3, channels: channels, rate: rate, bits: 32)
}

/// A WAV file of 16-bit integers.
func wav(_ samples: [Int], channels: Int, rate: Int = 48_000) -> Data {
  wav(Data(samples.flatMap { little($0, 2) }), tag: 1, channels: channels, rate: rate, bits: 16)
}

/// A WAV file of any samples.
func wav(_ data: Data, tag: Int, channels: Int, rate: Int = 48_000, bits: Int) -> Data {
  let block = channels * bits / 8
  var bytes = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
  bytes += little(16, 4) + little(tag, 2) + little(channels, 2) + little(rate, 4)
  bytes += little(rate * block, 4) + little(block, 2) + little(bits, 2)
  bytes += Array("data".utf8) + little(data.count, 4)
  return Data(bytes) + data
}

/// Samples that differ from one another, stereo, within ±0.5.
func ramp(_ frames: Int) -> [Float] {
  (0..<2 * frames).map { Float($0 * 37 % 32_768 - 16_384) / 32_768 }
}

/// Whether a program is there; tests that need another one are skipped without it.
func has(_ program: String) -> Bool {
  ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + program)
  }
}

extension Outcome {
  /// Standard output as JSON, an object a line.
  func objects() throws -> [[String: Any]] {
    try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  /// Expects a refusal: the status, one line on standard error that begins with the tool's name,
  /// and nothing on standard output.
  func expectRefusal(
    _ status: Int32, _ tool: String, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, sourceLocation: sourceLocation)
    #expect(output.isEmpty, sourceLocation: sourceLocation)
    #expect(errors.hasPrefix(tool + ": "), sourceLocation: sourceLocation)
    #expect(errors.contains(words), "\(errors)", sourceLocation: sourceLocation)
    #expect(errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(errors.count { $0 == "\n" } == 1, sourceLocation: sourceLocation)
  }
}
