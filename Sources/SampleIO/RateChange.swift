/// From one sample rate to another, or from one tempo to another: where frames go.
public struct RateChange: Equatable, Sendable {
  /// Hz.
  public let from: Double
  /// Hz.
  public let to: Double
  /// How much faster the sound becomes.
  public let tempo: Double

  public init(from: Double, to: Double) {
    self.from = from
    self.to = to
    tempo = 1
  }

  /// A change of tempo at a rate that stays.
  ///
  /// - Parameters:
  ///   - tempo: 2 for twice as fast.
  ///   - rate: Hz.
  public init(tempo: Double, rate: Double) {
    from = rate
    to = rate
    self.tempo = tempo
  }

  /// Frames behind the change for so many before it: round(count × to / from / tempo), ties up.
  ///
  /// Exact for whole rates, however large the count.
  public func frames(_ count: Int64) -> Int64 {
    guard tempo == 1 else { return Int64((Double(count) * (to / from) / tempo).rounded()) }
    guard let old = UInt64(exactly: from), let new = UInt64(exactly: to), count >= 0 else {
      return Int64((Double(count) * to / from).rounded())
    }
    // Whole seconds first: what is left stays below old × new.
    let (seconds, rest) = UInt64(count).quotientAndRemainder(dividingBy: old)
    return Int64(clamping: seconds &* new &+ (rest * new + old / 2) / old)
  }
}

extension Record {
  /// Makes another record with what this one says, behind a change: without its sound and
  /// without what was measured of it.
  ///
  /// It begins no source and follows no gap; whoever uses it puts it into its place.
  ///
  /// - Parameters:
  ///   - other: becomes that record.
  ///   - change: where frames go.
  public func copyFrame(into other: inout Record, _ change: RateChange) {
    other.removeAll()
    other.header = header
    other.header.flags.subtract([.first, .gap])
    other.header.rate = change.to
    other.header.lost = change.frames(header.lost)
    other.header.frames = 0
    other.tally = tally
    other.tally.rate = change.to
    other.tally.lost = change.frames(tally.lost)
    other.tally.longestGap = change.frames(tally.longestGap)
    other.startsSource = false
    other.gapFrames = 0
    other.expectedFrames = expectedFrames.map(change.frames)
    other.container = container
    copySections(into: &other)
  }

  /// Says that a source begins with this record.
  public mutating func beginSource() {
    header.flags.insert(.first)
    startsSource = true
  }

  /// Says that frames are missing before this record.
  ///
  /// - Parameter frames: how many; 0 for none.
  public mutating func followGap(_ frames: Int64) {
    gapFrames = frames
    if frames > 0 { header.flags.insert(.gap) }
  }

  /// Copies the sections that survive a change of the signal, but for the sound.
  private func copySections(into other: inout Record) {
    for section in sections where section.tag != .pcm && !section.tag.describesSignal {
      unsafe other.insert(section.tag, byteCount: section.count) { target in
        let payload = unsafe storage.bytes[section.start..<section.start + section.count]
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: payload))
      }
    }
  }
}
