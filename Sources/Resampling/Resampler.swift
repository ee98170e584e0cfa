import CSoxr

/// Changes the rate of a signal, a block at a time, by libsoxr.
///
/// The output is aligned with the input: the delay of the filter is taken off the beginning, and
/// `finish` gives what it still holds. How the input is cut into blocks changes no sample.
@safe public struct Resampler: ~Copyable {
  /// What the samples are, in and out.
  public enum Samples: Sendable { case float32, float64 }

  /// The library's own name and version, such as "libsoxr-0.1.3".
  public static var version: String { unsafe String(cString: soxr_version()) }

  public let channels: Int
  /// Frames put in.
  public private(set) var framesIn: Int64 = 0
  /// Frames that came out.
  public private(set) var framesOut: Int64 = 0

  private let handle: OpaquePointer
  private let samples: Samples
  private let ratio: Double

  /// A resampler at the beginning of a signal.
  ///
  /// - Parameters:
  ///   - from: Hz, above 0.
  ///   - to: Hz, above 0.
  ///   - channels: of a frame, 1 or more.
  ///   - quality: of the filter.
  ///   - samples: what `process` and `finish` will get.
  /// - Throws: `refused` for rates that libsoxr does not take.
  public init(
    from: Double, to: Double, channels: Int, quality: ResamplingQuality = ResamplingQuality(),
    samples: Samples = .float32
  ) throws(ResamplingError) {
    precondition(from > 0 && to > 0 && channels > 0)
    var reason: soxr_error_t?
    let type = samples == .float32 ? SOXR_FLOAT32_I : SOXR_FLOAT64_I
    var shape = unsafe soxr_io_spec(type, type)
    var recipe = unsafe soxr_quality_spec(quality.recipe, 0)
    var runtime = unsafe soxr_runtime_spec(1)
    let made = unsafe soxr_create(from, to, UInt32(channels), &reason, &shape, &recipe, &runtime)
    guard let made = unsafe made, unsafe reason == nil else {
      let text = unsafe reason.map { unsafe String(cString: $0) } ?? "there is no memory"
      throw .refused(from: from, to: to, reason: text)
    }
    unsafe handle = made
    self.channels = channels
    self.samples = samples
    ratio = to / from
  }

  deinit { unsafe soxr_delete(handle) }

  /// Puts frames in and takes out what is ready.
  ///
  /// - Parameters:
  ///   - input: at least frames × channels samples, interleaved.
  ///   - frames: how many to put in.
  ///   - output: gets whole frames at its end.
  public mutating func process(_ input: [Float], frames: Int, into output: inout [Float]) {
    precondition(samples == .float32 && input.count >= frames * channels)
    unsafe input.withUnsafeBytes { unsafe run($0.baseAddress, frames, into: &output) }
  }

  public mutating func process(_ input: [Double], frames: Int, into output: inout [Double]) {
    precondition(samples == .float64 && input.count >= frames * channels)
    unsafe input.withUnsafeBytes { unsafe run($0.baseAddress, frames, into: &output) }
  }

  /// Takes out what the filter still holds: after this nothing is put in.
  ///
  /// - Parameter output: gets whole frames at its end.
  public mutating func finish(into output: inout [Float]) {
    precondition(samples == .float32)
    unsafe run(nil, 0, into: &output)
  }

  public mutating func finish(into output: inout [Double]) {
    precondition(samples == .float64)
    unsafe run(nil, 0, into: &output)
  }

  private mutating func run<Sample: BinaryFloatingPoint>(
    _ input: UnsafeRawPointer?, _ frames: Int, into output: inout [Sample]
  ) {
    let stride = channels * MemoryLayout<Sample>.size
    let isEnd = unsafe input == nil
    var taken = 0
    framesIn += Int64(frames)
    while true {
      // libsoxr takes all it is given where the room is large enough; at the end it is asked again.
      let room = max(1024, Int(Double(frames - taken) * ratio) + 64)
      let start = output.count
      var (used, made) = (0, 0)
      output.append(contentsOf: repeatElement(0, count: room * channels))
      unsafe output.withUnsafeMutableBytes { target in
        let place = unsafe target.baseAddress.map {
          unsafe $0 + start * MemoryLayout<Sample>.size
        }
        let source = unsafe input.map { unsafe $0 + taken * stride }
        // It fails for parameters that cannot come from here only.
        let fault = unsafe soxr_process(
          handle, source, frames - taken, &used, place, room, &made)
        precondition(unsafe fault == nil, "libsoxr failed")
      }
      output.removeLast((room - made) * channels)
      framesOut += Int64(made)
      taken += used
      if made < room, isEnd || taken == frames { return }
    }
  }
}
