import SampleIO
import Views

/// A view for eyes: on the terminal, as a picture, or as text.
struct PictureView: View {
  private var target: ViewTarget
  /// Whether there was a source that could not be read, and one that could.
  private var hasUnread = false
  private var hasRead = false

  init(_ kind: ViewKind, _ arguments: Arguments) throws {
    target = try ViewTarget(kind, arguments)
  }

  /// What an option may call this target: on a terminal the keys lead to the other views, too.
  static func names(_ kind: ViewKind, _ arguments: Arguments) -> [String] {
    let isOnTerminal =
      ViewKind.live.contains(kind) && ViewTarget.isOnTerminal(kind, arguments)
    return ["views"] + (isOnTerminal ? ViewKind.live.map(\.rawValue) : [])
  }

  var companion: (any Companion)? { target.screen }

  mutating func add(_ record: borrowing Record) throws {
    guard !record.header.isUnread else { return hasUnread = true }
    hasRead = true
    try target.add(record)
  }

  mutating func finish() throws {
    // A picture of nothing helps nobody.
    if hasUnread, !hasRead, companion == nil { throw Verdict(status: 1) }
    try target.finish()
  }
}
