/// One channel of a whole piece, in memory that grows a piece at a time and is never copied.
public struct LongSignal {
  private static let pieceFrames = 65_536
  private var pieces: [[Float]] = []
  public private(set) var frames = 0

  public init() {}

  /// Appends the equal-gain mean of the channels.
  ///
  /// - Parameters:
  ///   - block: at least frames × channels samples, interleaved.
  ///   - frames: of the block.
  ///   - channels: of the block.
  public mutating func append(_ block: [Float], frames: Int, channels: Int) {
    var frame = 0
    while frame < frames {
      if self.frames % Self.pieceFrames == 0 {
        pieces.append(Array(repeating: 0, count: Self.pieceFrames))
      }
      let last = pieces.count - 1
      let place = self.frames % Self.pieceFrames
      let count = min(frames - frame, Self.pieceFrames - place)
      Self.fold(block, frame, channels, into: &pieces[last], at: place, count)
      self.frames += count
      frame += count
    }
  }

  private static func fold(
    _ block: [Float], _ start: Int, _ channels: Int, into piece: inout [Float], at place: Int,
    _ count: Int
  ) {
    precondition(start >= 0 && (start + count) * channels <= block.count)
    precondition(place >= 0 && place + count <= piece.count)
    switch channels {
    case 1:
      for frame in 0..<count { piece[place &+ frame] = block[start &+ frame] }
    case 2:
      for frame in 0..<count {
        let index = 2 &* (start &+ frame)
        piece[place &+ frame] = (block[index] + block[index &+ 1]) * 0.5
      }
    default:
      for frame in 0..<count {
        var sum = 0.0
        for channel in 0..<channels { sum += Double(block[(start + frame) * channels + channel]) }
        piece[place + frame] = Float(sum / Double(channels))
      }
    }
  }

  /// Visits a part, piece by piece.
  ///
  /// - Parameters:
  ///   - range: frames.
  ///   - body: gets the samples and the number of the first.
  public func visit(
    _ range: Range<Int>, _ body: (ArraySlice<Float>, Int) throws -> Void
  ) rethrows {
    precondition(range.lowerBound >= 0 && range.upperBound <= frames)
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = pieces[start / Self.pieceFrames]
      let first = start % Self.pieceFrames
      let last = min(Self.pieceFrames, first + range.upperBound - start)
      try body(piece[first..<last], start)
      start += last - first
    }
  }

  /// The highest magnitude of a part.
  public func peak(_ range: Range<Int>) -> Float {
    var peak: Float = 0
    visit(range) { samples, _ in
      for sample in samples where sample.magnitude > peak { peak = sample.magnitude }
    }
    return peak
  }
}
