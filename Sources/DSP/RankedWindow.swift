/// The last `capacity` values, oldest dropped first, with their order statistics.
public struct RankedWindow {
  public let capacity: Int
  private var arrival: [Double] = []
  private var sorted: [Double] = []
  private var oldest = 0

  public init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  public var count: Int { arrival.count }

  /// An order statistic.
  ///
  /// - Parameter fraction: 0…1; 0.1 for the tenth percentile.
  /// - Returns: the value of rank round((count − 1) × fraction + 1) in ascending order; nil of nothing.
  public func percentile(_ fraction: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    return sorted[Int((Double(sorted.count - 1) * fraction).rounded())]
  }

  public mutating func append(_ value: Double) {
    if arrival.count < capacity {
      arrival.append(value)
    } else {
      sorted.remove(at: place(of: arrival[oldest]))
      arrival[oldest] = value
      oldest = (oldest + 1) % capacity
    }
    sorted.insert(value, at: place(of: value))
  }

  /// The first place in `sorted` that holds `value` or more.
  private func place(of value: Double) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
