/// The onsets of the last 11 s, and how high they usually are.
struct OnsetMemory {
  /// Onsets that are remembered.
  static let capacity = 1024
  /// Onsets are counted in steps of this.
  private static let step: Float = 1 / 1024

  private var onsets: [Float] = []
  private var oldest = 0
  private var histogram = [Int](repeating: 0, count: 1025)

  /// How many are remembered.
  var count: Int { onsets.count }

  mutating func forget() {
    onsets.removeAll(keepingCapacity: true)
    oldest = 0
    for index in histogram.indices { histogram[index] = 0 }
  }

  /// Takes the next onset, 0…1.
  mutating func append(_ onset: Float) {
    if onsets.count < Self.capacity {
      onsets.append(onset)
    } else {
      histogram[place(onsets[oldest])] -= 1
      onsets[oldest] = onset
      oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
    }
    histogram[place(onset)] += 1
  }

  private func place(_ onset: Float) -> Int { min(1024, Int(onset / Self.step)) }

  /// Copies what stands above the usual, limited so that no single onset speaks for all.
  ///
  /// - Parameter target: gets `count` values, oldest first, 0 for the usual.
  /// - Returns: false where nothing stands out.
  func copyOutstanding(into target: inout [Float]) -> Bool {
    let median = percentile(count / 2)
    let floor = median + 3 * (median - percentile(count / 4)) + Self.step
    let limit = 2 * (percentile(count - max(3, count / 128)) - floor)
    guard limit > 0 else { return false }
    let newer = count - oldest
    Self.copy(onsets, oldest, newer, to: &target, 0, above: floor, limit: limit)
    Self.copy(onsets, 0, oldest, to: &target, newer, above: floor, limit: limit)
    return true
  }

  private static func copy(
    _ onsets: [Float], _ first: Int, _ count: Int, to target: inout [Float], _ place: Int,
    above floor: Float, limit: Float
  ) {
    var target = target.mutableSpan
    precondition(first + count <= onsets.count && place + count <= target.count)
    for index in 0..<count {
      let above = onsets[first &+ index] - floor
      let some = above > 0 ? above : 0
      target[place &+ index] = some < limit ? some : limit
    }
  }

  /// The value that so many of the onsets do not exceed.
  private func percentile(_ rank: Int) -> Float {
    var seen = 0
    for (index, number) in histogram.enumerated() {
      seen += number
      if seen > rank { return Float(index) * Self.step }
    }
    return 1
  }
}
