import SampleIO
import Views

/// A view for eyes: on the terminal, as a picture, or as text.
struct PictureView: View {
  private var target: ViewTarget
  /// Names of sources that could not be read, and whether one could.
  private var unread: [String] = []
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
    guard !record.header.isUnread else { return note(record) }
    hasRead = true
    try target.add(record)
  }

  mutating func finish() throws {
    guard companion != nil else {
      // A picture of nothing helps nobody.
      if !unread.isEmpty, !hasRead { throw Verdict(status: 1) }
      return try target.finish()
    }
    try target.finish()
    // What others said of them went with the screen.
    for name in unread { Diagnostics.say("\(name): could not be read") }
  }

  private mutating func note(_ record: borrowing Record) {
    var name = ""
    RecordFields.columns(record) { if $0 == "source.name" { name = $1.word ?? "" } }
    if unread.count < 10 { unread.append(name.isEmpty ? "a source" : name) }
  }
}
