/// A whole source's spectra, fitted to the width of a picture, in memory that does not grow.
///
/// Where the source's length is known every column is one of the picture; otherwise columns double
/// their time when there are too many.
struct FittedHistory {
  let width: Int
  let rows: Int
  let isDensity: Bool
  /// Frames of a column.
  private(set) var columnFrames: Double
  private(set) var isKnown: Bool
  /// Column after column: the highest level, dB, or the sum of power.
  private var values: [Float]
  /// Spectra in each column.
  private var counts: [Int32]
  private var used = 0
  private var start: Double?
  private var lastFrame = -1.0
  /// The longest way from one spectrum to the next, frames.
  private var step = 0.0
  private var pooled: [Float]

  /// - Parameters:
  ///   - width: columns of the picture.
  ///   - rows: of the picture.
  ///   - totalFrames: of the source, if that is known.
  ///   - hopFrames: from one spectrum to the next, about.
  ///   - isDensity: whether columns hold the mean power.
  init(width: Int, rows: Int, totalFrames: Int64?, hopFrames: Int, isDensity: Bool) {
    self.width = max(width, 1)
    self.rows = rows
    self.isDensity = isDensity
    isKnown = totalFrames.map { $0 > 0 } ?? false
    columnFrames =
      isKnown ? Double(totalFrames ?? 0) / Double(self.width) : Double(max(hopFrames, 1))
    let columns = isKnown ? self.width : 2 * self.width
    values = Array(repeating: isDensity ? 0 : -.infinity, count: columns * rows)
    counts = Array(repeating: 0, count: columns)
    pooled = Array(repeating: .nan, count: rows)
  }

  /// Takes one spectrum.
  ///
  /// - Parameters:
  ///   - levels: dB.
  ///   - frame: that it stands for.
  ///   - afterGap: whether sound was lost in between.
  ///   - pooling: into the rows.
  mutating func add(_ levels: [Float], frame: Double, afterGap: Bool, _ pooling: RowPooling) {
    let origin = start ?? (isKnown ? 0 : frame)
    start = origin
    if !afterGap, lastFrame >= 0 { step = max(step, frame - lastFrame) }
    lastFrame = frame
    var column = Int(max((frame - origin) / columnFrames, 0))
    while column >= counts.count {
      guard !isKnown else {
        column = counts.count - 1
        break
      }
      halve()
      column = Int((frame - origin) / columnFrames)
    }
    used = max(used, column + 1)
    pooling.pool(levels, into: &pooled)
    let base = column * rows
    counts[column] += 1
    for row in 0..<rows {
      let value = pooled[row]
      let old = values[base + row]
      values[base + row] = isDensity ? old + value : value > old || value.isNaN ? value : old
    }
  }

  /// Makes one column of each two.
  private mutating func halve() {
    let half = counts.count / 2
    for column in 0..<half {
      for row in 0..<rows {
        let (one, two) = (values[2 * column * rows + row], values[(2 * column + 1) * rows + row])
        values[column * rows + row] = isDensity ? one + two : max(one, two)
      }
      counts[column] = counts[2 * column] + counts[2 * column + 1]
    }
    for place in half * rows..<values.count { values[place] = isDensity ? 0 : -.infinity }
    for column in half..<counts.count { counts[column] = 0 }
    columnFrames *= 2
    used = (used + 1) / 2
  }

  /// Frames from the left to the right edge.
  func span(_ end: Double) -> (from: Double, to: Double) {
    let origin = start ?? 0
    return (origin, max(isKnown ? Double(width) * columnFrames : end, origin + 1))
  }

  /// The picture.
  ///
  /// - Parameter end: the frame behind the last.
  /// - Returns: levels in dB, row by row from the top; NaN where there was no sound.
  func levels(_ end: Double) -> [Float] {
    var picture = Array(repeating: Float.nan, count: width * rows)
    let span = span(end)
    // A spectrum stands until the next one, the only one to the end.
    let hold = step > 0 ? Int((step / columnFrames).rounded(.up)) : counts.count
    for x in 0..<width {
      let from = (span.to - span.from) * Double(x) / Double(width) / columnFrames
      let to = (span.to - span.from) * Double(x + 1) / Double(width) / columnFrames
      let first = min(Int(from + 1e-9), counts.count - 1)
      let last = min(max(Int((to - 1e-9).rounded(.up)), first + 1), counts.count)
      var columns = (first..<last).filter { counts[$0] > 0 }
      if columns.isEmpty, let before = previous(first, hold) { columns = [before] }
      guard !columns.isEmpty else { continue }
      let total = columns.reduce(Int32(0)) { $0 + counts[$1] }
      for row in 0..<rows {
        var value: Float = isDensity ? 0 : -.infinity
        for column in columns {
          let one = values[column * rows + row]
          value = isDensity ? value + one : max(value, one)
        }
        picture[row * width + x] = isDensity ? Decibels.ofPower(value / Float(total)) : value
      }
    }
    return picture
  }

  private func previous(_ column: Int, _ hold: Int) -> Int? {
    (0...max(hold, 1)).lazy.map { column - $0 }.first { $0 >= 0 && counts[$0] > 0 }
  }
}
