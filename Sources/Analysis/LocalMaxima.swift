/// The local maxima of a row of numbers, highest first.
///
/// The bits of numbers that are not negative rise as they do, and the compiler finds the highest of many
/// integers at once. The row is cut into stretches of which the highest is known; taking a maximum changes
/// only one of them.
struct LocalMaxima {
  private let count: Int
  private let stretch: Int
  /// The bits of the numbers that are higher than their neighbours, all others 0.
  private var rest: [UInt32]
  /// The highest of each stretch.
  private var tops: [UInt32]

  /// - Parameter count: numbers of a row, at least 3.
  init(count: Int) {
    self.count = count
    // a power of two, about as many as there are stretches
    stretch = max(16, 1 << ((Int.bitWidth - count.leadingZeroBitCount) / 2))
    tops = Array(repeating: 0, count: (count + stretch - 1) / stretch)
    rest = Array(repeating: 0, count: tops.count * stretch)
  }

  /// Takes the maxima of a row; its two ends are none.
  ///
  /// - Parameter numbers: `count` or more, none below 0.
  mutating func find(in numbers: [Float]) {
    Self.copyMaxima(of: numbers, count, into: &rest)
    for index in tops.indices { tops[index] = Self.highest(rest, index * stretch, stretch) }
  }

  /// Takes the highest that is left.
  ///
  /// - Parameter floor: 0 or more.
  /// - Returns: its index, or nil if none is above the floor.
  mutating func takeHighest(above floor: Float) -> Int? {
    let top = Self.highest(tops, 0, tops.count)
    guard top > floor.bitPattern else { return nil }
    let index = Self.place(of: top, in: tops, 0, tops.count)
    let place = Self.place(of: top, in: rest, index * stretch, stretch)
    rest[place] = 0
    tops[index] = Self.highest(rest, index * stretch, stretch)
    return place
  }

  private static func copyMaxima(of numbers: [Float], _ count: Int, into maxima: inout [UInt32]) {
    var target = maxima.mutableSpan
    precondition(numbers.count >= count && target.count >= count && count > 1)
    for index in 1..<count &- 1 {
      let value = numbers[index] > numbers[index &- 1] ? numbers[index] : 0
      target[index] = (numbers[index] >= numbers[index &+ 1] ? value : 0).bitPattern
    }
  }

  private static func highest(_ numbers: [UInt32], _ first: Int, _ count: Int) -> UInt32 {
    precondition(first >= 0 && first &+ count <= numbers.count)
    var top: UInt32 = 0
    for index in 0..<count {
      let number = numbers[first &+ index]
      top = number > top ? number : top
    }
    return top
  }

  /// The index of the first number of a stretch that has a value, which one of them must have.
  private static func place(
    of value: UInt32, in numbers: [UInt32], _ first: Int, _ count: Int
  ) -> Int {
    precondition(first >= 0 && first &+ count <= numbers.count)
    var place = first
    while place < first &+ count &- 1, numbers[place] != value { place &+= 1 }
    return place
  }
}
