/// Momentary and short-term loudness along a source, in memory that does not grow.
struct LoudnessTrace {
  private(set) var frames: [Double] = []
  private(set) var momentary: [Double] = []
  private(set) var shortTerm: [Double] = []
  private var thinning = 1
  private var left = 0
  private var best = Double.nan

  /// Points that are kept at most.
  static let capacity = 4096

  var isEmpty: Bool { frames.isEmpty }

  /// Takes one reading; of several that share a point the loudest momentary one is kept.
  mutating func add(frame: Double, momentary level: Double, shortTerm slow: Double) {
    best = best > level ? best : level
    left += 1
    guard left >= thinning else { return }
    frames.append(frame)
    momentary.append(best)
    shortTerm.append(slow)
    (left, best) = (0, .nan)
    guard frames.count >= Self.capacity else { return }
    thinning *= 2
    let kept = stride(from: 1, to: frames.count, by: 2)
    momentary = kept.map { index in
      let (one, two) = (momentary[index - 1], momentary[index])
      return one > two ? one : two.isNaN ? one : two
    }
    shortTerm = kept.map { shortTerm[$0] }
    frames = kept.map { frames[$0] }
  }
}
