/// Owner of one block of memory, aligned to 64 bytes, that grows and never shrinks.
///
/// New memory is not cleared. What is kept when it grows is everything up to the old size.
@safe struct AlignedBytes: ~Copyable {
  private var storage: UnsafeMutableRawBufferPointer

  /// - Parameter capacity: bytes, at least 1.
  init(capacity: Int) {
    unsafe storage = .allocate(byteCount: max(capacity, 1), alignment: 64)
  }

  deinit { unsafe storage.deallocate() }

  /// Bytes that it holds.
  var capacity: Int { unsafe storage.count }

  /// The memory, valid until the next `reserve`.
  var bytes: UnsafeMutableRawBufferPointer { unsafe storage }

  /// Makes room for at least `count` bytes and keeps what is there.
  mutating func reserve(_ count: Int) {
    guard unsafe count > storage.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(count, unsafe storage.count * 3 / 2), alignment: 64)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(storage))
    unsafe storage.deallocate()
    unsafe storage = unsafe larger
  }
}
