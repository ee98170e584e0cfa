import Glibc

/// A Fourier transform of a power of two points, real and imaginary parts in arrays of their own.
///
/// Neither direction is scaled: there and back multiplies by the number of points. For designs and for
/// convolution; radix 2, decimation in time.
public struct SplitTransform: Sendable {
  public let points: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// - Parameter points: a power of two, 2 or more.
  public init(points: Int) {
    precondition(points > 1 && points & (points - 1) == 0)
    self.points = points
    let angles = (0..<points / 2).map { -2 * Double.pi * Double($0) / Double(points) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// X[k] = Σ x[n] e^(−2πi n k / points), in place.
  public func forward(_ re: inout [Double], _ im: inout [Double]) {
    precondition(re.count == points && im.count == points)
    Self.reverseBits(&re, &im)
    var half = 1
    var stride = points / 2
    while half < points {
      for start in Swift.stride(from: 0, to: points, by: 2 * half) {
        for k in 0..<half {
          let (c, s) = (cosines[k &* stride], sines[k &* stride])
          let (low, high) = (start &+ k, start &+ k &+ half)
          let (tr, ti) = (re[high] * c - im[high] * s, re[high] * s + im[high] * c)
          re[high] = re[low] - tr
          im[high] = im[low] - ti
          re[low] += tr
          im[low] += ti
        }
      }
      half *= 2
      stride /= 2
    }
  }

  /// The same with e^(+2πi n k / points).
  public func backward(_ re: inout [Double], _ im: inout [Double]) {
    forward(&im, &re)
  }

  private static func reverseBits(_ re: inout [Double], _ im: inout [Double]) {
    var mirror = 0
    for index in 1..<re.count {
      var bit = re.count / 2
      while mirror & bit != 0 {
        mirror ^= bit
        bit /= 2
      }
      mirror |= bit
      if index < mirror {
        re.swapAt(index, mirror)
        im.swapAt(index, mirror)
      }
    }
  }
}
