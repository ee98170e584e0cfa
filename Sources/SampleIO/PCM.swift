extension Record {
  /// Makes room for a block of sound, whose values are not cleared; all other sections stay.
  ///
  /// - Parameters:
  ///   - frames: of the block.
  ///   - channels: of the block.
  ///   - body: fills the samples, interleaved, full scale ±1.
  public mutating func setPCM(
    frames: Int, channels: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> Void
  ) {
    header.frames = frames
    header.channels = channels
    remove(.pcm)
    unsafe insert(.pcm, byteCount: frames * channels * 4) { bytes in
      unsafe bytes.withMemoryRebound(to: Float.self) { unsafe body($0) }
    }
  }

  /// Puts a block of sound into the record.
  ///
  /// - Parameters:
  ///   - samples: at least frames × channels, interleaved, full scale ±1.
  ///   - frames: of the block.
  ///   - channels: of the block.
  public mutating func setPCM(_ samples: [Float], frames: Int, channels: Int) {
    precondition(samples.count >= frames * channels)
    unsafe setPCM(frames: frames, channels: channels) { target in
      for index in target.indices { unsafe target[index] = samples[index] }
    }
  }

  /// Puts a piece of other samples into the record, as they are.
  ///
  /// - Parameters:
  ///   - samples: frames × channels, interleaved, full scale ±1.
  ///   - frames: of the block.
  ///   - channels: of the block.
  public mutating func setPCM(_ samples: ArraySlice<Float>, frames: Int, channels: Int) {
    precondition(samples.count == frames * channels)
    unsafe setPCM(frames: frames, channels: channels) { target in
      unsafe samples.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: source)
      }
    }
  }

  /// Copies the block of sound out.
  ///
  /// - Parameter samples: made large enough; holds frames × channels samples, interleaved.
  /// - Returns: whether there is any sound in the record.
  public func copyPCM(into samples: inout [Float]) -> Bool {
    unsafe withSection(.pcm) { bytes -> Bool in
      let count = bytes.count / 4
      if samples.count < count {
        samples = Array(repeating: 0, count: count)
      }
      unsafe samples.withUnsafeMutableBytes { target in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * 4)]))
      }
      return true
    } ?? false
  }

  /// Looks at the block of sound in place.
  ///
  /// - Parameter body: gets frames × channels samples, interleaved.
  /// - Returns: what `body` returns, or nil without sound.
  public func withSamples<R>(_ body: (Span<Float>) throws -> R) rethrows -> R? {
    guard let samples = unsafe samples else { return nil }
    return try body(unsafe UnsafeBufferPointer(samples).span)
  }

  /// The samples in place, valid until the record changes; nil without sound.
  var samples: UnsafeMutableBufferPointer<Float>? {
    unsafe range(of: .pcm).map { range in
      unsafe UnsafeMutableRawBufferPointer(rebasing: storage.bytes[range])
        .assumingMemoryBound(to: Float.self)
    }
  }

  /// Changes the samples in place.
  mutating func withPCM<R>(_ body: (UnsafeMutableBufferPointer<Float>) -> R) -> R? {
    unsafe samples.map { unsafe body($0) }
  }
}

extension Record {
  /// Makes the block mono, and drops what was measured of the channels.
  ///
  /// - Parameter channel: the one that stays, from 0; nil for the equal-gain mean of all.
  public mutating func foldToMono(channel: Int?) {
    let (frames, channels) = (header.frames, header.channels)
    dropMeasurements()
    header.channels = 1
    guard has(.pcm) else { return }
    let mono = unsafe withPCM { samples in
      (0..<frames).map { frame in
        if let channel { return unsafe samples[frame * channels + channel] }
        var sum = 0.0
        for other in 0..<channels { sum += unsafe Double(samples[frame * channels + other]) }
        return Float(sum / Double(channels))
      }
    }
    setPCM(mono ?? [], frames: frames, channels: 1)
  }
}
