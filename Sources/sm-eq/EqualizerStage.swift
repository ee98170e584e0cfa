import DSP
import Presets
import SampleIO

/// Equalizes the sources of a stream, and takes changes of the preset while they play.
struct EqualizerStage: ~Copyable {
  private let request: EqualizerRequest
  private var preset: Preset
  private var watch: FileWatch?
  private var crossing: EqualizerCrossing?
  private var source = Source()
  private var report = LevelReport()
  private var said: Set<String> = []
  private var samples: [Float] = []
  private let mixer: Mixer?

  /// The stream under way.
  private struct Source {
    var rate = 0.0
    var channels = 0
    var mask: UInt32 = 0

    /// What changes nothing.
    var flat: EqualizerPlan { EqualizerPlan(channels: channels, rate: rate) }
  }

  /// - Throws: what is wrong with the preset files.
  static func open(_ request: EqualizerRequest) throws -> EqualizerStage {
    let (preset, files) = try request.load()
    let watch = try watch(request.isWatching ? files : [])
    // What there is to say comes before the mixer covers it.
    var said: Set<String> = []
    say(preset.remarks, &said)
    return EqualizerStage(request, preset, watch, mixer(request, preset), said)
  }

  private init(
    _ request: EqualizerRequest, _ preset: Preset, _ watch: consuming FileWatch?, _ mixer: Mixer?,
    _ said: Set<String>
  ) {
    self.request = request
    self.preset = preset
    self.watch = watch
    self.mixer = mixer
    self.said = said
  }

  /// The mixer, or nil with a word why it is not there: the sound goes on without it.
  private static func mixer(_ request: EqualizerRequest, _ preset: Preset) -> Mixer? {
    guard request.hasMixer else { return nil }
    do {
      return try Mixer(preset) { try request.save($0) }
    } catch {
      Diagnostics.say("--mixer: \(error); the sound goes on without it")
      return nil
    }
  }

  /// What is to be looked after while the tool waits.
  var companion: (any Companion)? { mixer }

  private static func watch(_ files: [String]) throws -> FileWatch? {
    guard !files.isEmpty else { return nil }
    var watch = try FileWatch()
    try watch.watch(files)
    return watch
  }

  /// Equalizes one record.
  ///
  /// - Parameter record: the next of the stream.
  /// - Throws: what is wrong with the preset for this stream; `failed` for records without sound.
  mutating func process(_ record: inout Record) throws {
    guard !record.header.isUnread else { return }
    if record.startsSource { try begin(record) }
    if Attention.takeReloadRequest() || watch?.hasChanged() ?? false { reload() }
    if mixer?.takeChange() ?? false { try followMixer() }
    let frames = record.header.frames
    guard frames > 0 else { return record.dropMeasurements() }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to equalize; "
          + "a stage before this one was told --no-pcm")
    }
    crossing?.process(&samples, frames: frames)
    report.look(&samples, record.header)
    if let mixer { mixer.show(report.peaks(samples, frames: frames)) }
    record.dropMeasurements()
    record.setPCM(samples, frames: frames, channels: record.header.channels)
  }

  /// Says what the output came to.
  func finish() {
    mixer?.close()
    report.say()
  }

  private mutating func followMixer() throws {
    guard let mixer, source.channels > 0 else { return }
    preset = mixer.preset
    let next = mixer.isBypassed ? source.flat : try plan(preset).plan
    crossing?.change(to: next)
  }

  private mutating func begin(_ record: borrowing Record) throws {
    source = Source(
      rate: record.header.rate, channels: record.header.channels, mask: record.channelMask)
    let result = try plan(preset)
    Self.say(result.remarks, &said)
    sayUnusedSide()
    crossing = EqualizerCrossing(
      mixer?.isBypassed ?? false ? source.flat : result.plan,
      canChange: request.readsFiles || request.hasMixer)
    let limit: EqualizerRequest.Limit? =
      request.limit ?? (request.output.feedsPlayer(record) ? .over(20) : .off)
    report.begin(channels: source.channels, limit: limit)
  }

  private func plan(_ preset: Preset) throws -> PresetPlan {
    try request.plan(
      preset, rate: source.rate, channels: source.channels, mask: source.mask)
  }

  private func sayUnusedSide() {
    guard source.channels == 1, let form = preset.graphic, form.right != form.left else { return }
    Diagnostics.remark("one channel: the gains for the right are not used")
  }

  /// Takes the files anew; whatever is wrong with them, the sound goes on as it was.
  private mutating func reload() {
    guard request.readsFiles else { return }
    do {
      let (found, files) = try request.load()
      let doubts = found.remarks.filter(\.isDoubtful)
      if let doubt = doubts.first, doubts.count > preset.remarks.count(where: \.isDoubtful) {
        throw SampleError.failed("\(doubt)")
      }
      guard !found.lines.isEmpty || preset.lines.isEmpty else {
        throw SampleError.failed("the preset has nothing in it now")
      }
      guard source.channels > 0 else {
        preset = found
        return
      }
      let result = try plan(found)
      try watch?.watch(files)
      preset = found
      mixer?.preset = found
      crossing?.change(to: result.plan)
    } catch {
      Diagnostics.say("\(error); the preset stays as it was")
    }
  }

  private static func say(_ remarks: [PresetRemark], _ said: inout Set<String>) {
    for remark in remarks where said.insert(remark.description).inserted {
      guard said.count <= 20 else {
        if said.count == 21 { Diagnostics.remark("more lines are not understood; see --check") }
        continue
      }
      Diagnostics.remark(remark.description)
    }
  }
}
