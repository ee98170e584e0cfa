/// What the header of a stream of plain samples says, or what the user said of a raw one.
struct PCMHeader {
  /// How to read a sample.
  var decoder: SampleDecoder
  /// Hz.
  var rate: Double
  /// 1…64.
  var channels: Int
  /// Channels as in WAVEFORMATEXTENSIBLE, 0 unknown.
  var mask: UInt32 = 0
  /// Bytes of sound that follow, nil when nobody knows: then to the end of input.
  var dataBytes: Int64?

  /// Whether the header has the mark of a recorder that is still recording.
  var isLive = false

  /// Bytes of a frame.
  var frameBytes: Int { channels * decoder.byteCount }

  /// Frames in all, nil unknown.
  var frames: Int64? { dataBytes.map { $0 / Int64(frameBytes) } }

  /// Checks what a header says before anything relies on it.
  ///
  /// - Parameter input: for the message.
  /// - Returns: itself.
  /// - Throws: `malformed` when rate or channels are impossible.
  func checked(_ input: borrowing ByteInput) throws(SampleError) -> PCMHeader {
    guard 1...RecordHeader.mostChannels ~= channels else {
      throw .malformed(
        input: input.name, byte: input.offset,
        what: "\(channels) channels; 1 to \(RecordHeader.mostChannels) are possible")
    }
    guard rate >= 1, rate <= 10_000_000 else {
      throw .malformed(
        input: input.name, byte: input.offset, what: "a sample rate of \(rate) Hz is impossible")
    }
    return self
  }
}
