import Glibc
import SampleIO

/// The noise meter of AudioEngine: a reading each half second of one channel.
struct MeterHistory {
  /// One reading.
  struct Entry: Equatable {
    /// When its half second ended, s.
    var seconds: Double
    /// Mean square of that half second, dBFS.
    var level: Double
  }

  /// Kept for the graph: two minutes.
  static let capacity = 240

  private(set) var entries: [Entry] = []
  private(set) var count = 0.0
  private(set) var lowest = Double.nan
  private(set) var highest = Double.nan
  private var sum = 0.0
  private var last: (number: Int64, square: Double) = (-1, .nan)
  /// Lines for the log that were not fetched yet.
  private(set) var lines: [String] = []

  /// The average of the readings' mean squares, dBFS.
  var average: Double { count > 0 ? 10 * log10(sum / count) : .nan }

  /// Takes a record: a reading when another half second is over.
  mutating func add(
    _ reading: Reading, _ record: borrowing Record, _ settings: ViewSettings
  ) {
    let channel = settings.channel ?? 0
    guard reading.channels.indices.contains(channel), record.has(.levels) else { return }
    let square = reading.channels[channel].meanSquare
    guard square.isFinite else { return }
    let end = Double(record.header.position + Int64(record.header.frames))
    let number = Int64((end / record.header.rate / 0.5).rounded(.down))
    guard number > last.number, number >= 1 else { return }
    last = (number, square)
    let level = 10 * log10(square)
    note(level, Double(number) / 2)
    guard settings.history != nil else { return }
    let face = MeterFace(level, settings.calibration)
    lines.append(
      "\(fixed(Double(number) / 2, 1)),\(Frame.level(level)),\(face.number),\(face.word)\n")
  }

  private mutating func note(_ level: Double, _ seconds: Double) {
    (lowest, highest) = (level < lowest ? level : lowest, level > highest ? level : highest)
    if count == 0 { (lowest, highest) = (level, level) }
    count += 1
    sum += exp2(level / 10 * log2(10))
    entries.append(Entry(seconds: seconds, level: level))
    if entries.count > Self.capacity { entries.removeFirst() }
  }

  /// Lowest, highest and average begin anew.
  mutating func reset() { self = MeterHistory(last: last.number) }

  init() {}

  /// A history of levels, dBFS.
  init(_ levels: [Double]) {
    for (index, level) in levels.enumerated() { note(level, Double(index + 1) / 2) }
  }

  private init(last: Int64) { self.last.number = last }

  /// Hands the new lines of the log over.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A reading as it is shown.
struct MeterFace: Equatable {
  /// Digits, without a unit.
  let number: String
  let word: String
  /// 0 for the quietest class … 4.
  let grade: Int
  /// On the display's scale of 0 to 120.
  let value: Double

  /// The words of the classes and where they end.
  ///
  /// Source: AudioEngine, NoiseMeterViewController.
  static let classes: [(word: String, below: Double)] = [
    ("SILENT", 50), ("QUIET", 75), ("AVERAGE", 90), ("NOISY", 100), ("LOUD", .infinity),
  ]

  /// - Parameters:
  ///   - level: dBFS.
  ///   - calibration: added to the level, where the user knows what makes it a sound level.
  init(_ level: Double, _ calibration: Double?) {
    value = calibration.map { max(level + $0, 0) } ?? Self.display(level)
    let shown = value
    grade = Self.classes.firstIndex { shown < $0.below } ?? 4
    word = Self.classes[grade].word
    number = value.isNaN ? "--" : fixed(value.rounded(.towardZero), 0)
  }

  /// AudioEngine's scale of 0 to 120: 120 · √((a − m)/(1 − m)), m at −80 dBFS.
  static func display(_ level: Double) -> Double {
    if level.isNaN { return .nan }
    if level < -80 { return 0 }
    if level >= 0 { return 120 }
    let least = 0.0001
    return 120 * ((exp2(level / 20 * log2(10)) - least) / (1 - least)).squareRoot()
  }
}
