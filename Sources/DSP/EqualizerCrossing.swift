import Glibc

/// An equalizer that can be changed while it plays.
///
/// A new bank first hears what was played last, so that it is settled; then the sound passes from the old bank to
/// the new one over 20 ms, as a raised cosine.
public struct EqualizerCrossing {
  private var current: EqualizerBank
  private var coming: EqualizerBank?
  private var waiting: EqualizerPlan?
  private var crossed = 0
  private let fadeFrames: Int
  private var past: PastFrames?
  private var other: [Float] = []

  /// - Parameters:
  ///   - plan: to begin with.
  ///   - canChange: whether the last two seconds are to be remembered.
  public init(_ plan: EqualizerPlan, canChange: Bool) {
    current = EqualizerBank(plan)
    fadeFrames = max(Int((0.02 * plan.rate).rounded()), 1)
    guard canChange else { return }
    let frames = min(Int(2 * plan.rate), 1_000_000 / plan.channels)
    past = PastFrames(frames: frames, channels: plan.channels)
  }

  /// Whether the sound is between two plans.
  public var isCrossing: Bool { coming != nil || waiting != nil }

  /// From the next block on, another plan for the same channels and rate.
  ///
  /// - Parameter plan: the newest wins if several come during a fade.
  public mutating func change(to plan: EqualizerPlan) {
    precondition(plan.channels == current.plan.channels && plan.rate == current.plan.rate)
    waiting = plan
  }

  /// Filters a block in place.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - frames: how many.
  public mutating func process(_ samples: inout [Float], frames: Int) {
    if coming == nil, let plan = waiting.take() {
      var bank = EqualizerBank(plan)
      past?.replay { bank.process(&$0, frames: $1) }
      coming = bank
      crossed = 0
    }
    past?.add(samples, frames: frames)
    guard coming != nil else { return current.process(&samples, frames: frames) }
    let count = frames * current.plan.channels
    if other.count < count { other = Array(repeating: 0, count: count) }
    for index in 0..<count { other[index] = samples[index] }
    current.process(&samples, frames: frames)
    coming?.process(&other, frames: frames)
    cross(&samples, frames)
    if crossed >= fadeFrames, let bank = coming.take() { current = bank }
  }

  private mutating func cross(_ samples: inout [Float], _ frames: Int) {
    let channels = current.plan.channels
    for frame in 0..<frames {
      crossed += 1
      let share =
        crossed >= fadeFrames
        ? 1 : 0.5 - 0.5 * cos(Double.pi * Double(crossed) / Double(fadeFrames))
      for place in frame * channels..<(frame + 1) * channels where samples[place] != other[place] {
        let (old, new) = (Double(samples[place]), Double(other[place]))
        samples[place] = share == 1 ? other[place] : Float(old + share * (new - old))
      }
    }
  }
}

/// The last frames of a signal, up to a fixed number.
private struct PastFrames {
  private let channels: Int
  private var ring: [Float]
  private let frames: Int
  private var next = 0
  private var isFull = false

  init(frames: Int, channels: Int) {
    self.frames = frames
    self.channels = channels
    ring = Array(repeating: 0, count: frames * channels)
  }

  mutating func add(_ samples: [Float], frames count: Int) {
    var from = max(count - frames, 0)
    while from < count {
      let piece = min(count - from, frames - next)
      let (source, target) = (from * channels, next * channels)
      for index in 0..<piece * channels { ring[target &+ index] = samples[source &+ index] }
      from += piece
      next += piece
      if next == frames {
        next = 0
        isFull = true
      }
    }
  }

  /// Hands out copies of all of it in pieces, oldest first.
  func replay(_ body: (inout [Float], Int) -> Void) {
    var piece: [Float] = []
    let length = 4096
    let stretches = isFull ? [next..<frames, 0..<next] : [0..<next]
    for stretch in stretches {
      for first in stride(from: stretch.lowerBound, to: stretch.upperBound, by: length) {
        let count = min(length, stretch.upperBound - first)
        piece = Array(ring[first * channels..<(first + count) * channels])
        body(&piece, count)
      }
    }
  }
}
