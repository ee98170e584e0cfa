import DSP
import Resampling
import SampleIO

/// One of the two resamplers, from the beginning of a stretch without gaps to its end.
struct RateEngine: ~Copyable {
  private var soxr: Resampler?
  private var sinc: SincResampler?
  private let change: RateChange
  private var framesIn: Int64 = 0
  /// Frames that came out.
  private(set) var framesOut: Int64 = 0
  private let channels: Int

  init(_ way: ResampleRequest.Way, _ change: RateChange, channels: Int) throws {
    self.change = change
    self.channels = channels
    switch way {
    case .soxr(let quality):
      soxr = try Resampler(
        from: change.from, to: change.to, channels: channels, quality: quality)
    case .sinc:
      sinc = SincResampler(from: Int(change.from), to: Int(change.to), channels: channels)
    }
  }

  /// Puts frames in; what is ready goes to the end of `output`.
  mutating func process(_ input: [Float], frames: Int, into output: inout [Float]) {
    framesIn += Int64(frames)
    let before = output.count
    soxr?.process(input, frames: frames, into: &output)
    sinc?.process(input, frames: frames, into: &output)
    framesOut += Int64((output.count - before) / channels)
  }

  /// Takes out the rest, to the exact length.
  ///
  /// - Parameters:
  ///   - output: gets it at its end.
  ///   - most: frames that there is room for, nil without end.
  mutating func finish(into output: inout [Float], most: Int64?) {
    let before = output.count
    soxr?.finish(into: &output)
    sinc?.finish(into: &output)
    framesOut += Int64((output.count - before) / channels)
    var length = change.frames(framesIn)
    if sinc != nil, framesIn > 0 { length = max(1, length) }
    length = min(length, most ?? length)
    // libsoxr rounds in floating point: where that is another frame, the definition holds.
    let missing = Int(length - framesOut) * channels
    if missing > 0 {
      output.append(contentsOf: repeatElement(0, count: missing))
    } else {
      output.removeLast(min(-missing, output.count))
    }
    framesOut = length
  }
}
