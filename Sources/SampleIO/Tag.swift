/// The four letters that name a section of a record.
public struct Tag: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The letters as a little-endian number, as they are stored.
  let code: UInt32

  init(code: UInt32) { self.code = code }

  /// - Parameter letters: four ASCII characters.
  public init(_ letters: StaticString) {
    precondition(letters.utf8CodeUnitCount == 4)
    code = letters.withUTF8Buffer { bytes in
      unsafe bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  public static let source = Tag("SRCE")
  public static let pcm = Tag("PCM ")
  public static let levels = Tag("LEVL")
  public static let loudness = Tag("LOUD")
  public static let spectrum = Tag("SPEC")
  public static let beat = Tag("BEAT")
  public static let scope = Tag("SCOP")
  public static let response = Tag("RESP")
  public static let tally = Tag("TALY")

  private static let order: [Tag] = [
    .source, .pcm, .levels, .loudness, .spectrum, .beat, .scope, .response,
  ]

  /// The section's place in a record: sections stand in rising rank.
  var rank: Int {
    self == .tally ? Self.order.count + 1 : Self.order.firstIndex(of: self) ?? Self.order.count
  }

  /// Whether the section describes the signal, and falls when a filter changes it.
  ///
  /// Sections of others do when their first letter is upper case.
  var describesSignal: Bool {
    switch self {
    case .source, .pcm, .tally: false
    default: UInt8(ascii: "A")...UInt8(ascii: "Z") ~= UInt8(truncatingIfNeeded: code)
    }
  }

  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
    return String(decoding: bytes.map { 32...126 ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
