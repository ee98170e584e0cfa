/// Edges and tones that are the same on every machine.
public enum RaisedCosine {
  /// Half a period of a cosine, from 0 at 0 to 1 at 1; 0 before, 1 behind.
  public static func rise(_ place: Double) -> Double {
    place <= 0 ? 0 : place >= 1 ? 1 : 0.5 + 0.5 * GeneratorMath.sine(turns: (place - 0.5) / 2)
  }

  /// sin(2π · turns).
  public static func sine(turns: Double) -> Double { GeneratorMath.sine(turns: turns) }
}
