/// What can go wrong before a transform.
public enum FourierError: Error, Equatable, CustomStringConvertible {
  /// FFTW has no plan for this many samples.
  case noPlan(length: Int)

  public var description: String {
    switch self {
    case .noPlan(let length): "FFTW cannot plan a transform of \(length) samples"
    }
  }
}
