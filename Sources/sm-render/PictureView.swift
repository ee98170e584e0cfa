import SampleIO
import Views

/// A view for eyes: on the terminal, as a picture, or as text.
struct PictureView: View {
  private var target: ViewTarget

  init(_ kind: ViewKind, _ arguments: Arguments) throws {
    target = try ViewTarget(kind, arguments)
  }

  var companion: (any Companion)? { target.screen }

  mutating func add(_ record: borrowing Record) throws { try target.add(record) }

  mutating func finish() throws { try target.finish() }
}
