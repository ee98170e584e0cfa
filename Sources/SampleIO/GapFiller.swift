import Glibc

/// What becomes of a gap where only sound goes on, without positions.
///
/// *fill* writes the missing frames as zeros, at most ten seconds, so that time stays true; *join*
/// goes on with the next sound. Neither clicks: over 5 ms the last frame dies away by a raised
/// cosine, under *fill* inside the zeros, where the next sound's first frame also rises; under
/// *join* it fades into the sound that follows.
struct GapFiller {
  /// The two ways.
  enum Way: String, Sendable { case fill, join }

  /// The most that is filled, s.
  private static let mostSeconds = 10.0
  /// The length of an edge, s.
  private static let edgeSeconds = 0.005

  let way: Way
  private var last: [Float] = []

  init(_ way: Way) { self.way = way }

  /// What to write between the frame before a gap and the frame behind it.
  ///
  /// - Parameters:
  ///   - frames: missing.
  ///   - first: the first frame behind the gap.
  ///   - rate: Hz.
  /// - Returns: interleaved samples; none under *join*.
  func filling(frames: Int64, before first: [Float], rate: Double) -> [Float] {
    guard way == .fill else { return [] }
    let count = Int(min(Double(frames), (Self.mostSeconds * rate).rounded()))
    let edge = min(Int((Self.edgeSeconds * rate).rounded()), count / 2)
    let channels = first.count
    var samples = [Float](repeating: 0, count: count * channels)
    for frame in 0..<edge {
      let weight = Self.weight(frame, of: edge)
      for channel in 0..<channels {
        if !last.isEmpty { samples[frame * channels + channel] = last[channel] * weight }
        samples[(count - 1 - frame) * channels + channel] = first[channel] * weight
      }
    }
    return samples
  }

  /// Fades the frame before a gap into the block behind it; does nothing under *fill*.
  ///
  /// - Parameters:
  ///   - block: changed in its first 5 ms.
  ///   - channels: of the block.
  ///   - rate: Hz.
  func join(_ block: UnsafeMutableBufferPointer<Float>, channels: Int, rate: Double) {
    guard way == .join, !last.isEmpty else { return }
    let edge = min(Int((Self.edgeSeconds * rate).rounded()), block.count / channels)
    for frame in 0..<edge {
      let weight = Self.weight(frame, of: edge)
      for channel in 0..<channels {
        let index = frame * channels + channel
        unsafe block[index] += (last[channel] - block[index]) * weight
      }
    }
  }

  /// Remembers the last frame of a block.
  mutating func remember(_ block: UnsafeMutableBufferPointer<Float>, channels: Int) {
    guard block.count >= channels else { return }
    if last.count != channels { last = Array(repeating: 0, count: channels) }
    for channel in 0..<channels { unsafe last[channel] = block[block.count - channels + channel] }
  }

  /// A raised cosine from just under 1 down to just above 0.
  private static func weight(_ frame: Int, of count: Int) -> Float {
    let phase = (Double(frame) + 0.5) / Double(count)
    return Float(0.5 + 0.5 * cos(.pi * phase))
  }
}
