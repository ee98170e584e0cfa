/// Where the next record begins in the bytes of an input.
extension ByteInput {
  /// A header decoded, or the message that it is none.
  struct Head {
    let result: Result<RecordHeader, RecordHeader.Fault>

    func callAsFunction(
      of input: borrowing ByteInput, at byte: Int64
    ) throws(SampleError) -> RecordHeader {
      switch result {
      case .success(let header): return header
      case .failure(let fault):
        throw .malformed(input: input.name, byte: byte, what: fault.description)
      }
    }
  }

  /// Looks at the header that comes next.
  ///
  /// - Returns: bytes that there are, fewer than a header only at the end of input; what they hold.
  /// - Throws: `system` when reading fails.
  mutating func peekRecordHeader() throws(SampleError) -> (length: Int, head: Head) {
    try unsafe peek(RecordHeader.byteCount) { bytes in
      guard bytes.count == RecordHeader.byteCount else {
        return (bytes.count, Head(result: .failure(.magic)))
      }
      do throws(RecordHeader.Fault) {
        return unsafe (bytes.count, Head(result: .success(try RecordHeader(decoding: bytes))))
      } catch {
        return (bytes.count, Head(result: .failure(error)))
      }
    }
  }

  /// Passes over bytes up to the next header whose CRC is right, or to the end of input.
  ///
  /// - Throws: `system` when reading fails.
  mutating func skipToRecordHeader() throws(SampleError) {
    while true {
      let (step, isHere) = try unsafe peek(1 << 14) { bytes in
        for place in 0..<max(bytes.count - RecordHeader.byteCount + 1, 0) {
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[place...])
          guard unsafe rest[0] == 0x53, unsafe (try? RecordHeader(decoding: rest)) != nil else {
            continue
          }
          return (place, true)
        }
        return (max(bytes.count - RecordHeader.byteCount + 1, 1), false)
      }
      let skipped = try skip(Int64(step))
      if isHere || skipped == 0 { break }
    }
  }
}
