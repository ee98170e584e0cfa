import DSP
import SampleIO

/// Compares the stream with a file, and ends with status 1 where they differ too much.
struct CompareView: View {
  static let options = [
    Option("align", nil, nil, "compare: take the delay away first"),
    Option("tolerance", nil, "DBFS", "compare: the largest difference allowed (none)"),
  ]

  /// Of sound that is looked at to find the delay, and the largest delay, s.
  private static let (headSeconds, mostDelaySeconds) = (4.0, 1.0)

  private let path: String
  private let aligns: Bool
  private let toleranceDBFS: Double?
  private let other: OtherStream
  private var hasOther = true
  private var hasUnread = false
  private var lanes = (stream: SoundLane(), file: SoundLane())
  private var delay: DelayFinder.Found?
  private var isAligned = false
  /// Frames of the file before the first that was compared.
  private var skipped: Int64 = 0
  private var comparison: Comparison
  private var output = TextOutput()

  init(_ arguments: Arguments, _ operands: [String]) throws {
    guard let path = operands.first, operands.count == 1 else {
      throw UsageError("compare needs one file: sm-render compare FILE")
    }
    self.path = path
    aligns = arguments.has("align")
    toleranceDBFS = try arguments.number("tolerance", in: -1000...100, unit: "dBFS")
    comparison = Comparison(tolerance: toleranceDBFS.map(Level.ratio) ?? 0)
    other = OtherStream(try InputRequest(arguments).beside(path))
  }

  mutating func add(_ record: borrowing Record) throws {
    // Whoever could not read it has said so.
    guard !record.header.isUnread else { return hasUnread = true }
    try lanes.stream.add(record)
    try read(lanes.stream.count)
    try check()
    if !isAligned, !align(isWhole: false) { return }
    compare(min(lanes.stream.count, lanes.file.count))
  }

  /// Reads the file until so many frames wait, or to its end.
  private mutating func read(_ frames: Int) throws {
    while hasOther, lanes.file.count < frames {
      hasOther = try other.add(to: &lanes.file)
    }
  }

  private func check() throws {
    let (one, two) = (lanes.stream, lanes.file)
    guard one.channels > 0, two.channels > 0 else { return }
    guard one.kind == two.kind else {
      throw SampleError.failed(
        "\(path): \(two.kind); the stream has \(one.kind); " + two.kind.advice(besides: one.kind))
    }
  }

  /// Looks for the delay, once there is enough to look at.
  private mutating func align(isWhole: Bool) -> Bool {
    let rate = lanes.stream.rate
    let silent = min(lanes.stream.silentFrames, lanes.file.silentFrames)
    compare(silent)
    let head = Int(Self.headSeconds * rate)
    guard isWhole || min(lanes.stream.count, lanes.file.count) >= head else { return false }
    isAligned = true
    delay = DelayFinder.find(
      lanes.stream.mono(head), lanes.file.mono(head), most: Int(Self.mostDelaySeconds * rate))
    guard aligns, let found = delay else { return true }
    // What was silent in both is no part of what is compared.
    comparison = Comparison(tolerance: comparison.tolerance)
    skipped = lanes.file.frames - Int64(lanes.file.count)
    if found.frames > 0 {
      _ = lanes.stream.take(found.frames)
    } else {
      skipped += Int64(-found.frames)
      _ = lanes.file.take(-found.frames)
    }
    return true
  }

  private mutating func compare(_ frames: Int) {
    guard frames > 0 else { return }
    comparison.add(
      lanes.stream.take(frames), lanes.file.take(frames), channels: lanes.stream.channels)
    lanes.stream.tidy()
    lanes.file.tidy()
  }

  mutating func finish() throws {
    if hasUnread, lanes.stream.channels == 0 { throw Verdict(status: 1) }
    try read(.max)
    try check()
    if !isAligned { _ = align(isWhole: true) }
    compare(min(lanes.stream.count, lanes.file.count))
    // Aligned ends do not belong together; other ends are compared with silence.
    if !aligns { compare(max(lanes.stream.count, lanes.file.count)) }
    try report()
    guard comparison.isWithin, aligns || toleranceDBFS != nil || sameLength else {
      Diagnostics.say(complaint)
      throw Verdict(status: 1)
    }
  }

  private var sameLength: Bool { lanes.stream.frames == lanes.file.frames }

  // MARK: words

  private mutating func report() throws {
    let level = { (value: Double?) -> String in
      guard let value else { return "no value, both are silent" }
      return value.isInfinite
        ? (value > 0 ? "infinite" : "minus infinite") : "\(fixed(value, 2)) dB"
    }
    let lines = [
      "frames: \(lanes.stream.frames) in the stream, \(lanes.file.frames) in the file, "
        + "\(comparison.frames) compared",
      "first difference\(toleranceDBFS == nil ? "" : " over the tolerance"): "
        + (comparison.first.map(shown) ?? "none"),
      "largest difference: "
        + (comparison.largestPlace.map { "\(largest), \(shown($0))" } ?? "none"),
      "SNR: \(level(comparison.signalToNoise))",
      "level difference: \(level(comparison.levelDifference))",
      "delay: \(shownDelay)",
    ]
    output.text.append(lines.map { $0 + "\n" }.joined())
    try output.flush()
  }

  private var largest: String {
    "\(fixed(Level.decibels(Float(comparison.largest)), 2)) dBFS"
  }

  private func shown(_ place: Comparison.Place) -> String {
    let frame = place.frame + skipped
    return "frame \(frame) (\(fixed(Double(frame) / lanes.file.rate, 6)) s), "
      + "channel \(place.channel + 1)"
  }

  private var shownDelay: String {
    guard let delay else { return "unknown, one of them is silent" }
    return "\(delay.frames) frames (\(fixed(Double(delay.frames) / lanes.stream.rate, 6)) s), "
      + "correlation \(fixed(delay.correlation, 4))"
  }

  private var complaint: String {
    let allowed = toleranceDBFS.map { "\(fixed($0, 2)) dBFS allowed" } ?? "none allowed"
    guard let first = comparison.first, comparison.largest > 0 else {
      return "\(path): \(lanes.file.frames) frames, the stream has \(lanes.stream.frames)"
    }
    return "\(path): differs by up to \(largest), first at \(shown(first)); \(allowed)"
  }
}

/// A second stream beside standard input; a class, since a view is copied and an input is not.
private final class OtherStream {
  private var input: StreamInput
  private var record = Record()

  init(_ request: InputRequest) { input = StreamInput(request) }

  /// Reads one record.
  ///
  /// - Parameter lane: gets its sound.
  /// - Returns: false at the end.
  /// - Throws: what is wrong with the stream.
  func add(to lane: inout SoundLane) throws -> Bool {
    guard try input.next(into: &record) else { return false }
    try lane.add(record)
    return true
  }
}
