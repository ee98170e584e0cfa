import Glibc

/// A sound file open for writing, of any format of `SoundContainer`.
///
/// Integers are round(x · 2^(bits − 1)), ties to even, limited to what the format holds; lossy
/// codecs get ±1 at most; Float32 and Float64 keep everything. What was limited is counted.
/// Channels are given in the order of the mask and put in the order that the format has.
public struct SoundFileWriter: ~Copyable {
  /// Whole frames written so far; after a failure of a codec not all of them are in the file.
  public private(set) var frames: Int64 = 0
  /// Samples that were limited to full scale.
  public private(set) var clipped: Int64 = 0

  /// Whether samples are in the file as soon as they are written; a codec holds some back.
  public var isPlain: Bool { writing.target.container.hasLengthInHeader }

  private let writing: SoundWriting
  private var ended = false
  /// Bytes after the last write that succeeded, once one has failed.
  private var whole: Int64?
  private var integers: [Int32] = []
  private var mp3 = MP3Length()

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - descriptor: of an empty regular file, open for reading and writing; the caller closes it.
  ///   - target: the formats.
  ///   - rate: Hz.
  ///   - channels: of a frame.
  ///   - mask: loudspeakers as in WAVEFORMATEXTENSIBLE's dwChannelMask; 0 unknown.
  /// - Throws: `cannotHold` for a rate or channels that the format does not have; `cannotWrite`.
  public init(
    descriptor: Int32, _ target: SoundTarget, rate: Double, channels: Int, mask: UInt32 = 0
  ) throws(SoundFileError) {
    writing = try SoundWriting(descriptor, target, rate: rate, channels: channels, mask: mask)
  }

  deinit {
    // Without `close` nobody is left to be told of an error.
    if !ended { try? writing.close(whole: whole) }
  }

  /// Writes whole frames.
  ///
  /// - Parameter samples: interleaved, full scale ±1.
  /// - Throws: `cannotWrite`, `tooLong`: what was written before stays good, `close` makes it true.
  public mutating func write(_ samples: [Float]) throws(SoundFileError) {
    let count = samples.count / writing.channels
    precondition(samples.count == count * writing.channels)
    guard count > 0 else { return }
    let before = writing.byteCount
    if let most = writing.target.container.mostBytes,
      before + Int64(samples.count * 8) > most
    {
      throw .tooLong(writing.target.container)
    }
    errno = 0
    let written = put(samples)
    frames += Int64(written)
    guard written == count, writing.isWell else {
      let reason = writing.reason
      whole = before
      throw .cannotWrite(reason: reason)
    }
  }

  private mutating func put(_ samples: [Float]) -> Int {
    let order = writing.order
    let source = { (index: Int) in
      order.isEmpty ? index : index - index % order.count + order[index % order.count]
    }
    if let bits = writing.target.integerBits {
      return writing.write(makeIntegers(samples, bits: bits))
    }
    if writing.target.samples == .f32 || writing.target.samples == .f64 {
      return writing.write(samples)
    }
    var limited = samples
    var over: Int64 = 0
    for index in samples.indices {
      let sample = samples[source(index)]
      let kept = sample.isNaN ? 0 : min(max(sample, -1), 1)
      if kept != sample { over += 1 }
      limited[index] = kept
    }
    clipped += over
    return writing.write(limited)
  }

  /// The samples as integers, at the top of 32 bits.
  private mutating func makeIntegers(_ samples: [Float], bits: Int) -> [Int32] {
    let scale = Double(sign: .plus, exponent: bits - 1, significand: 1)
    let shift = Int32(32 - bits)
    var over: Int64 = 0
    var integers = integers
    if integers.count != samples.count { integers = Array(repeating: 0, count: samples.count) }
    for index in samples.indices {
      let value = (Double(samples[index]) * scale).rounded(.toNearestOrEven)
      let kept = value.isNaN ? 0 : min(max(value, -scale), scale - 1)
      if kept != value { over += 1 }
      integers[index] = Int32(kept) << shift
    }
    clipped += over
    self.integers = integers
    return integers
  }

  /// Makes the header true for what was written so far: a killed program leaves a file that plays.
  ///
  /// FLAC and Ogg need nothing. What a codec holds back is not in the file yet.
  public mutating func updateHeader() {
    writing.updateHeader()
    if writing.target.container == .mp3 { mp3.update(writing.descriptor) }
  }

  /// Ends the file.
  ///
  /// - Throws: `cannotWrite`, unless `write` has failed before.
  public consuming func close() throws(SoundFileError) {
    ended = true
    try writing.close(whole: whole)
  }
}
