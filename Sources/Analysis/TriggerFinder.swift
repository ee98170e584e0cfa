/// Finds where a signal crosses a level, with hysteresis and hold-off.
///
/// It arms when the signal is on the far side of the level by the hysteresis, fires at the next crossing, and
/// then has to arm anew. The hysteresis is 25 % of the greatest distance from the level in the span that
/// ends with the piece under way, at least −60 dBFS. Pieces are an eighth of a span, counted from the
/// start. A crossing lies where the straight line between two samples meets the level.
struct TriggerFinder {
  private static let pieces = 8
  private static let share: Float = 0.25
  private static let least: Float = 0.001

  /// Frames of a piece.
  let pieceFrames: Int
  private let level: Float
  private let direction: Float
  private let holdoffFrames: Double
  /// The greatest distances of the last pieces.
  private var distances: [Float]
  private var isArmed = false
  private var last: Float?
  private var latest = -Double.infinity

  /// - Parameter settings: with a slope that is not `off`.
  init(_ settings: ScopeSettings) {
    pieceFrames = max(1, settings.spanFrames / Self.pieces)
    level = Float(settings.level)
    direction = settings.slope == .falling ? -1 : 1
    holdoffFrames = settings.holdoffFrames
    distances = Array(repeating: 0, count: Self.pieces + 1)
  }

  /// Takes one whole piece.
  ///
  /// - Parameters:
  ///   - samples: holds `pieceFrames` samples from `first` on.
  ///   - first: index of the piece's first sample.
  ///   - position: the frame that it is.
  ///   - triggers: gets the frame of every trigger.
  mutating func process(
    _ samples: [Float], from first: Int, position: Int, into triggers: inout [Double]
  ) {
    var distance: Float = 0
    for index in first..<first + pieceFrames {
      let here = (samples[index] - level).magnitude
      distance = here > distance ? here : distance
    }
    distances.removeFirst()
    distances.append(distance)
    let hysteresis = max(Self.least, Self.share * (distances.max() ?? 0))
    for index in first..<first + pieceFrames {
      let now = (samples[index] - level) * direction
      if isArmed, now >= 0, let last {
        let place = Double(position + index - first - 1) + Double(last / (last - now))
        isArmed = false
        if place >= latest + holdoffFrames {
          triggers.append(place)
          latest = place
        }
      } else if now <= -hysteresis {
        isArmed = true
      }
      last = now
    }
  }

  /// Begins anew behind lost frames.
  mutating func restart() {
    for index in distances.indices { distances[index] = 0 }
    isArmed = false
    last = nil
    latest = -.infinity
  }
}
