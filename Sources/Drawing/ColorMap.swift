/// Colours for values from 0 to 1.
///
/// Source: magma, viridis and inferno by their nine anchors (N. Smith, S. van der Walt, CC0);
/// audiokit is the gradient of AudioKitUI's SpectrogramFlatView over black.
public struct ColorMap: Equatable, Sendable {
  public let stops: [Color]
  /// 256 steps from 0 to 1.
  public let table: [Color]

  /// - Parameter stops: at equal distances from 0 to 1, at least one; one stands behind black.
  public init(_ stops: [Color]) {
    let list = stops.count > 1 ? stops : [Color(0x000000)] + stops
    self.stops = list
    table = (0..<256).map { step in
      let place = Double(step) / 255 * Double(list.count - 1)
      let stop = min(Int(place), list.count - 2)
      return list[stop].mixed(list[stop + 1], place - Double(stop))
    }
  }

  /// The colour of a value.
  ///
  /// - Parameter value: what lies outside 0…1 gets the nearest end; NaN the lower.
  public func color(_ value: Float) -> Color {
    guard value > 0 else { return table[0] }
    return table[Int(min(value, 1) * 255 + 0.5)]
  }

  /// The maps that have a name, in the order in which a key goes through them.
  public static let names = ["magma", "viridis", "inferno", "grey", "audiokit"]

  /// - Parameters:
  ///   - text: a name, or colours such as `#000000,#ff8800`; one colour stands on the ground.
  ///   - ground: the background.
  /// - Returns: nil for what is neither.
  public init?(_ text: String, ground: Color) {
    if let named = Self.named[text] {
      self.init(named.map { Color($0) })
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let colors = parts.compactMap { Color(String($0)) }
    guard !colors.isEmpty, colors.count == parts.count, colors.count <= 32 else { return nil }
    self.init(colors.count == 1 ? [ground] + colors : colors)
  }

  private static let named: [String: [UInt32]] = [
    "magma": [
      0x000004, 0x1D1147, 0x51127C, 0x832681, 0xB73779, 0xE75263, 0xFC8961, 0xFEC488, 0xFCFDBF,
    ],
    "viridis": [
      0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725,
    ],
    "inferno": [
      0x000004, 0x210C4A, 0x57106E, 0x8A226A, 0xBC3754, 0xE45A31, 0xF98E09, 0xF9CB35, 0xFCFFA4,
    ],
    "grey": [0x000000, 0xFFFFFF],
    "audiokit": [0x000000, 0x173F5A, 0x5990CA, 0xCF9ADF, 0xFB8F6D, 0xFF426C],
  ]
}
