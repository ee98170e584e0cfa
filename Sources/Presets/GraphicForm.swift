import DSP

/// The graphic equalizer: fourteen bells for each of two sides.
public struct GraphicForm: Equatable, Sendable {
  /// The centres, Hz.
  public static let centres: [Double] = [
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3072, 4096, 5120, 10240, 16384,
  ]
  /// How the bands are labelled.
  public static let labels = [
    "8", "16", "32", "64", "128", "256", "512", "1k", "2k", "3k", "4k", "5k", "10k", "16k",
  ]
  /// What a band can be set to, dB.
  public static let gainRange = -12.0...12.0
  /// How wide the bells can be, octaves.
  public static let bandwidthRange = 0.05...5.0

  /// Octaves between the points of half the gain.
  public var bandwidth = 1.0
  /// dB of each band.
  public var left = Array(repeating: 0.0, count: 14)
  public var right = Array(repeating: 0.0, count: 14)

  public init() {}

  /// A side of the two.
  public enum Side: Sendable { case left, right }

  /// The gains of a side, dB.
  public subscript(_ side: Side) -> [Double] {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }

  /// The band that a text names.
  ///
  /// - Parameter text: a centre in Hz or a label: 1024, 1k, 16kHz.
  /// - Returns: 0…13, or nil for anything else.
  public static func band(named text: String) -> Int? {
    var word = text.lowercased().filter { $0 != " " }
    if word.hasSuffix("hz") { word.removeLast(2) }
    return labels.firstIndex(of: word) ?? centres.firstIndex { String(Int($0)) == word }
  }

  /// A band as a filter.
  public func filter(_ side: Side, _ band: Int) -> PresetFilter {
    var filter = PresetFilter(.peaking, frequency: Self.centres[band])
    filter.gainDB = self[side][band]
    filter.width = .q(BandWidth.qOfOctaves(bandwidth))
    return filter
  }
}
