/// All-pass filters in a row for one channel: one echo becomes many, and no frequency is favoured.
///
/// Source: M. R. Schroeder, Natural sounding artificial reverberation, JAES 10 (3), 1962.
struct Diffuser {
  private static let gain: Float = 0.65

  private var lines: [[Float]]
  private var places: [Int]

  /// - Parameter lengths: frames of each filter.
  init(lengths: [Int]) {
    precondition(lengths.allSatisfy { $0 > 0 })
    lines = lengths.map { Array(repeating: 0, count: $0) }
    places = Array(repeating: 0, count: lengths.count)
  }

  /// Filters in place.
  ///
  /// - Parameters:
  ///   - samples: of one channel.
  ///   - count: how many.
  mutating func process(_ samples: inout [Float], count: Int) {
    for index in lines.indices { pass(index, &samples, count) }
  }

  private mutating func pass(_ index: Int, _ samples: inout [Float], _ count: Int) {
    let gain = Self.gain
    let length = lines[index].count
    var done = 0
    while done < count {
      let (from, to) = (places[index], done)
      let part = min(count - done, length - from)
      precondition(part > 0 && from >= 0 && to + part <= samples.count)
      var line = lines[index].mutableSpan
      var now = samples.mutableSpan
      for place in 0..<part {
        let past = line[from &+ place]
        let fed = (now[to &+ place] + gain * past).settled
        line[from &+ place] = fed
        now[to &+ place] = past - gain * fed
      }
      done += part
      places[index] = (from + part) % length
    }
  }
}
