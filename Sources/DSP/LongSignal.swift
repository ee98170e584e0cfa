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
        pieces.append([])
        pieces[pieces.count - 1].reserveCapacity(Self.pieceFrames)
      }
      let last = pieces.count - 1
      let end = min(frames, frame + Self.pieceFrames - pieces[last].count)
      self.frames += end - frame
      for place in frame..<end {
        var sum = 0.0
        for channel in 0..<channels { sum += Double(block[place * channels + channel]) }
        pieces[last].append(channels == 1 ? block[place] : Float(sum / Double(channels)))
      }
      frame = end
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
      let last = min(piece.count, first + range.upperBound - start)
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
