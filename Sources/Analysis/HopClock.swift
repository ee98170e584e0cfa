/// The 10 ms hops of a session in the frames of one path, and what has happened to the one in progress.
struct HopClock {
  private(set) var grid: TimeGrid
  /// Whether frames of the hop in progress have been lost.
  private(set) var isLost = false
  /// Frames that hold replaced samples.
  private var damage = 0..<0

  init(rate: Double, factor: Int = 1) {
    grid = TimeGrid(rate: rate, perSecond: 100, factor: factor)
  }

  /// Notes that `frames` hold replaced samples.
  ///
  /// - Parameters:
  ///   - frames: at or after those noted before.
  ///   - position: the frame to which hops have been told apart.
  mutating func markDamaged(_ frames: Range<Int>, position: Int) {
    let isOpen = damage.upperBound > position
    damage = (isOpen ? damage.lowerBound : frames.lowerBound)..<frames.upperBound
  }

  /// Ends the hop in progress.
  ///
  /// - Returns: nil when it was no hop but what lay before the session.
  mutating func endHop() -> Hop? {
    let first = grid.index > 0 ? grid.next - grid.frames(from: grid.index - 1, to: grid.index) : 0
    let hop: Hop? =
      grid.index == 0
      ? nil : Hop(isLost: isLost, isDamaged: damage.overlaps(first..<grid.next))
    isLost = false
    grid.advance()
    return hop
  }

  /// Loses all frames up to `position` and returns how many hops ended on the way.
  mutating func skip(to position: Int) -> Int {
    let begun = grid.index
    let passed = grid.skip(to: position)
    isLost = grid.next - grid.frames(from: grid.index - 1, to: grid.index) != position
    return begun == 0 && passed > 0 ? passed - 1 : passed
  }

  mutating func restart(at start: Int, position: Int) {
    grid.restart(at: start, position: position)
    isLost = false
  }

  struct Hop {
    var isLost: Bool
    var isDamaged: Bool
  }
}
