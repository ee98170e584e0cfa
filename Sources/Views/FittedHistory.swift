/// A whole source's spectra, fitted to the width of a picture, in memory that does not grow.
///
/// The picture reaches from the first frame that was heard to the last, whatever somebody said of the
/// source's length before: there are up to two columns for each of the picture, and when they are full
/// each two become one.
struct FittedHistory {
  let width: Int
  let rows: Int
  let isDensity: Bool
  /// The first frame that was heard.
  let origin: Double
  /// Frames of a column.
  private(set) var columnFrames: Double
  /// Column after column: the highest level, dB, or the sum of power.
  private var values: [Float]
  /// Spectra in each column.
  private var counts: [Int32]
  private var lastFrame = -1.0
  /// The longest way from one spectrum to the next, frames.
  private var step = 0.0
  private var pooled: [Float]

  /// - Parameters:
  ///   - width: columns of the picture.
  ///   - rows: of the picture.
  ///   - origin: the first frame that was heard.
  ///   - expected: frames to come, if anybody knows; where it is right, columns end where the
  ///     picture's do.
  ///   - hopFrames: from one spectrum to the next, about.
  ///   - isDensity: whether columns hold the mean power.
  init(
    width: Int, rows: Int, origin: Double, expected: Double?, hopFrames: Int, isDensity: Bool
  ) {
    self.width = max(width, 1)
    self.rows = rows
    self.origin = origin
    self.isDensity = isDensity
    columnFrames = Self.first(max(Double(hopFrames), 1), (expected ?? 0) / Double(self.width))
    values = Array(repeating: isDensity ? 0 : -.infinity, count: 2 * self.width * rows)
    counts = Array(repeating: 0, count: 2 * self.width)
    pooled = Array(repeating: .nan, count: rows)
  }

  /// Frames of a column to begin with: no more than a hop, and a column of the picture when doubled.
  private static func first(_ hop: Double, _ column: Double) -> Double {
    guard column > 0 else { return hop }
    var frames = column
    while frames > hop { frames /= 2 }
    return frames
  }

  /// Takes one spectrum.
  ///
  /// - Parameters:
  ///   - levels: dB.
  ///   - frame: that it stands for.
  ///   - afterGap: whether sound was lost in between.
  ///   - pooling: into the rows.
  mutating func add(_ levels: [Float], frame: Double, afterGap: Bool, _ pooling: RowPooling) {
    if !afterGap, lastFrame >= 0 { step = max(step, frame - lastFrame) }
    lastFrame = frame
    let ahead = max(frame - origin, 0)
    while ahead / columnFrames >= Double(counts.count) { halve() }
    let column = Int(ahead / columnFrames)
    pooling.pool(levels, into: &pooled)
    let base = column * rows
    counts[column] += 1
    for row in 0..<rows {
      let value = pooled[row]
      let old = values[base + row]
      values[base + row] = isDensity ? old + value : Self.higher(old, value)
    }
  }

  /// The higher of two levels; what has no value has none in any column.
  private static func higher(_ one: Float, _ other: Float) -> Float {
    other > one || other.isNaN ? other : one
  }

  /// Makes one column of each two.
  private mutating func halve() {
    let half = counts.count / 2
    for column in 0..<half {
      for row in 0..<rows {
        let (one, two) = (values[2 * column * rows + row], values[(2 * column + 1) * rows + row])
        values[column * rows + row] = isDensity ? one + two : Self.higher(one, two)
      }
      counts[column] = counts[2 * column] + counts[2 * column + 1]
    }
    for place in half * rows..<values.count { values[place] = isDensity ? 0 : -.infinity }
    for column in half..<counts.count { counts[column] = 0 }
    columnFrames *= 2
  }

  /// The picture.
  ///
  /// - Parameter end: the frame behind the last.
  /// - Returns: levels in dB, row by row from the top; NaN where there was no sound.
  func levels(_ end: Double) -> [Float] {
    var picture = Array(repeating: Float.nan, count: width * rows)
    let each = max(end - origin, 1) / columnFrames / Double(width)
    // A spectrum stands until the next one, the only one to the end; the first from the beginning.
    let hold = step > 0 ? Int((step / columnFrames).rounded(.up)) : counts.count
    for x in 0..<width {
      let range = columns(Double(x) * each, Double(x + 1) * each)
      var shown = range.filter { counts[$0] > 0 }
      if shown.isEmpty { shown = [neighbour(of: range.lowerBound, hold)].compactMap { $0 } }
      guard !shown.isEmpty else { continue }
      let total = shown.reduce(Int32(0)) { $0 + counts[$1] }
      for row in 0..<rows {
        var value: Float = isDensity ? 0 : -.infinity
        for column in shown {
          let one = values[column * rows + row]
          value = isDensity ? value + one : Self.higher(value, one)
        }
        picture[row * width + x] = isDensity ? Decibels.ofPower(value / Float(total)) : value
      }
    }
    return picture
  }

  /// The columns whose middle lies in a stretch, else the one that its middle lies in.
  private func columns(_ from: Double, _ to: Double) -> Range<Int> {
    let count = Double(counts.count)
    let (first, last) = (
      Int(min((from - 0.5 - 1e-9).rounded(.up), count)),
      Int(min((to - 0.5 - 1e-9).rounded(.up), count))
    )
    if first < last { return first..<last }
    let middle = Int(min((from + to) / 2, count - 1))
    return middle..<middle + 1
  }

  /// What a column without a spectrum shows.
  private func neighbour(of column: Int, _ hold: Int) -> Int? {
    let past = (0...max(hold, 1)).lazy.map { column - $0 }.first { $0 >= 0 && counts[$0] > 0 }
    guard past == nil, let first = counts.firstIndex(where: { $0 > 0 }) else { return past }
    return column < first && first <= max(hold, 1) ? first : nil
  }
}
