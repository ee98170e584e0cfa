/// Convolves a channel with a long impulse response, without delay.
///
/// The first taps are multiplied directly; the others in partitions of equal length, in the frequency domain,
/// each of which is ready before its sound is due. Partitions are counted from the first frame, so the result
/// does not depend on blocks. Source: W. G. Gardner, Efficient Convolution without Input-Output Delay, 1995.
struct Convolver {
  static let partition = 256

  private let head: [Double]
  private let transform = SplitTransform(points: 2 * Self.partition)
  /// Spectra of the partitions behind the head, one behind the other.
  private var tapsRe: [Double] = []
  private var tapsIm: [Double] = []
  private let partitions: Int

  // The partition under way and the one before it.
  private var input = Array(repeating: 0.0, count: 2 * Self.partition)
  private var filled = 0
  /// What the older partitions give for the one under way.
  private var tail = Array(repeating: 0.0, count: Self.partition)
  /// Spectra of the last partitions of the input, a ring.
  private var pastRe: [Double]
  private var pastIm: [Double]
  private var newest = 0

  init(_ taps: [Double]) {
    let size = Self.partition
    head = Array(taps.prefix(size)) + Array(repeating: 0, count: max(size - taps.count, 0))
    partitions = max((taps.count - 1) / size, 0)
    for index in 0..<partitions {
      var re = Array(taps[((index + 1) * size)...].prefix(size))
      re += Array(repeating: 0, count: 2 * size - re.count)
      var im = Array(repeating: 0.0, count: 2 * size)
      transform.forward(&re, &im)
      tapsRe += re[...size]
      tapsIm += im[...size]
    }
    pastRe = Array(repeating: 0, count: tapsRe.count)
    pastIm = pastRe
  }

  /// - Parameters:
  ///   - lanes: frames of two channels, one of which is filtered in place.
  ///   - lane: which.
  ///   - frames: how many.
  mutating func process(_ lanes: inout [SIMD2<Double>], lane: Int, frames: Int) {
    let size = Self.partition
    var done = 0
    while done < frames {
      let count = min(frames - done, size - filled)
      for index in 0..<count { input[size + filled + index] = lanes[done + index][lane] }
      var output = Array(tail[filled..<filled + count])
      for tap in 0..<size {
        let (weight, start) = (head[tap], size + filled - tap)
        for index in 0..<count { output[index] += weight * input[start &+ index] }
      }
      for index in 0..<count { lanes[done + index][lane] = output[index] }
      filled += count
      done += count
      if filled == size { closePartition() }
    }
  }

  /// Transforms the partition that is complete, and prepares the next one's tail.
  private mutating func closePartition() {
    let size = Self.partition
    filled = 0
    guard partitions > 0 else {
      input.replaceSubrange(..<size, with: input[size...])
      return
    }
    var re = input
    var im = Array(repeating: 0.0, count: 2 * size)
    transform.forward(&re, &im)
    input.replaceSubrange(..<size, with: input[size...])
    let bins = size + 1
    newest = newest == 0 ? partitions - 1 : newest - 1
    for bin in 0..<bins {
      pastRe[newest * bins + bin] = re[bin]
      pastIm[newest * bins + bin] = im[bin]
    }
    for bin in 0..<2 * size { (re[bin], im[bin]) = (0, 0) }
    for index in 0..<partitions {
      let past = (newest + index) % partitions * bins
      let taps = index * bins
      for bin in 0..<bins {
        let (xr, xi) = (pastRe[past &+ bin], pastIm[past &+ bin])
        let (hr, hi) = (tapsRe[taps &+ bin], tapsIm[taps &+ bin])
        re[bin] += xr * hr - xi * hi
        im[bin] += xr * hi + xi * hr
      }
    }
    for bin in 1..<size {
      re[2 * size - bin] = re[bin]
      im[2 * size - bin] = -im[bin]
    }
    transform.backward(&re, &im)
    let scale = 1 / Double(2 * size)
    for index in 0..<size { tail[index] = re[size + index] * scale }
  }
}
