extension Record {
  /// The first sample that is no finite number: frame of the block and channel, from 0.
  var firstNonFinite: (frame: Int, channel: Int)? {
    mutating get {
      let channels = header.channels
      let found = unsafe withPCM { unsafe Scrub.firstNonFinite($0) } ?? nil
      return found.map { ($0 / channels, $0 % channels) }
    }
  }

  /// Replaces samples that are no finite numbers by zero.
  ///
  /// - Returns: how many.
  mutating func scrub() -> Int64 { unsafe withPCM { unsafe Scrub.replace($0) } ?? 0 }

  /// Leaves only the first frames of the block.
  mutating func cutPCM(frames: Int) {
    let channels = header.channels
    let kept = unsafe withPCM { samples in unsafe Array(samples[..<(frames * channels)]) } ?? []
    setPCM(kept, frames: frames, channels: channels)
  }
}
