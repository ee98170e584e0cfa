import SampleIO

/// The sound of a stream as one row of samples: lost frames are zeros, sources follow each other.
struct SoundLane {
  /// Hz; 0 before the first record.
  private(set) var rate = 0.0
  private(set) var channels = 0
  var kind: SoundKind { SoundKind(rate: rate, channels: channels) }
  /// Frames put in so far.
  private(set) var frames: Int64 = 0
  private var samples: [Float] = []
  private var taken = 0
  private var block: [Float] = []

  /// Frames that wait.
  var count: Int { channels == 0 ? 0 : (samples.count - taken) / channels }

  /// Adds the sound of a record.
  ///
  /// - Throws: `failed` for a source of another kind, and for records without sound.
  mutating func add(_ record: borrowing Record) throws {
    let header = record.header
    guard !header.isUnread else { return }
    if channels == 0 { (rate, channels) = (header.rate, header.channels) }
    guard header.kind == kind else {
      throw SampleError.failed(
        "a source of \(header.kind) behind one of \(kind); " + header.kind.advice(besides: kind))
    }
    if record.gapFrames > 0 { try fill(record.gapFrames) }
    guard header.frames > 0 else { return }
    guard record.copyPCM(into: &block) else {
      throw SampleError.failed("frame \(header.position): the records hold no sound (--no-pcm)")
    }
    samples.append(contentsOf: block[..<(header.frames * channels)])
    frames += Int64(header.frames)
  }

  private mutating func fill(_ gap: Int64) throws {
    guard Double(gap) <= 600 * rate else {
      throw SampleError.failed(
        "a gap of \(fixed(Double(gap) / rate, 1)) s; at most 600 s are filled")
    }
    samples.append(contentsOf: repeatElement(0, count: Int(gap) * channels))
    frames += gap
  }

  /// Takes the next frames out, at most as many as wait.
  mutating func take(_ count: Int) -> ArraySlice<Float> {
    let start = taken
    taken += min(count, self.count) * channels
    return samples[start..<taken]
  }

  /// Gives up the room of what was taken.
  mutating func tidy() {
    guard taken > 1 << 16 || taken == samples.count else { return }
    samples.removeFirst(taken)
    taken = 0
  }

  /// Frames that wait and are silent in all channels, before the first that is not.
  var silentFrames: Int {
    let sound = samples[taken...].firstIndex { $0 != 0 } ?? samples.count
    return channels == 0 ? 0 : (sound - taken) / channels
  }

  /// The equal-gain mean of the frames that wait, at most so many.
  func mono(_ most: Int) -> [Float] {
    (0..<min(most, count)).map { frame in
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[taken + frame * channels + channel] }
      return sum / Float(channels)
    }
  }
}
