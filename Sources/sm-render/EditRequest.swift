import DSP
import SampleIO

/// The edits of the command line, in seconds.
struct EditRequest {
  static let options = [
    Option(
      "trim", nil, "START:END",
      "picofox, preview: keep this part, in seconds; waveform: shade the rest"),
    Option("normalize", nil, nil, "picofox, preview: bring the peak to 0.95 first"),
    Option("gain", nil, "DB", "picofox, preview: louder or softer; spectrum, timeline: brighter"),
    Option("fade-in", nil, "SECONDS", "picofox, preview: rise from silence"),
    Option("fade-out", nil, "SECONDS", "picofox, preview: fall to silence"),
    Option("speech", nil, nil, "picofox, preview: --normalize and --gain -6"),
  ]

  /// What the peak becomes, of full scale.
  private static let normalPeak = 0.95
  private static let speechDB = -6.0

  private let start: Double
  private let end: Double?
  private let isTrimmed: Bool
  private let fades: (rise: Double, fall: Double)
  private let edits: ClipEdits

  init(_ arguments: Arguments) throws {
    (start, end) = try Self.trim(arguments.text("trim"))
    isTrimmed = arguments.has("trim")
    fades = (
      try arguments.number("fade-in", in: 0...600, unit: "s") ?? 0,
      try arguments.number("fade-out", in: 0...600, unit: "s") ?? 0
    )
    let isSpeech = arguments.has("speech")
    if isSpeech, arguments.has("gain") || arguments.has("normalize") {
      throw UsageError("--speech is --normalize --gain -6; give the one or the others")
    }
    var edits = ClipEdits()
    edits.normalPeak = isSpeech || arguments.has("normalize") ? Self.normalPeak : nil
    edits.gainDB =
      try arguments.number("gain", in: -120...120, unit: "dB") ?? (isSpeech ? Self.speechDB : 0)
    self.edits = edits
  }

  private static func trim(_ text: String?) throws -> (Double, Double?) {
    guard let text else { return (0, nil) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let first = parts.first.map { $0.isEmpty ? 0 : Arguments.parse($0) } ?? nil
    let last = parts.last.map { $0.isEmpty ? Double.infinity : Arguments.parse($0) } ?? nil
    guard parts.count == 2, let first, let last, first >= 0, last > first else {
      throw UsageError(
        "--trim: '\(text)' is no part; it is START:END in seconds, such as 1.5:4, 1.5: or :4")
    }
    return (first, last.isFinite ? last : nil)
  }

  /// Whether the sound stays as it is.
  var isEmpty: Bool { !isTrimmed && edits.isEmpty && fades == (0, 0) }

  /// The frames that are kept.
  ///
  /// - Parameters:
  ///   - frames: that there are.
  ///   - rate: Hz.
  /// - Returns: at least one, the end not among them.
  /// - Throws: `failed` for a part that reaches over the end.
  func range(of frames: Int, rate: Double) throws -> Range<Int> {
    guard isTrimmed else { return 0..<frames }
    let from = (start * rate).rounded()
    let to = end.map { ($0 * rate).rounded() } ?? Double(frames)
    guard to <= Double(frames), from < Double(frames) else {
      throw SampleError.failed(
        "--trim: the sound is \(fixed(Double(frames) / rate, 6)) s long, and ends before "
          + "\(fixed(end ?? start, 6)) s")
    }
    guard from < to else {
      throw SampleError.failed(
        "--trim: nothing lies between \(fixed(from / rate, 6)) and \(fixed(to / rate, 6)) s at "
          + "\(fixed(rate, 0)) Hz; at least one frame has to stay")
    }
    return Int(from)..<Int(to)
  }

  /// The edits in frames.
  func edits(rate: Double) -> ClipEdits {
    var edits = edits
    edits.fadeIn = Int((fades.rise * rate).rounded())
    edits.fadeOut = Int((fades.fall * rate).rounded())
    return edits
  }

  /// Says where less gain was applied than asked.
  func report(_ factor: Double) {
    let change = Level.decibels(Float(factor))
    let much = "\(fixed(abs(change), 2)) dB"
    Diagnostics.remark(
      "the peak would go over full scale: all of it is "
        + (change < 0 ? "\(much) softer than it was" : "\(much) louder than it was, and no more"))
  }
}
