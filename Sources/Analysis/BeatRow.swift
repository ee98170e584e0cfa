/// The beats that a period calls for, and what onsets there are at them.
struct BeatRow {
  /// A beat that should be there.
  struct Beat {
    var number: Double
    /// The strongest onset near it, and the middle of the onsets near it, in hops.
    var height: Float = 0
    var place = 0.0
    var isThere = false
  }

  /// Oldest first, from the likeliest phase on.
  let beats: [Beat]

  /// Looks for the beats.
  ///
  /// - Parameters:
  ///   - onsets: what stands above the usual.
  ///   - count: how many of them.
  ///   - period: hops.
  init(_ onsets: [Float], count: Int, period: Double) {
    var beats: [Beat] = []
    let first = Self.phase(onsets, count, period)
    var beat = Beat(number: 0)
    while first + (beat.number + 0.15) * period < Double(count) {
      let middle = first + beat.number * period
      let low = max(0, Int((middle - 0.15 * period).rounded(.up)))
      var (sum, moment) = (0.0, 0.0)
      beat.height = 0
      for index in low...max(low, Int(middle + 0.15 * period)) {
        beat.height = max(beat.height, onsets[index])
        sum += Double(onsets[index])
        moment += Double(onsets[index]) * Double(index)
      }
      beat.place = sum > 0 ? moment / sum : middle
      beats.append(beat)
      beat.number += 1
    }
    let sorted = beats.map(\.height).sorted()
    let usual = sorted.isEmpty ? 0 : sorted[sorted.count * 3 / 4]
    for index in beats.indices { beats[index].isThere = beats[index].height > 0.25 * usual }
    self.beats = beats
  }

  /// Where the first beat lies, hops.
  private static func phase(_ onsets: [Float], _ count: Int, _ period: Double) -> Double {
    var profile = [Float](repeating: 0, count: 32)
    for index in 0..<count where onsets[index] > 0 {
      let turns = Double(index) / period
      profile[Int((turns - turns.rounded(.down)) * 32) % 32] += onsets[index]
    }
    let around: [Float] = (0..<32).map { (place: Int) -> Float in
      profile[(place + 31) % 32] + profile[place] + profile[(place + 1) % 32]
    }
    let best = (0..<32).max { around[$0] < around[$1] } ?? 0
    return (Double(best) + 0.5) / 32 * period
  }

  /// The beats that are there.
  var found: [Beat] { beats.filter(\.isThere) }

  /// How many of the newest are missing.
  var missingAtEnd: Int { beats.reversed().prefix { !$0.isThere }.count }

  /// The straight line through beats: its slope is the period.
  ///
  /// - Parameter beats: at least three.
  /// - Returns: the period and its standard error, hops.
  static func line(_ beats: [Beat]) -> (period: Double, error: Double) {
    let size = Double(beats.count)
    let middle = beats.reduce(0) { $0 + $1.number } / size
    let place = beats.reduce(0) { $0 + $1.place } / size
    let spread = beats.reduce(0) { $0 + ($1.number - middle) * ($1.number - middle) }
    let slope =
      beats.reduce(0) { $0 + ($1.number - middle) * ($1.place - place) } / spread
    let rest = beats.reduce(0.0) { sum, beat in
      let miss = beat.place - place - slope * (beat.number - middle)
      return sum + miss * miss
    }
    return (slope, (rest / (size - 2) / spread).squareRoot())
  }
}
