import DSP
import SampleIO

/// Where the stream comes from: files and standard input, or a generator.
struct CaptureSource: ~Copyable {
  var input: StreamInput
  private var generated: GeneratedSource?

  init(_ arguments: Arguments) throws {
    var request = try InputRequest(arguments, files: arguments.operands)
    request.startSeconds = try arguments.number("start", in: 0...1e9, unit: "s") ?? 0
    request.durationSeconds = try arguments.number("duration", in: 0...1e9, unit: "s")
    request.device = arguments.text("device")
    request.retrySeconds = try arguments.number("retry", in: 0...86_400, unit: "s")
    if let device = request.device, let file = arguments.text("input") ?? arguments.operands.first {
      throw UsageError("--device \(device) and \(file): one or the other")
    }
    if request.retrySeconds != nil, request.device == nil {
      throw UsageError("--retry goes with --device")
    }
    request.scrub = arguments.has("scrub")
    request.note = arguments.text("note") ?? ""
    request.anonymous = arguments.has("anonymous")
    let generated = try GeneratedSource(arguments, request)
    self.generated = generated
    input = StreamInput(request)
  }

  /// Reads or makes the next record.
  mutating func next(into record: inout Record) throws -> Bool {
    if let made = generated?.next(into: &record) { return made }
    return try input.next(into: &record)
  }

  /// Goes on with the next source.
  mutating func leave() {
    if generated != nil { generated?.leave() } else { input.leaveSource() }
  }
}

/// A source that is computed.
struct GeneratedSource {
  private var generator: Generator
  private var blocks: SourceBlocks
  private let blockFrames: Int
  private let frames: Int64
  private var samples: [Float] = []
  private var ended = false

  /// - Returns: nil when no generator was asked for.
  /// - Throws: `UsageError` for options that do not go together.
  init?(_ arguments: Arguments, _ request: InputRequest) throws {
    let names = ["demo", "tone", "noise", "sweep", "impulse", "silence"]
    let wanted = names.filter { arguments.has($0) }
    guard let name = wanted.first else {
      for option in ["seed", "level"] where arguments.has(option) {
        throw UsageError("--\(option) goes with a generator, such as --noise pink")
      }
      return nil
    }
    if wanted.count > 1 {
      throw UsageError("--\(name) and --\(wanted[1]): one generator at a time")
    }
    for option in ["start", "input", "format"] where arguments.has(option) {
      throw UsageError("--\(option) does not go with --\(name), which reads nothing")
    }
    if let file = arguments.operands.first {
      throw UsageError("'\(file)': --\(name) reads no file")
    }
    let rate = try arguments.number("rate", in: 100...1_000_000, unit: "Hz") ?? 48_000
    let channels = try arguments.integer("channels", in: 1...RecordHeader.mostChannels) ?? 2
    let seconds = request.durationSeconds ?? Self.seconds(name)
    let signal = try Self.signal(name, arguments, rate: rate)
    frames = Int64((seconds * rate).rounded())
    blockFrames = request.blockFrames
    generator = Generator(
      signal, rate: rate, channels: channels,
      levelDBFS: try arguments.number("level", in: -300...60, unit: "dBFS"), frames: frames)
    var description = SourceDescription()
    description.kind = .generator
    description.format = .f32
    description.rate = rate
    description.channels = channels
    description.frames = frames
    description.name = arguments.has("anonymous") ? "" : name
    description.note = request.note
    blocks = SourceBlocks(description, rate: rate, channels: channels)
    blocks.expectedFrames = frames
    Attention.note(frames: 0, of: frames, rate: rate)
  }

  private static func seconds(_ name: String) -> Double {
    switch name {
    case "demo": 30
    case "tone": 3
    case "impulse": 1
    default: 10
    }
  }

  private static func signal(
    _ name: String, _ arguments: Arguments, rate: Double
  ) throws -> Signal {
    let seed = UInt64(try arguments.integer("seed", in: 0...(1 << 53)) ?? 1)
    switch name {
    case "tone":
      let frequency = try arguments.number("tone", in: 20...20_000, unit: "Hz") ?? 600
      guard frequency < rate / 2 else {
        throw UsageError(
          "--tone \(arguments.text("tone") ?? ""): at or above half the rate of "
            + "\(arguments.text("rate") ?? "48000") Hz")
      }
      return .tone(frequency: frequency)
    case "noise":
      switch arguments.text("noise") {
      case "white": return .white(seed: seed)
      case "pink": return .pink(seed: seed)
      default: throw arguments.unknown("noise")
      }
    case "sweep": return .sweep
    case "impulse": return .impulse
    case "silence": return .silence
    default: return .demo
    }
  }

  /// Ends the signal here.
  mutating func leave() { ended = true }

  /// Makes the next record; false after the end record.
  mutating func next(into record: inout Record) -> Bool {
    Attention.answer()
    let count = ended ? 0 : Int(min(Int64(blockFrames), frames - blocks.position))
    guard count > 0, !Attention.isEnding else {
      guard !ended else { return false }
      ended = true
      blocks.finish(&record, Attention.isEnding ? .interrupted : .endOfInput)
      return true
    }
    if samples.isEmpty { samples = Array(repeating: 0, count: blockFrames * blocks.channels) }
    generator.fill(&samples, frames: count)
    blocks.fill(&record, with: samples, frames: count)
    Attention.note(frames: blocks.position)
    return true
  }
}
