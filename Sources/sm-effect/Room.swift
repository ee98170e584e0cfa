import DSP

/// Echo, then reverb, as far as they are wanted.
struct Room {
  private var echo: Echo?
  private var reverb: Reverb?

  init(_ request: EffectRequest, rate: Double, channels: Int) {
    echo = request.echo.map { Echo($0, rate: rate, channels: channels) }
    reverb = request.reverb.map { Reverb($0, rate: rate, channels: channels) }
  }

  /// Adds them in place.
  ///
  /// - Parameters:
  ///   - samples: interleaved.
  ///   - frames: how many.
  mutating func process(_ samples: inout [Float], frames: Int) {
    echo?.process(&samples, frames: frames)
    reverb?.process(&samples, frames: frames)
  }
}
