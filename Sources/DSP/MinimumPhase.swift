import Glibc

/// Impulse responses of minimum phase from a wanted magnitude.
///
/// The real cepstrum is folded onto positive times. Source: A. V. Oppenheim, R. W. Schafer,
/// Discrete-Time Signal Processing, homomorphic deconvolution.
public enum MinimumPhase {
  /// The taps that have a gain.
  ///
  /// - Parameters:
  ///   - taps: how many, a power of two.
  ///   - rate: Hz.
  ///   - gain: dB at a frequency in Hz, from 0 to rate / 2; below −200 counts as −200.
  /// - Returns: the taps.
  public static func taps(_ taps: Int, rate: Double, gain: (Double) -> Double) -> [Double] {
    // Eight times the length: the cepstrum's tail folds back less than −200 dB.
    let points = 8 * taps
    let transform = SplitTransform(points: points)
    var re = Array(repeating: 0.0, count: points)
    var im = re
    for bin in 0...points / 2 {
      let level = max(gain(Double(bin) * rate / Double(points)), -200)
      re[bin] = level * M_LN10 / 20
      re[(points - bin) % points] = re[bin]
    }
    transform.backward(&re, &im)
    let scale = 1 / Double(points)
    for index in 0..<points {
      let weight = index == 0 || index == points / 2 ? 1.0 : index < points / 2 ? 2 : 0
      re[index] *= weight * scale
      im[index] = 0
    }
    transform.forward(&re, &im)
    for bin in 0..<points {
      let level = exp(re[bin])
      (re[bin], im[bin]) = (level * cos(im[bin]), level * sin(im[bin]))
    }
    transform.backward(&re, &im)
    let fade = taps / 8
    return (0..<taps).map { index in
      let left = taps - index
      let weight = left >= fade ? 1 : 0.5 - 0.5 * cos(Double.pi * Double(left) / Double(fade))
      return re[index] * scale * weight
    }
  }
}
