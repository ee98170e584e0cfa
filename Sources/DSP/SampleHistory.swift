/// The newest samples of a signal, side by side in memory.
///
/// Before the first sample there is silence. Memory does not grow.
public struct SampleHistory: Sendable {
  /// Samples that are remembered.
  public let length: Int
  /// Holds the newest `length` samples from index `start` on.
  public private(set) var samples: [Float]
  /// Index of the oldest sample that is remembered.
  public private(set) var start = 0
  /// Samples heard since the last loss, or since the beginning.
  public private(set) var unbroken = 0

  /// - Parameter length: from 1.
  public init(length: Int) {
    precondition(length > 0)
    self.length = length
    samples = Array(repeating: 0, count: length + max(length, 2048))
  }

  /// Whether all that is remembered was heard in one piece.
  public var isWhole: Bool { unbroken >= length }

  /// Takes samples in.
  ///
  /// - Parameters:
  ///   - source: where they stand.
  ///   - first: index of the first.
  ///   - count: how many.
  public mutating func append(_ source: [Float], from first: Int, count: Int) {
    precondition(first >= 0 && count >= 0 && first + count <= source.count)
    unbroken += count
    if count >= length {
      start = 0
      return copySamples(source, from: first + count - length, to: &samples, at: 0, count: length)
    }
    var done = 0
    while done < count {
      let piece = min(count - done, room())
      copySamples(source, from: first + done, to: &samples, at: start + length, count: piece)
      start += piece
      done += piece
    }
  }

  /// Takes in silence for samples that were lost.
  public mutating func appendLost(_ count: Int) {
    unbroken = 0
    var left = min(count, length)
    while left > 0 {
      let piece = min(left, room())
      let target = start + length
      for index in target..<target + piece { samples[index] = 0 }
      start += piece
      left -= piece
    }
  }

  /// What was heard until now counts as broken: it holds samples that were replaced.
  public mutating func markDamaged() { unbroken = 0 }

  /// How many samples fit behind the newest, at least one.
  private mutating func room() -> Int {
    if start + length == samples.count {
      moveToFront(&samples, from: start, count: length)
      start = 0
    }
    return samples.count - start - length
  }
}
