/// Why a resampler could not be made.
public enum ResamplingError: Error, Equatable, CustomStringConvertible {
  /// The library refuses these rates, for its reason.
  case refused(from: Double, to: Double, reason: String)

  public var description: String {
    switch self {
    case .refused(let from, let to, let reason):
      "\(Self.text(from)) Hz cannot become \(Self.text(to)) Hz: \(reason)"
    }
  }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() && rate.magnitude < 1e15 ? String(Int64(rate)) : String(rate)
  }
}
