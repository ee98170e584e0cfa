/// A running equalizer: a plan with its states.
///
/// States and intermediate results are Double; the sound is rounded once. A channel for which the plan
/// has nothing passes bit for bit. Nothing is held back.
public struct EqualizerBank {
  public let plan: EqualizerPlan
  private let isChanged: [Bool]
  private var stages: [EqualizerStep]
  /// Channels 1 and 2, 3 and 4 …; each pair's frames.
  private var lanes: [[SIMD2<Double>]]

  public init(_ plan: EqualizerPlan) {
    self.plan = plan
    isChanged = (0..<plan.channels).map { !plan.passesUnchanged($0) }
    stages = plan.segments.map(EqualizerStep.init)
    lanes = Array(repeating: [], count: (plan.channels + 1) / 2)
  }

  /// Whether nothing rings any more in the recursive filters.
  public var isSilent: Bool { stages.allSatisfy(\.isSilent) }

  /// Filters a block in place.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - frames: how many.
  public mutating func process(_ samples: inout [Float], frames: Int) {
    precondition(samples.count >= frames * plan.channels)
    guard frames > 0, isChanged.contains(true) else { return }
    for pair in lanes.indices { load(pair, samples, frames) }
    for index in stages.indices { stages[index].process(&lanes, frames: frames) }
    for pair in lanes.indices { store(lanes[pair], pair, &samples, frames) }
  }

  private mutating func load(_ pair: Int, _ samples: [Float], _ frames: Int) {
    if lanes[pair].count < frames { lanes[pair] = Array(repeating: SIMD2(), count: frames) }
    var target = lanes[pair].mutableSpan
    let (step, first) = (plan.channels, 2 * pair)
    if step == 2 {
      // The usual case, written so that it becomes one conversion of neighbours.
      for frame in 0..<frames {
        target[frame] = SIMD2(Double(samples[2 &* frame]), Double(samples[2 &* frame &+ 1]))
      }
    } else if first + 1 < step {
      for frame in 0..<frames {
        let place = frame &* step &+ first
        target[frame] = SIMD2(Double(samples[place]), Double(samples[place &+ 1]))
      }
    } else {
      for frame in 0..<frames {
        target[frame] = SIMD2(Double(samples[frame &* step &+ first]), 0)
      }
    }
  }

  private func store(
    _ lanes: [SIMD2<Double>], _ pair: Int, _ samples: inout [Float], _ frames: Int
  ) {
    let (step, first) = (plan.channels, 2 * pair)
    let source = lanes.span
    var target = samples.mutableSpan
    if step == 2, isChanged[0], isChanged[1] {
      for frame in 0..<frames {
        target[2 &* frame] = Float(source[frame].x)
        target[2 &* frame &+ 1] = Float(source[frame].y)
      }
      return
    }
    if isChanged[first] {
      for frame in 0..<frames { target[frame &* step &+ first] = Float(source[frame].x) }
    }
    if first + 1 < step, isChanged[first + 1] {
      for frame in 0..<frames { target[frame &* step &+ first &+ 1] = Float(source[frame].y) }
    }
  }
}

/// A segment of a plan with its states.
private struct EqualizerStep {
  private let mix: [[Double]]?
  private let gains: [SIMD2<Double>]
  private var cascades: [SectionCascade]
  private var convolvers: [Convolver?]
  private var delays: [DelayLine?]

  init(_ segment: EqualizerPlan.Segment) {
    mix = segment.mix
    let paths = segment.paths
    let second = { (pair: Int) in
      2 * pair + 1 < paths.count ? paths[2 * pair + 1] : EqualizerPlan.Path()
    }
    let pairs = 0..<(paths.count + 1) / 2
    gains = pairs.map { SIMD2(paths[2 * $0].gain, second($0).gain) }
    cascades = pairs.map { SectionCascade(paths[2 * $0].sections, second($0).sections) }
    convolvers = paths.map { $0.taps.isEmpty ? nil : Convolver($0.taps) }
    delays = paths.map { $0.delay == 0 ? nil : DelayLine(frames: $0.delay) }
  }

  var isSilent: Bool { cascades.allSatisfy(\.isSilent) }

  mutating func process(_ lanes: inout [[SIMD2<Double>]], frames: Int) {
    if let mix { Self.apply(mix, &lanes, frames) }
    for pair in lanes.indices {
      if gains[pair] != SIMD2(1, 1) {
        var span = lanes[pair].mutableSpan
        let gain = gains[pair]
        for frame in 0..<frames { span[frame] *= gain }
      }
      cascades[pair].process(&lanes[pair], frames: frames)
    }
    for channel in convolvers.indices {
      convolvers[channel]?.process(&lanes[channel / 2], lane: channel % 2, frames: frames)
      delays[channel]?.process(&lanes[channel / 2], lane: channel % 2, frames: frames)
    }
  }

  private static func apply(_ mix: [[Double]], _ lanes: inout [[SIMD2<Double>]], _ frames: Int) {
    var frame = Array(repeating: 0.0, count: mix.count)
    for index in 0..<frames {
      for channel in mix.indices { frame[channel] = lanes[channel / 2][index][channel % 2] }
      for channel in mix.indices {
        var sum = 0.0
        for other in mix.indices where mix[channel][other] != 0 {
          sum += mix[channel][other] * frame[other]
        }
        lanes[channel / 2][index][channel % 2] = sum
      }
    }
  }
}
