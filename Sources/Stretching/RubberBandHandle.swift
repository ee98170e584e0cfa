import CRubberBand
import Glibc

/// Rubber Band's state with the planar memory that it works on; whoever makes one destroys it.
@safe struct RubberBandHandle {
  /// Frames that it is fed with at a time.
  static let piece = 512

  let channels: Int
  private let state: RubberBandState
  /// A pointer to each channel of `memory`.
  private let table: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - settings: what it does.
  ///   - rate: Hz; what Rubber Band does not know is treated as the nearest that it does.
  ///   - channels: 1 or more.
  init(_ settings: StretchSettings, rate: Double, channels: Int) {
    self.channels = channels
    let known = UInt32(min(max(rate.rounded(), 8000), 192_000))
    // It ends the process where there is no memory, as everything here does.
    guard
      let state = unsafe rubberband_new(
        known, UInt32(channels), settings.options(channels: channels), 1 / settings.tempo,
        exp2(settings.cents / 1200))
    else { preconditionFailure("Rubber Band failed") }
    unsafe rubberband_set_max_process_size(state, UInt32(Self.piece))
    unsafe self.state = state
    unsafe memory = .allocate(capacity: Self.piece * channels)
    unsafe memory.initialize(repeating: 0, count: Self.piece * channels)
    unsafe table = .allocate(capacity: channels)
    for channel in 0..<channels { unsafe table[channel] = memory + channel * Self.piece }
  }

  func destroy() {
    unsafe rubberband_delete(state)
    unsafe table.deallocate()
    unsafe memory.deallocate()
  }

  /// 3 or 2.
  var engine: Int { unsafe Int(rubberband_get_engine_version(state)) }
  /// Frames of silence that it wants to be fed before the sound.
  var startPad: Int { unsafe Int(rubberband_get_preferred_start_pad(state)) }
  /// Frames that come out before the sound's first, when it was fed so.
  var startDelay: Int { unsafe Int(rubberband_get_start_delay(state)) }

  /// Feeds one piece.
  ///
  /// - Parameter samples: a piece, interleaved.
  func feed(_ samples: [Float]) {
    precondition(samples.count == Self.piece * channels)
    for channel in 0..<channels {
      let target = unsafe memory + channel * Self.piece
      for frame in 0..<Self.piece { unsafe target[frame] = samples[frame &* channels &+ channel] }
    }
    unsafe table.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: channels) {
      unsafe rubberband_process(state, $0, UInt32(Self.piece), 0)
    }
  }

  /// Takes out what is ready, up to a piece.
  ///
  /// - Parameters:
  ///   - output: gets frames at its end, interleaved.
  ///   - skip: frames that are left out; becomes what is still to be.
  /// - Returns: frames that were ready; 0 when there are no more.
  func take(into output: inout [Float], skip: inout Int) -> Int {
    let ready = unsafe Int(rubberband_available(state))
    guard ready > 0 else { return 0 }
    // It complains on standard error when it is asked for more than it has.
    let wanted = UInt32(min(ready, Self.piece))
    let count = unsafe Int(rubberband_retrieve(state, table, wanted))
    let first = min(skip, count)
    skip -= first
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: (count - first) * channels))
    for channel in 0..<channels {
      let source = unsafe memory + channel * Self.piece
      for frame in first..<count {
        output[start + (frame - first) * channels + channel] = unsafe source[frame]
      }
    }
    return count
  }
}
