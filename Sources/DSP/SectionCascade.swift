/// A row of second-order filters for two channels, each with filters of its own.
///
/// Sixteen filters at most run in one pass, each on the frame behind its predecessor's. The frames that
/// are still inside at a block's end are finished on a copy, so that nothing is held back and the
/// result does not depend on where blocks end.
struct SectionCascade {
  private var passes: [SectionPass] = []
  /// Frames so far.
  private var position = 0
  private static let clearingInterval = 1024

  /// - Parameters:
  ///   - even: filters of the first channel.
  ///   - odd: filters of the second.
  init(_ even: [Biquad], _ odd: [Biquad]) {
    let step = SectionPass.most
    passes = stride(from: 0, to: max(even.count, odd.count), by: step).map { first in
      SectionPass(even.dropFirst(first).prefix(step), odd.dropFirst(first).prefix(step))
    }
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool { passes.isEmpty }

  /// Whether every state is exactly zero.
  var isSilent: Bool { passes.allSatisfy(\.isSilent) }

  /// Filters a block in place.
  ///
  /// - Parameters:
  ///   - lanes: frames of the two channels.
  ///   - frames: how many.
  mutating func process(_ lanes: inout [SIMD2<Double>], frames: Int) {
    precondition(frames <= lanes.count)
    for index in passes.indices { run(&passes[index], &lanes, frames) }
    position += frames
  }

  private func run(_ pass: inout SectionPass, _ lanes: inout [SIMD2<Double>], _ frames: Int) {
    let delay = pass.delay
    var done = 0
    while done < frames {
      let phase = (position + done) % Self.clearingInterval
      if phase == 0 { pass.clearTraces() }
      let stop = min(done + Self.clearingInterval - phase, frames)
      let primed = min(max(done, delay), stop)
      pass.run(&lanes, done..<primed, writing: false)
      pass.run(&lanes, primed..<stop, writing: true)
      done = stop
    }
    var rest = pass
    for frame in frames..<frames + delay {
      if (position + frame) % Self.clearingInterval == 0 { rest.clearTraces() }
      let made = rest.step(SIMD2())
      if frame >= delay { lanes[frame - delay] = made }
    }
  }
}
