/// The fades that keep a generated signal from beginning and ending with a click.
///
/// Raised cosine over 5 ms at either end: gain 0 at the first and the last frame, (1 − cos(πj/n)) / 2
/// at the j-th frame from either, 1 from the n-th on; n is 5 ms to the nearest frame, and at most
/// half of the whole.
struct GeneratorEdges {
  private let frames: Int64
  private let length: Int64

  /// - Parameters:
  ///   - frames: length of the whole signal, frames.
  ///   - rate: Hz.
  init(frames: Int64, rate: Double) {
    self.frames = frames
    length = min(Int64((0.005 * rate).rounded()), frames / 2)
  }

  /// Gain at a frame.
  ///
  /// - Parameter frame: counted from the signal's start, in 0..<frames.
  /// - Returns: ratio, 0…1.
  @inline(__always)
  func gain(at frame: Int64) -> Double {
    let distance = min(frame, frames - 1 - frame)
    guard distance < length else { return 1 }
    let root = GeneratorMath.sine(turns: 0.25 * Double(distance) / Double(length))
    return root * root
  }
}
