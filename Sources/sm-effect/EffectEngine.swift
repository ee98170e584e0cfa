import DSP
import Glibc
import SampleIO
import Stretching

/// The effects in their order, time and pitch, echo, reverb, on one source.
struct EffectEngine: ~Copyable {
  /// The end of a tail fades, s.
  private static let fadeSeconds = 0.05

  private let request: EffectRequest
  private let rate: Double
  private let channels: Int
  private var stretcher: Stretcher?
  private var room: Room
  private var work: [Float] = []

  init(_ request: EffectRequest, rate: Double, channels: Int) {
    self.request = request
    self.rate = rate
    self.channels = channels
    room = Room(request, rate: rate, channels: channels)
    beginStretch()
  }

  /// Time and pitch begin anew.
  private mutating func beginStretch() {
    guard let settings = request.stretch else { return }
    stretcher = Stretcher(settings, rate: rate, channels: channels)
  }

  /// Puts frames in; what is ready goes to the end of `output`.
  ///
  /// - Parameters:
  ///   - samples: interleaved; changed.
  ///   - frames: how many.
  ///   - output: gets whole frames.
  mutating func process(_ samples: inout [Float], frames: Int, into output: inout [Float]) {
    guard stretcher != nil else {
      room.process(&samples, frames: frames)
      return output.append(contentsOf: samples[..<(frames * channels)])
    }
    work.removeAll(keepingCapacity: true)
    stretcher?.process(samples, frames: frames, into: &work)
    room.process(&work, frames: work.count / channels)
    output.append(contentsOf: work)
  }

  /// Takes out what is held back of the stretch under way.
  ///
  /// - Parameters:
  ///   - output: gets it at its end.
  ///   - most: frames of the whole stretch that there is room for, nil without end.
  mutating func finish(into output: inout [Float], most: Int64?) {
    work.removeAll(keepingCapacity: true)
    stretcher?.finish(into: &work, most: most)
    room.process(&work, frames: work.count / channels)
    output.append(contentsOf: work)
  }

  /// Goes on behind a gap: time and pitch begin anew, the room has rung on meanwhile.
  ///
  /// - Parameter frames: missing.
  mutating func resume(after frames: Int64) {
    beginStretch()
    guard frames < request.ringFrames(rate: rate) else {
      room = Room(request, rate: rate, channels: channels)
      return
    }
    var left = frames
    while left > 0 {
      let count = Int(min(left, 2048))
      makeSilence(count)
      room.process(&work, frames: count)
      left -= Int64(count)
    }
  }

  /// Lets echo and reverb ring on behind the end.
  ///
  /// - Parameters:
  ///   - frames: how many.
  ///   - left: until the end of the tail, these included.
  ///   - output: gets them at its end.
  mutating func ring(_ frames: Int, left: Int64, into output: inout [Float]) {
    makeSilence(frames)
    room.process(&work, frames: frames)
    let fade = (Self.fadeSeconds * rate).rounded()
    for frame in 0..<frames where Double(left) - Double(frame) <= fade {
      let gain = Float(0.5 - 0.5 * cos(.pi * (Double(left) - Double(frame) - 0.5) / fade))
      for channel in 0..<channels { work[frame * channels + channel] *= gain }
    }
    output.append(contentsOf: work)
  }

  private mutating func makeSilence(_ frames: Int) {
    work.removeAll(keepingCapacity: true)
    work.append(contentsOf: repeatElement(0, count: frames * channels))
  }
}
