import Foundation

@testable import Stretching

/// A sine.
func sine(_ frequency: Double, rate: Double = 48_000, frames: Int, peak: Double = 0.5) -> [Float] {
  (0..<frames).map { Float(peak * sin(2 * .pi * frequency * Double($0) / rate)) }
}

/// Noise within ±1, the same for the same seed.
func noise(_ count: Int, seed: UInt64) -> [Float] {
  var state = seed &* 2 &+ 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
  }
}

/// All of a signal, in blocks.
func stretched(
  _ signal: [Float], _ settings: StretchSettings, rate: Double = 48_000, channels: Int = 1,
  block: Int = 4096
) -> [Float] {
  var stretcher = Stretcher(settings, rate: rate, channels: channels)
  var result: [Float] = []
  for start in stride(from: 0, to: signal.count, by: block * channels) {
    let piece = Array(signal[start..<min(start + block * channels, signal.count)])
    stretcher.process(piece, frames: piece.count / channels, into: &result)
  }
  stretcher.finish(into: &result)
  return result
}

/// The frequency of a tone in the middle half, from how its phase goes on against one nearby.
func frequency(_ signal: [Float], near guess: Double, rate: Double = 48_000) -> Double {
  let size = Int(rate / 20)
  let pieces = signal.count / 2 / size
  let first = signal.count / 4
  var phases: [Double] = []
  for piece in 0..<pieces {
    var (re, im) = (0.0, 0.0)
    for index in 0..<size {
      let frame = first + piece * size + index
      let weight = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size))
      let angle = 2 * Double.pi * guess * Double(frame) / rate
      re += weight * Double(signal[frame]) * cos(angle)
      im -= weight * Double(signal[frame]) * sin(angle)
    }
    let phase = atan2(im, re)
    let turns = phases.last.map { ((phase - $0) / (2 * .pi)).rounded() } ?? 0
    phases.append(phase - turns * 2 * .pi)
  }
  // least squares
  let middle = Double(pieces - 1) / 2
  let mean = phases.reduce(0, +) / Double(pieces)
  var (xy, xx) = (0.0, 0.0)
  for (index, phase) in phases.enumerated() {
    xy += (Double(index) - middle) * (phase - mean)
    xx += (Double(index) - middle) * (Double(index) - middle)
  }
  return guess + xy / xx / (2 * .pi) * 20
}

/// The peak of a tone of known frequency in the middle half, and what else there is, dB below.
func fit(
  _ signal: [Float], _ frequency: Double, rate: Double = 48_000
) -> (peak: Double, ratioDB: Double) {
  let middle = signal.count / 4..<signal.count * 3 / 4
  var (ss, sc, cc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
  let angle = { (frame: Int) in 2 * Double.pi * frequency * Double(frame) / rate }
  for frame in middle {
    let (s, c, x) = (sin(angle(frame)), cos(angle(frame)), Double(signal[frame]))
    (ss, sc, cc, xs, xc) = (ss + s * s, sc + s * c, cc + c * c, xs + x * s, xc + x * c)
  }
  let determinant = ss * cc - sc * sc
  let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
  var (power, rest) = (0.0, 0.0)
  for frame in middle {
    let wanted = a * sin(angle(frame)) + b * cos(angle(frame))
    power += wanted * wanted
    rest += (Double(signal[frame]) - wanted) * (Double(signal[frame]) - wanted)
  }
  return (hypot(a, b), 10 * log10(power / rest))
}
