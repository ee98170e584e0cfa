import Resampling
import SampleIO

/// What the command line asks for: a rate, and how to get there.
struct ResampleRequest {
  /// The highest rate, Hz.
  static let highestRate = 1_536_000.0
  /// The largest step up or down.
  static let largestRatio = 256.0

  /// How the rate is changed.
  enum Way: Equatable { case soxr(ResamplingQuality), sinc }

  /// Hz.
  let rate: Double
  let way: Way

  init(_ arguments: Arguments) throws {
    guard let word = arguments.operands.first else {
      throw UsageError("say which rate is wanted: sm-resample 48000 (48k is the same)")
    }
    if arguments.operands.count > 1 {
      throw UsageError(
        "'\(arguments.operands[1])': one rate is enough; a file is read with -i FILE")
    }
    guard let rate = Arguments.parse(word) else {
      throw UsageError("'\(word)' is no rate in Hz, such as 48000 or 44.1k")
    }
    guard 1...Self.highestRate ~= rate else {
      throw UsageError("\(word): rates are 1 to 1536000 Hz")
    }
    self.rate = rate
    way = try Self.way(arguments)
    if way == .sinc, rate != rate.rounded() {
      throw UsageError("\(word): --sinc knows whole rates only")
    }
  }

  private static func way(_ arguments: Arguments) throws -> Way {
    let names =
      ["quality", "phase"].filter(arguments.has) + (arguments.has("steep") ? ["steep"] : [])
    if arguments.has("sinc") {
      if let name = names.first {
        throw UsageError("--\(name) is for the other resampler; leave it out, or --sinc")
      }
      return .sinc
    }
    let level = try arguments.choice("quality", ResamplingQuality.Level.init) ?? .high
    let phase = try arguments.choice("phase", ResamplingQuality.Phase.init) ?? .linear
    if level == .quick, names.contains(where: { $0 != "quality" }) {
      throw UsageError("--quality quick has no filter that --phase or --steep could shape")
    }
    return .soxr(ResamplingQuality(level, phase: phase, isSteep: arguments.has("steep")))
  }

  /// The change for a source.
  ///
  /// - Parameter found: its rate, Hz.
  /// - Returns: from that rate to the one asked for.
  /// - Throws: `failed` for a step that is too large.
  func change(from found: Double) throws -> RateChange {
    let ratio = rate / found
    guard found <= Self.highestRate, 1 / Self.largestRatio...Self.largestRatio ~= ratio else {
      throw SampleError.failed(
        "\(shown(found)) Hz cannot become \(shown(rate)) Hz: rates are 1 to 1536000 Hz, and one "
          + "step is at most a factor of 256; take two steps")
    }
    if way == .sinc, found != found.rounded() {
      throw SampleError.failed("a source of \(shown(found)) Hz: --sinc knows whole rates only")
    }
    return RateChange(from: found, to: rate)
  }

  private func shown(_ rate: Double) -> String {
    var text = NumberText()
    text.append(exact: rate)
    return text.string
  }
}
