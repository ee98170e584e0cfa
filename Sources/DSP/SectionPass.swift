/// Up to sixteen filters in a row for two channels: one, two or four groups at once.
struct SectionPass {
  static let most = 4 * SectionGroup.length

  private var first: SectionGroup
  private var second: SectionGroup
  private var third: SectionGroup
  private var fourth: SectionGroup
  private let groups: Int

  /// - Parameters:
  ///   - even: up to sixteen filters of the first channel.
  ///   - odd: up to sixteen of the second.
  init(_ even: ArraySlice<Biquad>, _ odd: ArraySlice<Biquad>) {
    let group = { (index: Int) in
      let before = index * SectionGroup.length
      return SectionGroup(
        even.dropFirst(before).prefix(SectionGroup.length),
        odd.dropFirst(before).prefix(SectionGroup.length))
    }
    first = group(0)
    second = group(1)
    third = group(2)
    fourth = group(3)
    let count = max(even.count, odd.count)
    groups = count <= SectionGroup.length ? 1 : count <= 2 * SectionGroup.length ? 2 : 4
  }

  /// Frames by which the last filter is behind the first.
  var delay: Int { groups * SectionGroup.length - 1 }

  /// Whether every state is exactly zero.
  var isSilent: Bool {
    first.isSilent && second.isSilent && third.isSilent && fourth.isSilent
  }

  mutating func clearTraces() {
    first.clearTraces()
    second.clearTraces()
    third.clearTraces()
    fourth.clearTraces()
  }

  /// Advances all filters by a frame.
  ///
  /// - Parameter input: the next frame.
  /// - Returns: the frame that is `delay` older.
  mutating func step(_ input: SIMD2<Double>) -> SIMD2<Double> {
    fourth.step(third.last)
    third.step(second.last)
    second.step(first.last)
    first.step(input)
    return groups == 1 ? first.last : groups == 2 ? second.last : fourth.last
  }

  /// Takes frames in, and puts the finished ones `delay` places before.
  ///
  /// - Parameters:
  ///   - lanes: frames of the two channels.
  ///   - frames: which are taken in.
  ///   - writing: false while what comes out lies before the block.
  mutating func run(_ lanes: inout [SIMD2<Double>], _ frames: Range<Int>, writing: Bool) {
    guard writing else {
      for frame in frames { _ = step(lanes[frame]) }
      return
    }
    var span = lanes.mutableSpan
    switch groups {
    case 1: runOne(&span, frames)
    case 2: runTwo(&span, frames)
    default: runFour(&span, frames)
    }
  }

  private mutating func runOne(_ lanes: inout MutableSpan<SIMD2<Double>>, _ frames: Range<Int>) {
    let delay = delay
    var a = first
    for frame in frames {
      a.step(lanes[frame])
      lanes[frame &- delay] = a.last
    }
    first = a
  }

  private mutating func runTwo(_ lanes: inout MutableSpan<SIMD2<Double>>, _ frames: Range<Int>) {
    let delay = delay
    var (a, b) = (first, second)
    for frame in frames {
      b.step(a.last)
      a.step(lanes[frame])
      lanes[frame &- delay] = b.last
    }
    (first, second) = (a, b)
  }

  private mutating func runFour(_ lanes: inout MutableSpan<SIMD2<Double>>, _ frames: Range<Int>) {
    let delay = delay
    var (a, b, c, d) = (first, second, third, fourth)
    for frame in frames {
      d.step(c.last)
      c.step(b.last)
      b.step(a.last)
      a.step(lanes[frame])
      lanes[frame &- delay] = d.last
    }
    (first, second, third, fourth) = (a, b, c, d)
  }
}
