import Foundation

/// Signals that the tests of spectrum, beat and scope are made of.
enum Tones {
  /// A sine: amplitude × sin(2π f t + phase).
  static func sine(
    _ frequency: Double, amplitude: Double = 1, phase: Double = 0, frames: Int,
    rate: Double = 48_000
  ) -> [Float] {
    (0..<frames).map {
      let turns = frequency * Double($0) / rate
      return Float(amplitude * sin(2 * Double.pi * (turns - turns.rounded(.down)) + phase))
    }
  }

  static func add(_ signals: [Float]...) -> [Float] {
    signals.dropFirst().reduce(signals[0]) { sum, other in
      zip(sum, other).map { $0.0 + $0.1 }
    }
  }

  /// Gaussian white noise.
  static func white(_ frames: Int, deviation: Double, seed: UInt64 = 1) -> [Float] {
    var random = Random(seed: seed)
    return (0..<frames).map { _ in Float(deviation * random.normal()) }
  }

  /// Noise whose power falls with frequency: a sum of white noises held for 1, 2, 4 … frames.
  static func pink(_ frames: Int, deviation: Double, seed: UInt64 = 1) -> [Float] {
    var random = Random(seed: seed)
    var rows = [Double](repeating: 0, count: 16)
    return (0..<frames).map { frame in
      let row = min(15, (frame + 1).trailingZeroBitCount)
      rows[row] = random.normal()
      return Float(deviation / 4 * rows.reduce(0, +))
    }
  }

  /// Clicks: 5 ms of 1 kHz, at these seconds.
  static func clicks(at times: [Double], seconds: Double, amplitude: Double = 0.5) -> [Float] {
    var samples = [Float](repeating: 0, count: Int(seconds * 48_000))
    for time in times {
      let first = Int((time * 48_000).rounded())
      for index in 0..<240 where first + index >= 0 && first + index < samples.count {
        let bell = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / 240)
        samples[first + index] +=
          Float(amplitude * bell * sin(2 * Double.pi * Double(index) / 48))
      }
    }
    return samples
  }

  /// Times of beats, each moved by up to `jitter` seconds.
  static func beats(
    _ bpm: Double, seconds: Double, jitter: Double = 0, seed: UInt64 = 1
  ) -> [Double] {
    var random = Random(seed: seed)
    return stride(from: 0.2, to: seconds, by: 60 / bpm).map {
      $0 + jitter * (2 * random.uniform() - 1)
    }
  }
}

/// Numbers that are the same in every run.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// 0…1.
  mutating func uniform() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 53)
  }

  mutating func normal() -> Double {
    (-2 * log(max(1e-300, uniform()))).squareRoot() * cos(2 * Double.pi * uniform())
  }
}
