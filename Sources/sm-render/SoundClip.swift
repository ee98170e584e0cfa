import DSP
import SampleIO

/// A piece of sound as the editor holds it: one channel, all of it, within the editor's limits.
struct SoundClip {
  /// The limits of the editor.
  private static let mostBytes: Int64 = 64 << 20
  private static let mostChannels = 8
  private static let rates = 1000.0...192_000.0
  private static let mostSeconds = 600.0
  private static let mostFrames: Int64 = 12_000_000

  /// Hz.
  private(set) var rate = 0.0
  private(set) var signal = LongSignal()
  /// Whether the samples were 16-bit integers of one channel.
  private(set) var isPlain = false
  private var channels = 0
  private var sources = 0
  private var block: [Float] = []
  /// How a source ended that did not end well.
  private var bad: RecordHeader.End?

  /// Adds the sound of a record.
  ///
  /// - Throws: `failed` with the limit and the value where a limit is passed, and where a source
  ///   follows one that did not end well.
  mutating func add(_ record: borrowing Record) throws {
    let header = record.header
    if header.isUnread { return bad = header.end }
    if record.startsSource { try begin(record) }
    if header.isEnd, header.end != .endOfInput {
      if Attention.isEnding { throw SampleError.interrupted }
      // Whoever reads it knows why, and says so next.
      bad = header.end
    }
    if record.gapFrames > 0 { try fill(record.gapFrames) }
    guard header.frames > 0 else { return }
    guard record.copyPCM(into: &block) else {
      throw SampleError.failed("frame \(header.position): the records hold no sound (--no-pcm)")
    }
    try checkLength(Int64(signal.frames + header.frames), isAll: false)
    signal.append(block, frames: header.frames, channels: channels)
  }

  /// Makes sure that there is sound, and all of it.
  ///
  /// - Throws: `failed`.
  func checkWhole() throws {
    if let bad {
      throw SampleError.failed("the source was cut short (\(bad.word)); nothing was written")
    }
    guard signal.frames > 0 else {
      throw SampleError.failed("there was no sound; nothing was written")
    }
  }

  private mutating func begin(_ record: borrowing Record) throws {
    if bad != nil { try checkWhole() }
    let header = record.header
    sources += 1
    let kind = SoundKind(rate: rate, channels: channels)
    guard sources == 1 || header.kind == kind else {
      throw SampleError.failed(
        "a second source of \(header.kind) behind one of \(kind); "
          + header.kind.advice(besides: kind))
    }
    (rate, channels) = (header.rate, header.channels)
    guard channels <= Self.mostChannels else {
      throw SampleError.failed("\(channels) channels; at most \(Self.mostChannels) are taken")
    }
    guard Self.rates ~= rate, rate == rate.rounded() else {
      throw SampleError.failed(
        "a sample rate of \(fixed(rate, rate == rate.rounded() ? 0 : 3)) Hz; whole rates from 1000 "
          + "to 192000 Hz are taken")
    }
    var found: [String: Value] = [:]
    RecordFields.columns(record) { found[$0] = $1 }
    if let bytes = found["source.bytes"]?.number, bytes > Double(Self.mostBytes) {
      throw SampleError.failed(
        "a file of \(fixed(bytes, 0)) bytes; at most 64 MB (\(Self.mostBytes) bytes) are taken")
    }
    if let frames = record.expectedFrames { try checkLength(frames, isAll: true) }
    isPlain =
      sources == 1 && channels == 1 && found["source.format"] == .text("s16")
      && found["source.channels"]?.number == 1 && found["source.rate"]?.number == rate
  }

  private func checkLength(_ frames: Int64, isAll: Bool) throws {
    let more = isAll ? "" : "more than "
    guard Double(frames) <= Self.mostSeconds * rate else {
      let seconds = isAll ? Double(frames) / rate : Self.mostSeconds
      throw SampleError.failed(
        "\(more)\(fixed(seconds, 3)) s of sound; at most ten minutes (600 s) are taken")
    }
    guard frames <= Self.mostFrames else {
      throw SampleError.failed(
        "\(more)\(isAll ? frames : Self.mostFrames) frames; at most \(Self.mostFrames) are taken")
    }
  }

  private mutating func fill(_ gap: Int64) throws {
    try checkLength(Int64(signal.frames) + gap, isAll: false)
    isPlain = false
    signal.append([Float](repeating: 0, count: Int(gap)), frames: Int(gap), channels: 1)
  }

  // MARK: what becomes of it

  /// The edited sound at another rate.
  ///
  /// - Parameters:
  ///   - request: the edits.
  ///   - target: Hz.
  /// - Returns: samples within ±1.
  /// - Throws: `failed` for a part that is not there; `interrupted`.
  func rendered(_ request: EditRequest, at target: Int) throws -> [Float] {
    let range = try request.range(of: signal.frames, rate: rate)
    let edits = request.edits(rate: rate)
    let (factor, isProtected) = edits.gain(peak: Double(signal.peak(range)))
    if isProtected { request.report(factor) }
    var resampler = SincResampler(from: Int(rate), to: target, channels: 1)
    var result: [Float] = []
    result.reserveCapacity(resampler.kernel.frames(range.count))
    try signal.visit(range) { samples, first in
      if Attention.isEnding { throw SampleError.interrupted }
      let edited = edits.applied(
        to: samples, from: first - range.lowerBound, of: range.count, factor: factor)
      resampler.process(edited, frames: edited.count, into: &result)
    }
    resampler.finish(into: &result)
    if Attention.isEnding { throw SampleError.interrupted }
    return Self.belowFullScale(result)
  }

  /// What the transmitter gets.
  ///
  /// - Parameters:
  ///   - request: the edits.
  ///   - profile: of the transmitter.
  /// - Returns: a source that is the transmitter's file already, and is not edited, as it is.
  /// - Throws: as `rendered`.
  func deviceSamples(_ request: EditRequest, _ profile: DeviceProfile) throws -> [Int16] {
    if request.isEmpty, rate == Double(profile.rate), let integers { return integers }
    return DeviceSamples.quantised(try rendered(request, at: profile.rate))
  }

  /// The same sound, all of it softer where it goes over full scale.
  static func belowFullScale(_ signal: [Float]) -> [Float] {
    let peak = signal.reduce(Float(0)) { max($0, $1.magnitude) }
    guard peak > 1 else { return signal }
    Diagnostics.remark(
      "the curve between the samples goes over full scale: all of it is "
        + "\(fixed(Level.decibels(peak), 2)) dB softer")
    return signal.map { Float(Double($0) / Double(peak)) }
  }

  /// All samples as they were stored, where they were 16-bit integers of one channel.
  private var integers: [Int16]? {
    guard isPlain else { return nil }
    var all: [Int16] = []
    var isExact = true
    signal.visit(0..<signal.frames) { samples, _ in
      guard isExact, let some = DeviceSamples.integers(Array(samples)) else {
        isExact = false
        return
      }
      all += some
    }
    return isExact ? all : nil
  }
}
