import DSP
import SampleIO

/// The stream as a finished sound file.
struct WAVView: View {
  static let options =
    Option.soundFile + [
      Option("dither", nil, nil, "wav, preview: add noise of one step before rounding to integers")
    ]

  private let sink: SoundSink
  private let ditherBits: Int?
  private var dither = Dither()
  private var samples: [Float] = []

  init(_ arguments: Arguments) throws {
    let request = try SoundSinkRequest(arguments)
    ditherBits = try Self.ditherBits(arguments, request)
    sink = try SoundSink(request)
  }

  /// The bits of the integers that dither is wanted for, nil for none.
  static func ditherBits(_ arguments: Arguments, _ request: SoundSinkRequest) throws -> Int? {
    guard arguments.has("dither") else { return nil }
    guard let bits = request.integerBits else {
      throw UsageError("--dither goes with integers: --bits 16, 24 or 32")
    }
    return bits
  }

  mutating func add(_ record: borrowing Record) throws {
    guard !record.header.isUnread else { return }
    if record.startsSource { try sink.begin(record) }
    let header = record.header
    guard header.frames > 0 else { return }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(header.position): the records hold no sound (--no-pcm)")
    }
    let count = header.frames * header.channels
    if samples.count > count { samples.removeLast(samples.count - count) }
    if let ditherBits { dither.add(to: &samples, count: count, bits: ditherBits) }
    try sink.put(samples, gap: record.gapFrames)
  }

  mutating func finish() throws {
    try sink.finish()
    // A file that is whole is what was wanted, also of a stream that somebody ended.
    Attention.forgiveEnding()
  }

  /// What came before the input failed is kept.
  mutating func giveUp() throws { try sink.finish() }
}
