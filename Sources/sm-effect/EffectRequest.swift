import DSP
import SampleIO
import Stretching

/// What the command line asks for; nil is what changes nothing.
struct EffectRequest {
  /// The longest tail, s.
  private static let longestTail = 120.0

  let stretch: StretchSettings?
  let echo: Echo.Settings?
  let reverb: Reverb.Settings?
  private let keepsTail: Bool

  /// The effects that have names.
  private enum Word: String, CaseIterable { case slow, fast, high, low, echo, reverb }

  /// The names of the effects.
  static let words = Word.allCases.map(\.rawValue)

  init(_ arguments: Arguments) throws {
    let words = try arguments.operands.map(Self.word)
    stretch = try Self.stretch(arguments, words)
    let echo = try Self.echo(arguments, words)
    self.echo = echo?.mix == 0 ? nil : echo
    let reverb = try Self.reverb(arguments, words)
    self.reverb = reverb?.mix == 0 ? nil : reverb
    keepsTail = !arguments.has("no-tail")
  }

  /// How much faster the sound becomes.
  var tempo: Double { stretch?.tempo ?? 1 }

  /// Whether the stream goes through untouched.
  var isNeutral: Bool { stretch == nil && echo == nil && reverb == nil }

  /// Frames that ring on behind a sound.
  ///
  /// - Parameter rate: Hz.
  /// - Returns: none where none are wanted.
  func tailFrames(rate: Double) -> Int64 { keepsTail ? ringFrames(rate: rate) : 0 }

  /// Frames in which what is heard of a sound falls by 60 dB.
  func ringFrames(rate: Double) -> Int64 {
    let seconds = (echo?.tailSeconds ?? 0) + (reverb?.tailSeconds ?? 0)
    return Int64((min(seconds, Self.longestTail) * rate).rounded(.up))
  }

  private static func word(_ text: String) throws -> Word {
    guard let word = Word(rawValue: text) else {
      let list = "; there are \(words.joined(separator: ", ")); a file is read with -i FILE"
      throw UsageError(
        "'\(text)' is no effect" + Nearest.question(text, among: words, or: list))
    }
    return word
  }

  // MARK: time and pitch

  private static func stretch(
    _ arguments: Arguments, _ words: [Word]
  ) throws -> StretchSettings? {
    let tempo = try one(
      [.slow: 0.5, .fast: 1.5], words, "tempo",
      arguments.number("tempo", in: StretchSettings.tempos))
    let cents = try one(
      [.high: 1000, .low: -1000], words, "pitch",
      arguments.number("pitch", in: StretchSettings.pitches, unit: "cents"))
    if arguments.has("formant"), cents == nil {
      throw UsageError("--formant: there is no pitch to change; say high, low or --pitch CENTS")
    }
    if arguments.has("fast"), tempo == nil, cents == nil {
      throw UsageError(
        "--fast is how tempo and pitch are changed, and neither is; the effect is called fast")
    }
    let settings = StretchSettings(
      tempo: tempo ?? 1, cents: cents ?? 0, keepsFormants: arguments.has("formant"),
      isFast: arguments.has("fast"))
    return settings.isNeutral ? nil : settings
  }

  /// The one value that words and an option together ask for.
  private static func one(
    _ values: [Word: Double], _ words: [Word], _ option: String, _ number: Double?
  ) throws -> Double? {
    let said = words.filter { values[$0] != nil }
    let names = said.map(\.rawValue) + (number == nil ? [] : ["--\(option)"])
    if names.count > 1 {
      throw UsageError("\(names[0]) and \(names[1]): there is one \(option); use --\(option) alone")
    }
    return number ?? said.first.flatMap { values[$0] }
  }

  // MARK: echo and reverb

  private static func echo(_ arguments: Arguments, _ words: [Word]) throws -> Echo.Settings? {
    guard let text = arguments.text("echo") else {
      return words.contains(.echo) ? Echo.Settings() : nil
    }
    let parts = try Parts("echo", text, "0.3:0.5:0.5", most: 3)
    let usual = Echo.Settings()
    return Echo.Settings(
      delaySeconds: try parts.seconds(0, in: Echo.Settings.delays) ?? usual.delaySeconds,
      decay: try parts.factor(1, in: Echo.Settings.decays) ?? usual.decay,
      mix: try parts.factor(2, in: 0...1) ?? usual.mix)
  }

  private static func reverb(_ arguments: Arguments, _ words: [Word]) throws -> Reverb.Settings? {
    guard let text = arguments.text("reverb") else {
      return words.contains(.reverb) ? Reverb.Settings() : nil
    }
    let parts = try Parts("reverb", text, "6:0.5", most: 2)
    let usual = Reverb.Settings()
    return Reverb.Settings(
      seconds: try parts.seconds(0, in: Reverb.Settings.times) ?? usual.seconds,
      mix: try parts.factor(1, in: 0...1) ?? usual.mix)
  }
}
