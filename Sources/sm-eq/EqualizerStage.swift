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

  /// The stream under way.
  private struct Source {
    var rate = 0.0
    var channels = 0
    var mask: UInt32 = 0
  }

  /// - Throws: what is wrong with the preset files.
  static func open(_ request: EqualizerRequest) throws -> EqualizerStage {
    let (preset, files) = try request.load()
    let watch = try watch(request.isWatching ? files : [])
    var stage = EqualizerStage(request, preset, watch)
    stage.say(preset.remarks)
    return stage
  }

  private init(_ request: EqualizerRequest, _ preset: Preset, _ watch: consuming FileWatch?) {
    self.request = request
    self.preset = preset
    self.watch = watch
  }

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
    if record.startsSource { try begin(record) }
    if Attention.takeReloadRequest() || watch?.hasChanged() ?? false { reload() }
    let frames = record.header.frames
    guard frames > 0 else { return record.dropMeasurements() }
    guard record.copyPCM(into: &samples) else {
      throw SampleError.failed(
        "frame \(record.header.position): the records hold no sound to equalize; "
          + "a stage before this one was told --no-pcm")
    }
    crossing?.process(&samples, frames: frames)
    report.look(&samples, record.header)
    record.dropMeasurements()
    record.setPCM(samples, frames: frames, channels: record.header.channels)
  }

  /// Says what the output came to.
  func finish() { report.say() }

  private mutating func begin(_ record: borrowing Record) throws {
    source = Source(
      rate: record.header.rate, channels: record.header.channels, mask: record.channelMask)
    let result = try plan(preset)
    say(result.remarks)
    sayUnusedSide()
    crossing = EqualizerCrossing(
      result.plan, canChange: request.readsFiles || request.hasMixer)
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
      crossing?.change(to: result.plan)
    } catch {
      Diagnostics.say("\(error); the preset stays as it was")
    }
  }

  private mutating func say(_ remarks: [PresetRemark]) {
    for remark in remarks where said.insert(remark.description).inserted {
      guard said.count <= 20 else {
        if said.count == 21 { Diagnostics.remark("more lines are not understood; see --check") }
        continue
      }
      Diagnostics.remark(remark.description)
    }
  }
}
