import Foundation

@testable import Analysis

/// Test signals and the ways to measure them.
enum Signals {
  /// Frames of phase-continuous sine, level by level, the same in every channel.
  ///
  /// - Parameters:
  ///   - segments: seconds and peak level in dBFS, −∞ for silence.
  ///   - frequency: Hz.
  ///   - rate: Hz.
  ///   - channels: how many.
  /// - Returns: interleaved.
  static func tone(
    _ segments: [(seconds: Double, level: Double)], frequency: Double = 1000, rate: Double = 48_000,
    channels: Int = 2
  ) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(Int(segments.reduce(0) { $0 + $1.seconds } * rate + 10) * channels)
    var end = 0.0
    var frame = 0
    for segment in segments {
      end += segment.seconds * rate
      let amplitude = pow(10, segment.level / 20)
      while frame < Int(end.rounded()) {
        let phase = (Double(frame) * frequency / rate).truncatingRemainder(dividingBy: 1)
        let sample = Float(amplitude == 0 ? 0 : amplitude * sin(2 * .pi * phase))
        for _ in 0..<channels { samples.append(sample) }
        frame += 1
      }
    }
    return samples
  }

  static func tone(
    _ seconds: Double, _ level: Double, frequency: Double = 1000, rate: Double = 48_000,
    channels: Int = 2
  ) -> [Float] {
    tone([(seconds, level)], frequency: frequency, rate: rate, channels: channels)
  }

  /// One channel put at its place among silent ones.
  static func place(_ mono: [Float], at channel: Int, of channels: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: mono.count * channels)
    for frame in mono.indices { samples[frame * channels + channel] = mono[frame] }
    return samples
  }

  /// White noise, Gaussian to a good approximation, independent in every sample.
  static func noise(_ count: Int, rms: Double, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      var sum = 0.0
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sum += Double(state >> 11) / 9_007_199_254_740_992 - 0.5
      }
      return Float(sum * rms)
    }
  }
}

/// A meter that has heard everything and been told that it was all.
func measured(
  _ samples: [Float], rate: Double = 48_000, layout: ChannelLayout, block: Int = 4800,
  settings: LoudnessSettings = LoudnessSettings()
) -> LoudnessMeter {
  var meter = LoudnessMeter(rate: rate, layout: layout, settings: settings)
  feed(samples, to: &meter, block: block)
  meter.finish()
  return meter
}

/// Gives samples to a meter in blocks, looking at it after each.
func feed(
  _ samples: [Float], to meter: inout LoudnessMeter, block: Int,
  each: (LoudnessMeter) -> Void = { _ in }
) {
  let channels = meter.layout.roles.count
  var first = 0
  while first < samples.count {
    let end = min(first + block * channels, samples.count)
    meter.add(Array(samples[first..<end]), frames: (end - first) / channels)
    each(meter)
    first = end
  }
}

func layout(_ name: String) -> ChannelLayout {
  guard let layout = ChannelLayout(name: name) else { preconditionFailure("no layout \(name)") }
  return layout
}

extension Float {
  func isNear(_ other: Double, within tolerance: Double) -> Bool {
    (Double(self) - other).magnitude <= tolerance
  }
}
